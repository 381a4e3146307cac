; Divisions of what is the same in all rounds are made in front of a loop, by 1 where they are not defined; others stay.
; RUN: muxc --passes=hoist-divisions %s | FileCheck %s
; RUN: muxc --passes=hoist-divisions,loop-vectorize %s | FileCheck %s --check-prefix=VECTOR

; VECTOR-LABEL: define void @unsigned(
; VECTOR-NOT: phi i32 [ poison
; CHECK-LABEL: define void @unsigned(
; CHECK: [[B:%.*]] = freeze i32 %b
; CHECK: [[ZERO:%.*]] = icmp eq i32 [[B]], 0
; CHECK: [[BY:%.*]] = select i1 [[ZERO]], i32 1, i32 [[B]]
; CHECK: %r = urem i32 %a, [[BY]]
; CHECK: br label %loop
define void @unsigned(ptr noalias %out, ptr noalias %in, i32 %a, i32 %b, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %low = and i64 %i, 3
  %c = icmp eq i64 %low, 0
  br i1 %c, label %latch, label %body
body:
  %r = urem i32 %a, %b
  %wide = zext i32 %r to i64
  %p = getelementptr inbounds i32, ptr %in, i64 %wide
  %v = load i32, ptr %p
  br label %latch
latch:
  %x = phi i32 [ 7, %loop ], [ %v, %body ]
  %q = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %x, ptr %q
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}

; With -1, too; a second division of the first one's result; operands that are computed in the loop.
; CHECK-LABEL: define void @signed(
; CHECK: %wide = sext i16 %a to i32
; CHECK: [[B:%.*]] = freeze i32 %b
; CHECK: [[ZERO:%.*]] = icmp eq i32 [[B]], 0
; CHECK: [[A:%.*]] = freeze i32 %wide
; CHECK: [[LEAST:%.*]] = icmp eq i32 [[A]], -2147483648
; CHECK: [[MINUS:%.*]] = icmp eq i32 [[B]], -1
; CHECK: [[BOTH:%.*]] = and i1 [[LEAST]], [[MINUS]]
; CHECK: [[UNDEFINED:%.*]] = or i1 [[ZERO]], [[BOTH]]
; CHECK: [[BY:%.*]] = select i1 [[UNDEFINED]], i32 1, i32 [[B]]
; CHECK: %d = sdiv i32 [[A]], [[BY]]
; CHECK: %e = sdiv i32 %d, 3
; CHECK: loop:
define void @signed(ptr noalias %out, i16 %a, i32 %b, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %low = and i64 %i, 3
  %c = icmp eq i64 %low, 0
  br i1 %c, label %latch, label %body
body:
  %wide = sext i16 %a to i32
  %d = sdiv exact i32 %wide, %b
  %e = sdiv i32 %d, 3
  br label %latch
latch:
  %x = phi i32 [ 7, %loop ], [ %e, %body ]
  %q = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %x, ptr %q
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: define void @varying(
; CHECK: loop:
; CHECK: udiv i64 %i, %b
define void @varying(ptr noalias %out, i64 %b, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %d = udiv i64 %i, %b
  %q = getelementptr inbounds i64, ptr %out, i64 %i
  store i64 %d, ptr %q
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}
