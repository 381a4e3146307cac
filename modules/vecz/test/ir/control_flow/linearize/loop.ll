; A divergent loop goes on while any lane stays; what a lane computed when it left is kept for it: what
; it computed last. A part of the condition on which all lanes agree is asked once, for all.
; RUN: veczc --step=linearize %s | FileCheck %s

declare i64 @__mux_get_local_id(i32)

define i64 @k() {
; CHECK-LABEL: @k(
; CHECK: loop:
; CHECK: [[KEPT:%.*]] = phi i64 [ poison, %entry ], [ [[LEFT:%.*]], %loop ]
; CHECK: %live = phi i1 [ true, %entry ], [ [[STAY:%.*]], %loop ]
; CHECK: call void @vecz.mask(i1 %live)
; CHECK: [[STAY]] = select i1 %live, i1 %c, i1 false
; CHECK: [[LEFT]] = select i1 %live, i64 %next, i64 [[KEPT]]
; CHECK: [[ANY:%.*]] = call i1 @vecz.any(i1 [[STAY]])
; CHECK: br i1 [[ANY]], label %loop, label %end
; CHECK: end:
; CHECK: ret i64 [[LEFT]]
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  %c = icmp ult i64 %i, %id
  br i1 %c, label %loop, label %end
end:
  ret i64 %next
}

define float @for_all(i64 %n, float %x) {
; CHECK-LABEL: @for_all(
; CHECK: loop:
; A number, which others may compute with before the lane has one, is not just any bits.
; CHECK: [[KEPT:%.*]] = phi float [ 0.000000e+00, %entry ], [ [[LEFT:%.*]], %loop ]
; CHECK: [[STAY:%.*]] = select i1 %live, i1 %c, i1 false
; CHECK: [[LEFT]] = select i1 %live, float %sum, float [[KEPT]]
; CHECK: [[ANY:%.*]] = call i1 @vecz.any(i1 [[STAY]])
; CHECK: [[GOES_ON:%.*]] = select i1 [[ANY]], i1 %more, i1 false
; CHECK: br i1 [[GOES_ON]], label %loop, label %end
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %before = phi float [ 0.0, %entry ], [ %sum, %loop ]
  %sum = fadd float %before, %x
  %next = add i64 %i, 1
  %c = icmp ult i64 %i, %id
  %more = icmp ult i64 %next, %n
  %both = select i1 %c, i1 %more, i1 false
  br i1 %both, label %loop, label %end
end:
  ret float %sum
}

define i64 @for_all_first(i64 %n) {
; CHECK-LABEL: @for_all_first(
; CHECK: loop:
; Where the first operand is false the second may be poison.
; CHECK: [[ANY:%.*]] = call i1 @vecz.any(
; CHECK: [[GOES_ON:%.*]] = select i1 %more, i1 [[ANY]], i1 false
; CHECK: br i1 [[GOES_ON]], label %loop, label %end
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  %c = icmp ult i64 %i, %id
  %more = icmp ult i64 %next, %n
  %both = select i1 %more, i1 %c, i1 false
  br i1 %both, label %loop, label %end
end:
  ret i64 %next
}

define i64 @what_a_loop_left(i64 %n) {
; CHECK-LABEL: @what_a_loop_left(
; CHECK: second:
; Both parts differ between lanes: the other one because they left the first loop at different times.
; CHECK: [[STAY:%.*]] = select i1 %live{{[0-9]*}}, i1 %both, i1 false
; CHECK: [[ANY:%.*]] = call i1 @vecz.any(i1 [[STAY]])
; CHECK: br i1 [[ANY]], label %second, label %end
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  br label %first
first:
  %i = phi i64 [ 0, %entry ], [ %i.next, %first ]
  %i.next = add i64 %i, 1
  %few = icmp ult i64 %i, 5
  %c = icmp ult i64 %i, %id
  br i1 %c, label %first, label %between
between:
  br label %second
second:
  %j = phi i64 [ 0, %between ], [ %j.next, %second ]
  %j.next = add i64 %j, 1
  %d = icmp ult i64 %j, %id
  %both = and i1 %d, %few
  br i1 %both, label %second, label %end
end:
  ret i64 %j
}
