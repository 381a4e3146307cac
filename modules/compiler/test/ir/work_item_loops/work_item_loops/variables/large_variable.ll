; A private variable too large for the stack goes to scratch; small ones stay.
; RUN: muxc --passes=work-item-loops %s | FileCheck %s

define spir_kernel void @k(i64 %i) {
; CHECK-LABEL: define spir_kernel void @k(
; CHECK-SAME: [[ATTRIBUTES:#[0-9]+]]
; CHECK: alloca [16 x i8]
; CHECK-NOT: alloca
; CHECK: [[SCRATCH:%.*]] = call ptr @__mux_get_private_scratch()
; CHECK: store volatile i8 1, ptr [[SCRATCH]]
; CHECK: attributes [[ATTRIBUTES]] = { {{.*}}"lanewise-scratch-fixed"="16385"
  %big = alloca [16385 x i8]
  %small = alloca [16 x i8]
  store volatile i8 1, ptr %big
  store volatile i8 1, ptr %small
  ret void
}
