; Whether a comparison of an id holds for any lane is seen from the first or the last lane, or from the
; distance; what might wrap on the way is asked of all lanes.
; RUN: veczc --step=packetize --width=4 %s | FileCheck %s

declare i64 @__mux_get_local_id(i32)
declare i64 @__mux_get_global_id(i32)
declare i1 @vecz.any(i1)

define i1 @below(i64 %n) {
; CHECK-LABEL: @below(
; CHECK: [[ANY:%.*]] = icmp ult i64 %id, %n
; CHECK: ret i1 [[ANY]]
  %id = call i64 @__mux_get_local_id(i32 0)
  %c = icmp ult i64 %id, %n
  %any = call i1 @vecz.any(i1 %c)
  ret i1 %any
}

define i1 @from(i32 %n) {
; CHECK-LABEL: @from(
; CHECK: [[LAST:%.*]] = add i32 %i, 3
; CHECK: [[ANY:%.*]] = icmp uge i32 [[LAST]], %n
; CHECK: ret i1 [[ANY]]
  %id = call i64 @__mux_get_local_id(i32 0)
  %i = trunc i64 %id to i32
  %c = icmp uge i32 %i, %n
  %any = call i1 @vecz.any(i1 %c)
  ret i1 %any
}

define i1 @equal(i64 %n) {
; CHECK-LABEL: @equal(
; CHECK: [[DISTANCE:%.*]] = sub i64 %n, %id
; CHECK: [[ANY:%.*]] = icmp ult i64 [[DISTANCE]], 4
; CHECK: ret i1 [[ANY]]
  %id = call i64 @__mux_get_global_id(i32 0)
  %c = icmp eq i64 %id, %n
  %any = call i1 @vecz.any(i1 %c)
  ret i1 %any
}

define i1 @may_wrap(i64 %n, i64 %m) {
; CHECK-LABEL: @may_wrap(
; CHECK: bitcast <4 x i1> {{.*}} to i4
  %id = call i64 @__mux_get_local_id(i32 0)
  %i = add i64 %id, %m
  %c = icmp ult i64 %i, %n
  %any = call i1 @vecz.any(i1 %c)
  ret i1 %any
}

; The id on the other side, and the opposite, as it is asked whether all lanes are inside: whether a ballot of those outside
; is empty.
declare i64 @vecz.ballot(i1)
define i1 @swapped(i64 %n) {
; CHECK-LABEL: @swapped(
; CHECK: [[ANY:%.*]] = icmp ult i64 %id, %n
; CHECK: ret i1 [[ANY]]
  %id = call i64 @__mux_get_local_id(i32 0)
  %c = icmp ugt i64 %n, %id
  %any = call i1 @vecz.any(i1 %c)
  ret i1 %any
}
define i1 @all_inside(i64 %n) {
; CHECK-LABEL: @all_inside(
; CHECK: [[LAST:%.*]] = add i64 %id, 3
; CHECK: [[ANY:%.*]] = icmp uge i64 [[LAST]], %n
; CHECK: [[BITS:%.*]] = zext i1 [[ANY]] to i64
; CHECK: icmp eq i64 [[BITS]], 0
  %id = call i64 @__mux_get_global_id(i32 0)
  %c = icmp ult i64 %id, %n
  %out = xor i1 %c, true
  %ballot = call i64 @vecz.ballot(i1 %out)
  %none = icmp eq i64 %ballot, 0
  ret i1 %none
}

; Global ids may be large: as signed numbers, or cut, they may wrap, unless the form runs only where they fit an int.
define i1 @signed(i64 %n) {
; CHECK-LABEL: @signed(
; CHECK: bitcast <4 x i1> {{.*}} to i4
  %id = call i64 @__mux_get_global_id(i32 0)
  %c = icmp slt i64 %id, %n
  %any = call i1 @vecz.any(i1 %c)
  ret i1 %any
}
define i1 @cut(i32 %n) {
; CHECK-LABEL: @cut(
; CHECK: bitcast <4 x i1> {{.*}} to i4
  %id = call i64 @__mux_get_global_id(i32 0)
  %i = trunc i64 %id to i32
  %c = icmp ult i32 %i, %n
  %any = call i1 @vecz.any(i1 %c)
  ret i1 %any
}
define i1 @small(i32 %n) "vecz-int-ids" {
; CHECK-LABEL: @small(
; CHECK: [[ANY:%.*]] = icmp slt i32 %i, %n
; CHECK: ret i1 [[ANY]]
  %id = call i64 @__mux_get_global_id(i32 0)
  %i = trunc i64 %id to i32
  %c = icmp slt i32 %i, %n
  %any = call i1 @vecz.any(i1 %c)
  ret i1 %any
}
