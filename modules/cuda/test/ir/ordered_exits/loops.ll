; A loop that counts in steps of more than one, without wrapping around, ends when its counter is not below the limit.
; RUN: muxc --passes=cuda-order-exits %s | FileCheck %s

; CHECK-LABEL: define void @signed(
; CHECK: %end = icmp sge i32 %next, %n
define void @signed(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr %p, i32 %i
  store i32 %i, ptr %at
  %next = add nsw i32 %i, 4
  %end = icmp eq i32 %next, %n
  br i1 %end, label %behind, label %loop
behind:
  ret void
}

; CHECK-LABEL: define void @unsigned(
; CHECK: %more = icmp ult i64 %next, %n
define void @unsigned(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr %p, i64 %i
  store i32 0, ptr %at
  %next = add nuw i64 %i, 8
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %behind
behind:
  ret void
}

; It may wrap around.
; CHECK-LABEL: define void @wraps(
; CHECK: icmp eq i32 %next, %n
define void @wraps(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store volatile i32 %i, ptr %p
  %next = add i32 %i, 4
  %end = icmp eq i32 %next, %n
  br i1 %end, label %behind, label %loop
behind:
  ret void
}

; Steps of one pass nothing.
; CHECK-LABEL: define void @single(
; CHECK: icmp eq i32 %next, %n
define void @single(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store volatile i32 %i, ptr %p
  %next = add nsw i32 %i, 1
  %end = icmp eq i32 %next, %n
  br i1 %end, label %behind, label %loop
behind:
  ret void
}

; Another way out may come after the limit has been passed.
; CHECK-LABEL: define void @leaves(
; CHECK: icmp eq i32 %next, %n
define void @leaves(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %at = getelementptr i32, ptr %p, i32 %i
  %found = load i32, ptr %at
  %stop = icmp eq i32 %found, 0
  br i1 %stop, label %behind, label %latch
latch:
  %next = add nsw i32 %i, 4
  %end = icmp eq i32 %next, %n
  br i1 %end, label %behind, label %loop
behind:
  ret void
}

; The limit changes.
; CHECK-LABEL: define void @moves(
; CHECK: icmp eq i32 %next, %n
define void @moves(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %n = load volatile i32, ptr %p
  %next = add nsw i32 %i, 4
  %end = icmp eq i32 %next, %n
  br i1 %end, label %behind, label %loop
behind:
  ret void
}
