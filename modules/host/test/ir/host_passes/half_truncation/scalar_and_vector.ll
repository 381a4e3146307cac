; double to half goes through the built-in, float to half stays.
; RUN: muxc --passes=half-truncation %s | FileCheck %s

define half @scalar(double %x) {
; CHECK-LABEL: @scalar(
; CHECK-NEXT: call half @_Z16convert_half_rted(double %x)
  %h = fptrunc double %x to half
  ret half %h
}

define <2 x half> @vector(<2 x double> %x) {
; CHECK-LABEL: @vector(
; CHECK: call half @_Z16convert_half_rted
; CHECK: call half @_Z16convert_half_rted
; CHECK-NOT: fptrunc
  %h = fptrunc <2 x double> %x to <2 x half>
  ret <2 x half> %h
}

define half @from_float(float %x) {
; CHECK-LABEL: @from_float(
; CHECK-NEXT: fptrunc float
  %h = fptrunc float %x to half
  ret half %h
}
