; A variable of pointer type whose bytes are read becomes an integer, others stay as they are.
; Addresses go into calls and casts, and to a pointer that is a structure's first member, through a
; pointer of their own.
; RUN: clang-sycl-linker --only=variable-types %s -o - | FileCheck %s
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

; A structure whose first member is a pointer.
; CHECK-LABEL: @first
; CHECK: %variable = alloca { ptr addrspace(4), [3 x i64] }
; CHECK: [[TO:%.*]] = getelementptr inbounds i8, ptr %variable, i64 0
; CHECK: store ptr addrspace(4) %value, ptr [[TO]]
; CHECK: [[FROM:%.*]] = getelementptr inbounds i8, ptr %variable, i64 0
; CHECK: load ptr addrspace(4), ptr [[FROM]]
define ptr addrspace(4) @first(ptr addrspace(4) %value) {
  %variable = alloca { ptr addrspace(4), [3 x i64] }, align 8
  store ptr addrspace(4) %value, ptr %variable, align 8
  %read = load ptr addrspace(4), ptr %variable, align 8
  ret ptr addrspace(4) %read
}

; CHECK-LABEL: @passed
; CHECK: %variable = alloca [9 x i32]
; CHECK: [[FIRST:%.*]] = getelementptr inbounds i8, ptr %variable, i64 0
; CHECK: call void @take(ptr [[FIRST]])
; CHECK: [[SECOND:%.*]] = getelementptr inbounds i8, ptr %variable, i64 0
; CHECK: addrspacecast ptr [[SECOND]] to ptr addrspace(4)
declare void @take(ptr)
define ptr addrspace(4) @passed() {
  %variable = alloca [9 x i32], align 8
  call void @take(ptr %variable)
  %generic = addrspacecast ptr %variable to ptr addrspace(4)
  ret ptr addrspace(4) %generic
}
