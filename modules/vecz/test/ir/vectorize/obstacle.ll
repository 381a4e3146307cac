; A kernel that cannot be vectorised stays scalar, and the report says why.
; RUN: veczc --step=vectorize %s 2>%t | FileCheck %s --implicit-check-not=!vecz
; RUN: FileCheck %s --check-prefix=WHY < %t

; WHY: large: stays scalar: its private variables are too large
; WHY: dynamic: stays scalar: a private variable has no fixed size
; CHECK: define spir_kernel void @large(
; CHECK: define spir_kernel void @dynamic(

define spir_kernel void @large(ptr addrspace(1) %p, i64 %i) {
  %own = alloca [30000 x i32]
  %q = getelementptr i32, ptr %own, i64 %i
  store volatile i32 0, ptr %q
  ret void
}

define spir_kernel void @dynamic(ptr addrspace(1) %p, i64 %i) {
  %own = alloca i32, i64 %i
  store volatile i32 0, ptr %own
  ret void
}
