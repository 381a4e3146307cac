; The ways in which kernels ask for the lower half of a global id become one word, whatever LLVM has
; made of them; local ids are small and keep their range.
; RUN: veczc --step=canonicalize --any-ids %s | FileCheck %s

declare i64 @__mux_get_global_id(i32) memory(none)
declare i64 @__mux_get_local_id(i32) memory(none)
declare void @use(i64)

define void @all() {
; CHECK-LABEL: @all(
; CHECK: [[ID:%.*]] = call noundef i64 @__mux_get_global_id(i32 0)
; CHECK: [[LOW:%.*]] = call i32 @vecz.truncated_id(i64 [[ID]])
; CHECK: [[S:%.*]] = sext i32 [[LOW]] to i64
; CHECK: call void @use(i64 [[S]])
; CHECK: call void @use(i64 [[S]])
; CHECK: [[S4:%.*]] = shl nsw i64 [[S]], 2
; CHECK: call void @use(i64 [[S4]])
; CHECK: [[Z:%.*]] = zext i32 [[LOW]] to i64
; CHECK: call void @use(i64 [[Z]])
; CHECK: call void @use(i64 [[Z]])
; CHECK: call noundef range(i64 0, 2147483648) i64 @__mux_get_local_id(i32 0)
  %id = call i64 @__mux_get_global_id(i32 0)
  %t = trunc i64 %id to i32
  %s = sext i32 %t to i64
  call void @use(i64 %s)
  %up = shl i64 %id, 32
  %down = ashr i64 %up, 32
  call void @use(i64 %down)
  %down4 = ashr exact i64 %up, 30
  call void @use(i64 %down4)
  %m = and i64 %id, 4294967295
  call void @use(i64 %m)
  %z = lshr i64 %up, 32
  call void @use(i64 %z)
  %local = call i64 @__mux_get_local_id(i32 0)
  call void @use(i64 %local)
  ret void
}

; The lower half of a shifted id is not that of the id.
define void @moved(i64 %n) {
; CHECK-LABEL: @moved(
; CHECK-NOT: @vecz.truncated_id
; CHECK: ret void
  %id = call i64 @__mux_get_global_id(i32 0)
  %up = shl i64 %id, %n
  %t = trunc i64 %up to i32
  call void @use32(i32 %t)
  ret void
}
declare void @use32(i32)
