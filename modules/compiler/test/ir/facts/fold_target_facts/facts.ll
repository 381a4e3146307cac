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
; CHECK-NEXT: ret i1 [[B]]
  %t = call spir_func i1 @__mux_has_table_permutes()
  %e = call spir_func i1 @__mux_has_exponent_operations()
  %m = call spir_func i1 @__mux_wants_accurate_math()
  %a = and i1 %t, %e
  %b = and i1 %a, %m
  ret i1 %b
}
declare spir_func i1 @__mux_has_table_permutes()
declare spir_func i1 @__mux_has_exponent_operations()
declare spir_func i1 @__mux_has_aligned_texels()
declare spir_func i1 @__mux_wants_accurate_math()
; CHECK-NOT: declare

!llvm.module.flags = !{!0, !1, !2, !3}
!0 = !{i32 4, !"lanewise.has_fma", i1 true}
!1 = !{i32 4, !"lanewise.has_table_permutes", i1 true}
!2 = !{i32 4, !"lanewise.wants_accurate_math", i1 true}
!3 = !{i32 4, !"lanewise.has_aligned_texels", i1 true}
