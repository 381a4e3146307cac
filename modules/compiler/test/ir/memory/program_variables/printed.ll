; A constant text in global memory that is printed stays where printf finds it, whatever pointers lead there.
; RUN: muxc --passes=program-variables %s | FileCheck %s

target triple = "spir64-unknown-unknown"

; CHECK: @text = {{.*}}constant [5 x i8] c"text\00"
; CHECK-NOT: @stored
@text = internal addrspace(1) constant [5 x i8] c"text\00"
@stored = internal addrspace(1) constant [4 x i8] c"abc\00"
@format = internal addrspace(2) constant [4 x i8] c"%s\0A\00"

declare spir_func i32 @printf(ptr addrspace(2), ...)

; CHECK-LABEL: @k(
; CHECK: printf(ptr addrspace(2) @format, ptr addrspace(4) addrspacecast (ptr addrspace(1) @text to ptr addrspace(4)))
define spir_kernel void @k(ptr addrspace(1) %out) {
  %n = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, ptr addrspace(4) addrspacecast (ptr addrspace(1) @text to ptr addrspace(4)))
  store ptr addrspace(1) @stored, ptr addrspace(1) %out
  ret void
}
