; Code for AArch64 saves, sets and restores FPCR, with the bit that flushes denormals if it was asked for. Its clock is
; the system's, as programs may not read the cores'.
; RUN: muxc --passes=entry-functions %s | FileCheck %s

declare spir_func i64 @__mux_read_clock()
declare void @use(i64)

define spir_kernel void @k() {
; CHECK-LABEL: define void @lanewise.entry.k(
; CHECK: [[SAVED:%.*]] = call i64 @llvm.aarch64.get.fpcr()
; CHECK: call void @llvm.aarch64.set.fpcr(i64 16777216)
; CHECK: call i64 @llvm.readsteadycounter()
; CHECK: call void @llvm.aarch64.set.fpcr(i64 [[SAVED]])
; CHECK-NEXT: ret void
; CHECK-NOT: mxcsr
  %clock = call spir_func i64 @__mux_read_clock()
  call void @use(i64 %clock)
  ret void
}
!llvm.module.flags = !{!0, !1}
!0 = !{i32 4, !"lanewise.denorms_are_zero", i1 true}
!1 = !{i32 4, !"lanewise.is_aarch64", i1 true}
