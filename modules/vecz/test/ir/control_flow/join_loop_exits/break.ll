; A loop that some lanes leave early, and all at its end, is left at one place. It stays as it is if all
; lanes leave together, if they go to different places, or if much is to be done in between.
; RUN: veczc --step=join-loop-exits %s | FileCheck %s

declare i64 @__mux_get_local_id(i32)

define i64 @search(i64 %n) {
; CHECK-LABEL: @search(
; CHECK: loop:
; CHECK: %i.next = add nuw i64 %i, 1
; CHECK: %more = icmp ult i64 %i.next, %n
; CHECK: [[LEFT:%.*]] = select i1 %found, i64 %i, i64 -1
; CHECK: [[NOT:%.*]] = xor i1 %found, true
; CHECK: [[STAY:%.*]] = select i1 [[NOT]], i1 %more, i1 false
; CHECK: br i1 [[STAY]], label %loop, label %end
; CHECK: end:
; CHECK: phi i64 [ [[LEFT]], %loop ]
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %next ]
  %square = mul i64 %i, %i
  %found = icmp uge i64 %square, %id
  br i1 %found, label %end, label %next
next:
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %end
end:
  %r = phi i64 [ %i, %loop ], [ -1, %next ]
  ret i64 %r
}

define i64 @three_exits(i64 %n, i64 %m) {
; CHECK-LABEL: @three_exits(
; CHECK: loop:
; CHECK-NOT: br i1
; CHECK: br i1 {{.*}}, label %loop, label %end
; CHECK-NOT: br i1
; CHECK: ret
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %last ]
  %a = icmp ult i64 %i, %id
  br i1 %a, label %next, label %end
next:
  %i.next = add i64 %i, 1
  %b = icmp eq i64 %i.next, %m
  br i1 %b, label %end, label %last
last:
  %c = icmp ult i64 %i.next, %n
  br i1 %c, label %loop, label %end
end:
  %r = phi i64 [ 1, %loop ], [ 2, %next ], [ 3, %last ]
  ret i64 %r
}

define i64 @together(i64 %n, i64 %m) {
; CHECK-LABEL: @together(
; CHECK: br i1 %found, label %end, label %next
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %next ]
  %found = icmp eq i64 %i, %m
  br i1 %found, label %end, label %next
next:
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %end
end:
  %r = phi i64 [ %i, %loop ], [ -1, %next ]
  ret i64 %r
}

define i64 @stores_between(ptr %p, i64 %n) {
; CHECK-LABEL: @stores_between(
; CHECK: br i1 %found, label %end, label %next
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %next ]
  %found = icmp eq i64 %i, %id
  br i1 %found, label %end, label %next
next:
  store i64 %i, ptr %p
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %end
end:
  %r = phi i64 [ %i, %loop ], [ -1, %next ]
  ret i64 %r
}

define i64 @two_places(i64 %n) {
; CHECK-LABEL: @two_places(
; CHECK: br i1 %found, label %end, label %next
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %next ]
  %found = icmp eq i64 %i, %id
  br i1 %found, label %end, label %next
next:
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %other
end:
  %r = phi i64 [ %i, %loop ]
  ret i64 %r
other:
  ret i64 0
}
