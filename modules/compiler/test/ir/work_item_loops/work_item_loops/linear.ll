; A kernel whose ids are computed from the linear one has a single row, of all work-items of a group.
; RUN: muxc --passes=number-barriers,work-item-loops %s | FileCheck %s

declare spir_func i64 @__mux_get_local_id(i32)
declare void @use(i64)

; CHECK-LABEL: define spir_kernel void @known(
; CHECK: [[ID:%x.*]] = phi i64 [ 0, {{.*}} ], [ [[NEXT:%.*]], {{.*}} ]
; CHECK: call void @use(i64 [[ID]])
; CHECK-NEXT: [[NEXT]] = add nuw nsw i64 [[ID]], 1
; CHECK-NEXT: icmp ult i64 [[NEXT]], 24
; CHECK-NOT: phi
; CHECK: ret void
define spir_kernel void @known() #0 !reqd_work_group_size !0 {
  %id = call spir_func i64 @__mux_get_local_id(i32 0)
  call void @use(i64 %id)
  ret void
}

; CHECK-LABEL: define spir_kernel void @unknown(
; CHECK: [[X:%.*]] = call spir_func i64 @__mux_get_local_size(i32 0)
; CHECK: [[Y:%.*]] = call {{.*}}i64 @__mux_get_local_size(i32 1)
; CHECK: [[ROWS:%.*]] = mul i64 [[X]], [[Y]]
; CHECK: [[Z:%.*]] = call {{.*}}i64 @__mux_get_local_size(i32 2)
; CHECK: [[ITEMS:%.*]] = mul i64 [[ROWS]], [[Z]]
; CHECK: [[ID:%x.*]] = phi i64 [ 0, {{.*}} ], [ [[NEXT:%.*]], {{.*}} ]
; CHECK: call void @use(i64 [[ID]])
; CHECK-NEXT: [[NEXT]] = add nuw nsw i64 [[ID]], 1
; CHECK-NEXT: icmp ult i64 [[NEXT]], [[ITEMS]]
define spir_kernel void @unknown() #0 {
  %id = call spir_func i64 @__mux_get_local_id(i32 0)
  call void @use(i64 %id)
  ret void
}

attributes #0 = { "lanewise-linear-local-ids" }
!0 = !{i32 2, i32 3, i32 4}
