; Facts become constants from the module's flags; a missing flag means false.
; RUN: muxc --passes=fold-target-facts %s | FileCheck %s

declare spir_func i1 @__mux_has_fma()
declare spir_func i1 @__mux_has_denormals()

define i1 @fma() {
; CHECK-LABEL: @fma(
; CHECK-NEXT: ret i1 true
  %f = call spir_func i1 @__mux_has_fma()
  ret i1 %f
}

define i1 @denormals() {
; CHECK-LABEL: @denormals(
; CHECK-NEXT: ret i1 false
  %f = call spir_func i1 @__mux_has_denormals()
  ret i1 %f
}
define i1 @conversions() {
; CHECK-LABEL: @conversions(
; CHECK-NEXT: ret i1 true
  %a = call spir_func i1 @__mux_converts_slowly()
  ret i1 %a
}

; Textures are not read where there are none.
define <4 x float> @texture(i64 %texture) {
; CHECK-LABEL: @texture(
; CHECK-NEXT: br i1 false,
; CHECK: ret <4 x float> poison
  %a = call spir_func i1 @__mux_has_textures()
  br i1 %a, label %yes, label %no
yes:
  %b = call spir_func <4 x float> @__mux_filter_texels(i64 %texture, float 0.0, float 0.0)
  ret <4 x float> %b
no:
  ret <4 x float> zeroinitializer
}

define i1 @texels() {
; CHECK-LABEL: @texels(
; CHECK-NEXT: ret i1 true
  %a = call spir_func i1 @__mux_has_aligned_texels()
  ret i1 %a
}

define i1 @others() {
; CHECK-LABEL: @others(
; CHECK-NEXT: [[A:%.*]] = and i1 true, false
; CHECK-NEXT: [[B:%.*]] = and i1 [[A]], true
; CHECK-NEXT: [[C:%.*]] = and i1 [[B]], true
; CHECK-NEXT: [[D:%.*]] = and i1 [[C]], true
; CHECK-NEXT: [[E:%.*]] = and i1 [[D]], true
; CHECK-NEXT: ret i1 [[E]]
  %t = call spir_func i1 @__mux_has_table_permutes()
  %e = call spir_func i1 @__mux_has_exponent_operations()
  %m = call spir_func i1 @__mux_wants_accurate_math()
  %d = call spir_func i1 @__mux_has_fast_division()
  %f = call spir_func i1 @__mux_has_float_estimates()
  %a = and i1 %t, %e
  %b = and i1 %a, %m
  %c = and i1 %b, %d
  %g = and i1 %c, %f
  %s = call spir_func i1 @__mux_has_short_table_permutes()
  %h = and i1 %g, %s
  ret i1 %h
}
declare spir_func i1 @__mux_has_table_permutes()
declare spir_func i1 @__mux_has_short_table_permutes()
declare spir_func i1 @__mux_has_exponent_operations()
declare spir_func i1 @__mux_has_fast_division()
declare spir_func i1 @__mux_has_float_estimates()
declare spir_func i1 @__mux_has_aligned_texels()
declare spir_func i1 @__mux_converts_slowly()
declare spir_func i1 @__mux_has_textures()
declare spir_func <4 x float> @__mux_filter_texels(i64, float, float)
declare spir_func i1 @__mux_wants_accurate_math()
; CHECK-NOT: declare

!llvm.module.flags = !{!0, !1, !2, !3, !4, !5, !6, !7}
!0 = !{i32 4, !"lanewise.has_fma", i1 true}
!1 = !{i32 4, !"lanewise.has_table_permutes", i1 true}
!2 = !{i32 4, !"lanewise.wants_accurate_math", i1 true}
!3 = !{i32 4, !"lanewise.has_aligned_texels", i1 true}
!4 = !{i32 4, !"lanewise.converts_slowly", i1 true}
!5 = !{i32 4, !"lanewise.has_fast_division", i1 true}
!6 = !{i32 4, !"lanewise.has_float_estimates", i1 true}
!7 = !{i32 4, !"lanewise.has_short_table_permutes", i1 true}
