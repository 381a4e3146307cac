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
; CHECK-NOT: declare

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"lanewise.has_fma", i1 true}
