; The step alone changes global ids in x only, and only where less than the whole id is asked for.
; RUN: veczc --step=truncate-ids %s | FileCheck %s

declare i64 @__mux_get_global_id(i32)
declare void @use(i64)
declare void @use32(i32)

define void @narrow() {
; CHECK-LABEL: @narrow(
; CHECK: [[ID:%.*]] = call i64 @__mux_get_global_id(i32 0)
; CHECK: [[LOW:%.*]] = call i32 @vecz.truncated_id(i64 [[ID]])
; CHECK: call void @use32(i32 [[LOW]])
  %id = call i64 @__mux_get_global_id(i32 0)
  %low = trunc i64 %id to i32
  call void @use32(i32 %low)
  ret void
}

define void @of_y() {
; CHECK-LABEL: @of_y(
; CHECK-NOT: @vecz.truncated_id
; CHECK: trunc i64 %id to i32
  %id = call i64 @__mux_get_global_id(i32 1)
  %low = trunc i64 %id to i32
  call void @use32(i32 %low)
  ret void
}

define void @whole() {
; CHECK-LABEL: @whole(
; CHECK: call void @use(i64 %id)
  %id = call i64 @__mux_get_global_id(i32 0)
  call void @use(i64 %id)
  ret void
}

define void @narrower_still() {
; CHECK-LABEL: @narrower_still(
; CHECK: [[ID:%.*]] = call i64 @__mux_get_global_id(i32 0)
; CHECK: trunc i64 [[ID]] to i16
  %id = call i64 @__mux_get_global_id(i32 0)
  %low = trunc i64 %id to i16
  call void @use16(i16 %low)
  ret void
}
declare void @use16(i16)
