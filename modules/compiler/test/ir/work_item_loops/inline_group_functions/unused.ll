; Functions that no kernel calls, nor another that one calls, are erased and not inlined into each
; other.
; RUN: muxc --passes=inline-group-functions %s | FileCheck %s --implicit-check-not=@twice --implicit-check-not=@four_times

declare spir_func i64 @__mux_get_global_id(i32)

define spir_func i64 @id() {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  ret i64 %id
}

define spir_func i64 @twice() {
  %a = call spir_func i64 @id()
  %b = call spir_func i64 @id()
  %r = add i64 %a, %b
  ret i64 %r
}

define spir_func i64 @four_times() {
  %a = call spir_func i64 @twice()
  %b = call spir_func i64 @twice()
  %r = add i64 %a, %b
  ret i64 %r
}

; CHECK: define spir_kernel void @k(
; CHECK-NEXT: call spir_func i64 @__mux_get_global_id(i32 0)
define spir_kernel void @k(ptr addrspace(1) %p) {
  %id = call spir_func i64 @id()
  store i64 %id, ptr addrspace(1) %p
  ret void
}
