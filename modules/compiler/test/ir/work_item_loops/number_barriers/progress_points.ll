; Progress points get the ids behind those of barriers, wherever they stand.
; RUN: muxc --passes=number-barriers %s | FileCheck %s

declare spir_func void @__mux_work_group_barrier(i32, i32, i32)
declare spir_func void @__mux_progress_point(i32)

; CHECK-LABEL: @k(
; CHECK: @__mux_progress_point(i32 3)
; CHECK: @__mux_work_group_barrier(i32 1, i32 2, i32 272)
; CHECK: @__mux_progress_point(i32 4)
; CHECK: @__mux_work_group_barrier(i32 2, i32 2, i32 272)
define spir_kernel void @k() {
  call spir_func void @__mux_progress_point(i32 0)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_progress_point(i32 0)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  ret void
}
