; Barriers of a kernel get ids from 1; each kernel counts anew.
; RUN: muxc --passes=number-barriers %s | FileCheck %s

declare spir_func void @__mux_work_group_barrier(i32, i32, i32)

define spir_kernel void @two(i1 %c) {
; CHECK-LABEL: @two(
; CHECK: @__mux_work_group_barrier(i32 1, i32 2, i32 272)
; CHECK: @__mux_work_group_barrier(i32 2, i32 1, i32 528)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br i1 %c, label %then, label %end
then:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 1, i32 528)
  br label %end
end:
  ret void
}

define spir_kernel void @one() {
; CHECK-LABEL: @one(
; CHECK: @__mux_work_group_barrier(i32 1, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  ret void
}
