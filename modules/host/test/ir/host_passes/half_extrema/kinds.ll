; Minima and maxima of half are those of float, in vectors, too; others stay.
; RUN: muxc --passes=half-extrema %s | FileCheck %s

declare half @llvm.maxnum.f16(half, half)
declare <4 x half> @llvm.minnum.v4f16(<4 x half>, <4 x half>)
declare float @llvm.maxnum.f32(float, float)

; CHECK-LABEL: define half @scalar(
; CHECK-NEXT: [[A:%.*]] = fpext half %a to float
; CHECK-NEXT: [[B:%.*]] = fpext half %b to float
; CHECK-NEXT: [[M:%.*]] = call nnan nsz float @llvm.maxnum.f32(float [[A]], float [[B]])
; CHECK-NEXT: [[R:%.*]] = fptrunc float [[M]] to half
; CHECK-NEXT: ret half [[R]]
define half @scalar(half %a, half %b) {
  %m = call nnan nsz half @llvm.maxnum.f16(half %a, half %b)
  ret half %m
}

; CHECK-LABEL: define <4 x half> @vector(
; CHECK: call <4 x float> @llvm.minnum.v4f32(
; CHECK-NEXT: fptrunc <4 x float> {{.*}} to <4 x half>
define <4 x half> @vector(<4 x half> %a, <4 x half> %b) {
  %m = call <4 x half> @llvm.minnum.v4f16(<4 x half> %a, <4 x half> %b)
  ret <4 x half> %m
}

; CHECK-LABEL: define float @wide(
; CHECK-NEXT: %m = call float @llvm.maxnum.f32(
; CHECK-NEXT: ret float %m
define float @wide(float %a, float %b) {
  %m = call float @llvm.maxnum.f32(float %a, float %b)
  ret float %m
}
