; What arithmetic of 64 bits gives is flushed where the module asks for it.
; RUN: muxc --passes=cuda-flush-doubles %s | FileCheck %s
; RUN: sed 's/i32 1}/i32 0}/' %s | muxc --passes=cuda-flush-doubles - | FileCheck %s --check-prefix=KEPT

define double @scalar(double %x, double %y) {
; CHECK-LABEL: define double @scalar(
; CHECK-NEXT: [[R:%.*]] = fmul double %x, %y
; CHECK-NEXT: [[SIZE:%.*]] = call double @llvm.fabs.f64(double [[R]])
; CHECK-NEXT: [[ZERO:%.*]] = call double @llvm.copysign.f64(double 0.000000e+00, double [[R]])
; CHECK-NEXT: [[SMALL:%.*]] = fcmp olt double [[SIZE]], 0x10000000000000
; CHECK-NEXT: [[FLUSHED:%.*]] = select i1 [[SMALL]], double [[ZERO]], double [[R]]
; CHECK-NEXT: [[SUM:%.*]] = call double @llvm.fma.f64(double [[FLUSHED]], double %x, double %y)
; CHECK: [[FLUSHED:%.*]] = select i1 {{.*}}, double {{.*}}, double [[SUM]]
; CHECK-NEXT: ret double [[FLUSHED]]
; KEPT-LABEL: define double @scalar(
; KEPT-NOT: select
  %r = fmul double %x, %y
  %s = call double @llvm.fma.f64(double %r, double %x, double %y)
  ret double %s
}

define <2 x double> @vector(<2 x double> %x) {
; CHECK-LABEL: define <2 x double> @vector(
; CHECK: fcmp olt <2 x double> {{.*}}, splat (double 0x10000000000000)
; CHECK: select <2 x i1>
  %r = fadd <2 x double> %x, %x
  ret <2 x double> %r
}

; Signs, memory and numbers of other widths stay.
define void @others(float %x, double %y, ptr %p) {
; CHECK-LABEL: define void @others(
; CHECK-NOT: select
; CHECK: ret void
  %a = fmul float %x, %x
  %b = fneg double %y
  %c = call double @llvm.fabs.f64(double %b)
  %d = load double, ptr %p
  %e = fpext float %a to double
  store double %c, ptr %p
  store volatile double %d, ptr %p
  store volatile double %e, ptr %p
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"lanewise.flushes_doubles", i32 1}
