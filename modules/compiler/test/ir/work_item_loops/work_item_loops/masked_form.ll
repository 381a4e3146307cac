; A masked form takes what whole steps leave of a row, and groups whose ids are too large for those.
; Its steps end where the row ends, or the block of 2^31 ids. Slots for values that live across a
; barrier have room for two more steps in each row.
; RUN: muxc --passes=number-barriers,work-item-loops %s | FileCheck %s

declare spir_func i64 @__mux_get_global_id(i32) memory(none)
declare spir_func void @__mux_work_group_barrier(i32, i32, i32)
declare i32 @vecz.lanes() memory(none)
declare void @lanes(i32)
declare void @whole()
declare float @value()
declare void @use(float)

define spir_kernel void @k() !vecz.vectorized !0 {
; CHECK-LABEL: define spir_kernel void @k()
; CHECK-SAME: [[ATTRIBUTES:#[0-9]+]] {
; CHECK: [[SIZE:%.*]] = call {{.*}}i64 @__mux_get_local_size(i32 0)
; CHECK: [[FIRST:%.*]] = add i64
; CHECK: icmp ule i64 {{.*}}, 2147483648
; CHECK: %limit = select i1
; CHECK: [[BLOCK:%.*]] = and i64 [[FIRST]], 2147483647
; CHECK: %wrap.at = sub i64 2147483648, [[BLOCK]]
; CHECK: region.0:
; CHECK: call void @whole()
; CHECK: icmp ult i64 {{.*}}, %vector.end
; CHECK: [[X:%x.*]] = phi i64 [ %vector.end, {{.*}} ], [ [[NEXT:%.*]], {{.*}} ]
; CHECK: [[INSIDE:%.*]] = call i64 @llvm.umin.i64(i64 %wrap.at, i64 [[SIZE]])
; CHECK: [[BEFORE:%.*]] = icmp ult i64 [[X]], [[INSIDE]]
; CHECK: [[STOP:%.*]] = select i1 [[BEFORE]], i64 [[INSIDE]], i64 [[SIZE]]
; CHECK: [[LEFT:%.*]] = sub i64 [[STOP]], [[X]]
; CHECK: [[STEP:%.*]] = call i64 @llvm.umin.i64(i64 [[LEFT]], i64 4)
; CHECK: [[LANES:%.*]] = trunc i64 [[STEP]] to i32
; CHECK: call void @lanes(i32 [[LANES]])
; CHECK: [[NEXT]] = add nuw nsw i64 [[X]], [[STEP]]
; CHECK: icmp ult i64 [[NEXT]], [[SIZE]]
; CHECK-NOT: call void @scalar
; CHECK: attributes [[ATTRIBUTES]] = { {{.*}}"lanewise-scratch-per-item"="1" "lanewise-scratch-per-row"="8" }
  call void @scalar()
  ret void
}
declare void @scalar()

define internal spir_func void @k.vecz.4() {
  call void @whole()
  call spir_func void @__mux_work_group_barrier(i32 1, i32 2, i32 272)
  ret void
}
define internal spir_func void @k.vecz.4.masked() {
  %n = call i32 @vecz.lanes()
  call void @lanes(i32 %n)
  %v = call float @value()
  call spir_func void @__mux_work_group_barrier(i32 1, i32 2, i32 272)
  call void @use(float %v)
  ret void
}
!0 = !{ptr @k.vecz.4, i32 4, i32 2, ptr @k.vecz.4.masked, i32 4, i32 5}
