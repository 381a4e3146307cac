; Older CPUs get the functions that code generation will call, and only those that it may; newer ones
; get none.
; RUN: env LANEWISE_CPU=x86-64 muxc --passes=runtime-helpers %s | FileCheck %s --check-prefixes=CHECK,OLD
; RUN: env LANEWISE_CPU=x86-64-v2 muxc --passes=runtime-helpers %s | FileCheck %s --check-prefixes=CHECK,V2
; RUN: env LANEWISE_CPU=x86-64-v3 muxc --passes=runtime-helpers %s | FileCheck %s --check-prefix=NEW

define <4 x float> @f(<4 x float> %x, half %h) {
  %y = call <4 x float> @llvm.floor.v4f32(<4 x float> %x)
  %s = fadd half %h, %h
  ret <4 x float> %y
}
declare <4 x float> @llvm.floor.v4f32(<4 x float>)

; V2-NOT: @floorf
; CHECK-DAG: declare float @__extendhfsf2(half)
; CHECK-DAG: declare half @__truncsfhf2(float)
; OLD-DAG: declare float @floorf(float)
; OLD-NOT: @ceilf
; OLD-NOT: @floor(
; NEW-NOT: __extendhfsf2
; NEW-NOT: @floorf
