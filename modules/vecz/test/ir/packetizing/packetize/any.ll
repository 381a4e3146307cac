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
