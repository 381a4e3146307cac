; Under -cl-denorms-are-zero both denormal bits of MXCSR are set while kernels run.
; RUN: muxc --passes=entry-functions %s | FileCheck %s

define spir_kernel void @k() {
; CHECK-LABEL: define void @lanewise.entry.k(
; CHECK: store i32 40896
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 4, !"lanewise.denorms_are_zero", i1 true}
