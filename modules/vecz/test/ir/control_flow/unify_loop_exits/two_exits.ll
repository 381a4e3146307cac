; A loop that lanes leave by two exits gets one, at its latch; behind it each goes its way with what
; it took along. A uniform loop stays as it is.
; RUN: veczc --step=unify-loop-exits %s | FileCheck %s

declare i64 @__mux_get_local_id(i32)

define i64 @divergent(i64 %n) {
; CHECK-LABEL: @divergent(
; CHECK: loop:
; CHECK: br i1 %done, label %[[LEAVE:.*]], label %next
; CHECK: next:
; CHECK: br i1 %again, label %vecz.latch, label %[[LEAVE1:.*]]
; CHECK: vecz.latch:
; CHECK: [[WAY:%.*]] = phi i32 [ poison, %next ], [ 0, %[[LEAVE]] ], [ 1, %[[LEAVE1]] ]
; CHECK: [[OTHER:%.*]] = phi i64 [ poison, %next ], [ poison, %[[LEAVE]] ], [ %j, %[[LEAVE1]] ]
; CHECK: [[END:%.*]] = phi i64 [ poison, %next ], [ %i, %[[LEAVE]] ], [ poison, %[[LEAVE1]] ]
; CHECK: [[STAY:%.*]] = phi i1 [ true, %next ], [ false, %[[LEAVE]] ], [ false, %[[LEAVE1]] ]
; CHECK: br i1 [[STAY]], label %loop, label %vecz.exit
; CHECK: vecz.exit:
; CHECK: [[FIRST:%.*]] = icmp eq i32 [[WAY]], 0
; CHECK: br i1 [[FIRST]], label %end
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %next ]
  %done = icmp eq i64 %i, %id
  br i1 %done, label %end, label %next
next:
  %j = add i64 %i, 1
  %again = icmp ult i64 %j, %n
  br i1 %again, label %loop, label %other
end:
  %r = phi i64 [ %i, %loop ]
  ret i64 %r
other:
  %s = phi i64 [ %j, %next ]
  ret i64 %s
}

define void @uniform(i64 %n) {
; CHECK-LABEL: @uniform(
; CHECK-NOT: vecz
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %next ]
  %done = icmp eq i64 %i, 100
  br i1 %done, label %end, label %next
next:
  %j = add i64 %i, 1
  %again = icmp ult i64 %j, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}
