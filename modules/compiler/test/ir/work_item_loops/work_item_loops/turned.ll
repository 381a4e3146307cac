; Where lanes are neighbours in y, the rows that hold what lives across a barrier are those in y, but a launch allots memory
; for its own rows, in x: for 20 of these as many bytes as two steps of 16 for each of 6 take.
; RUN: muxc --passes=number-barriers,work-item-loops %s | FileCheck %s

declare spir_func void @__mux_work_group_barrier(i32, i32, i32)
declare i32 @vecz.lanes() memory(none)
declare <4 x float> @value(i32)
declare void @use(<4 x float>)

; CHECK-LABEL: define spir_kernel void @k()
; CHECK-SAME: [[ATTRIBUTES:#[0-9]+]]
; CHECK: [[Y:%.*]] = call i64 @__mux_get_group_id(i32 1)
; CHECK-NEXT: mul i64 [[Y]], 10
; CHECK: [[X:%.*]] = call i64 @__mux_get_group_id(i32 0)
; CHECK-NEXT: mul i64 [[X]], 3
; CHECK: attributes [[ATTRIBUTES]] = { {{.*}}"lanewise-scratch-per-item"="4" "lanewise-scratch-per-row"="10" }
define spir_kernel void @k() #0 !reqd_work_group_size !0 !vecz.vectorized !1 {
  ret void
}
define internal spir_func void @k.vecz.4.masked() {
  %n = call i32 @vecz.lanes()
  %v = call <4 x float> @value(i32 %n)
  call spir_func void @__mux_work_group_barrier(i32 1, i32 2, i32 272)
  call void @use(<4 x float> %v)
  ret void
}

attributes #0 = { "lanewise-lane-dimension"="1" }
!0 = !{i32 3, i32 10, i32 2}
!1 = !{ptr @k.vecz.4.masked, i32 4, i32 1}
