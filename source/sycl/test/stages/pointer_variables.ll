; A variable of pointer type whose bytes are read becomes an integer; others stay as they are.
; RUN: clang-sycl-linker --only=pointer-variables %s -o - | FileCheck %s
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: @bytes
; CHECK: alloca i64, align 8
define i8 @bytes(ptr addrspace(4) %value, i64 %index) {
  %variable = alloca ptr addrspace(4), align 8
  store ptr addrspace(4) %value, ptr %variable, align 8
  %byte = getelementptr i8, ptr %variable, i64 %index
  %read = load i8, ptr %byte, align 1
  ret i8 %read
}

; CHECK-LABEL: @whole
; CHECK: alloca ptr addrspace(4), align 8
define ptr addrspace(4) @whole(ptr addrspace(4) %value) {
  %variable = alloca ptr addrspace(4), align 8
  store ptr addrspace(4) %value, ptr %variable, align 8
  %read = load ptr addrspace(4), ptr %variable, align 8
  ret ptr addrspace(4) %read
}
