; An extension moves to the id where the sum cannot wrap (its range says so) or wrapping is undefined;
; where it can, it stays.
; RUN: veczc --step=widen-indices %s | FileCheck %s

declare i64 @__mux_get_global_id(i32)

define i64 @undefined(i32 %n) {
; CHECK-LABEL: @undefined(
; CHECK: [[N:%.*]] = sext i32 %n to i64
; CHECK: [[X:%.*]] = add i64 %id, [[N]]
; CHECK: ret i64 [[X]]
  %id = call range(i64 0, 2147483648) i64 @__mux_get_global_id(i32 0)
  %i = trunc i64 %id to i32
  %j = add nsw i32 %i, %n
  %x = sext i32 %j to i64
  ret i64 %x
}

define i64 @impossible() {
; CHECK-LABEL: @impossible(
; CHECK: [[X:%.*]] = add i64 %id, 5
; CHECK: ret i64 [[X]]
  %id = call range(i64 0, 2147483648) i64 @__mux_get_global_id(i32 0)
  %i = trunc i64 %id to i32
  %j = add i32 %i, 5
  %x = zext i32 %j to i64
  ret i64 %x
}

define i64 @possible(i32 %n) {
; CHECK-LABEL: @possible(
; CHECK: %x = zext i32 %j to i64
; CHECK: ret i64 %x
  %id = call range(i64 0, 2147483648) i64 @__mux_get_global_id(i32 0)
  %i = trunc i64 %id to i32
  %j = add i32 %i, %n
  %x = zext i32 %j to i64
  ret i64 %x
}

define i64 @no_range(i32 %n) {
; CHECK-LABEL: @no_range(
; CHECK: %x = sext i32 %j to i64
; CHECK: ret i64 %x
  %id = call i64 @__mux_get_global_id(i32 0)
  %i = trunc i64 %id to i32
  %j = add nsw i32 %i, %n
  %x = sext i32 %j to i64
  ret i64 %x
}

define i64 @uniform_with_a_row(i32 %n) {
; Uniform values, too: with the row's number wide it is strided from row to row.
; CHECK-LABEL: @uniform_with_a_row(
; CHECK: [[N:%.*]] = sext i32 %n to i64
; CHECK: [[X:%.*]] = add i64 %row, [[N]]
; CHECK: ret i64 [[X]]
  %row = call range(i64 0, 2147483648) i64 @__mux_get_global_id(i32 1)
  %i = trunc i64 %row to i32
  %j = add nsw i32 %i, %n
  %x = sext i32 %j to i64
  ret i64 %x
}

define i64 @uniform(i32 %n, i32 %m) {
; CHECK-LABEL: @uniform(
; CHECK: %x = sext i32 %j to i64
  %j = add nsw i32 %m, %n
  %x = sext i32 %j to i64
  ret i64 %x
}
