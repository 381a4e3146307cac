; Blocks of a loop follow each other, the blocks behind it follow them, and its last test branches back where it holds.
; RUN: muxc --passes=cuda-order-blocks %s | FileCheck %s

; CHECK-LABEL: define void @inner(
; CHECK: entry:
; CHECK: row:
; CHECK: column:
; CHECK: store:
; CHECK: next:
; CHECK: %end = icmp ne i32 %j1, %n
; CHECK-NEXT: br i1 %end, label %column, label %behind
; CHECK: behind:
; CHECK: [[MORE:%.*]] = xor i1 %both, true
; CHECK-NEXT: br i1 [[MORE]], label %row, label %done
; CHECK: done:
define void @inner(ptr %p, i32 %n, i1 %c) {
entry:
  br label %row
done:
  ret void
behind:
  %i1 = add i32 %i, 1
  %last = icmp eq i32 %i1, %n
  %both = and i1 %last, %c
  br i1 %both, label %done, label %row
next:
  %j1 = add i32 %j, 1
  %end = icmp eq i32 %j1, %n
  br i1 %end, label %behind, label %column
store:
  store i32 %j, ptr %p
  br label %next
row:
  %i = phi i32 [ 0, %entry ], [ %i1, %behind ]
  br label %column
column:
  %j = phi i32 [ 0, %row ], [ %j1, %next ]
  %odd = trunc i32 %j to i1
  br i1 %odd, label %store, label %next
}

; A test that holds for another iteration stays.
; CHECK-LABEL: define void @natural(
; CHECK: %more = icmp ult i32 %i1, %n
; CHECK-NEXT: br i1 %more, label %loop, label %done
define void @natural(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %i1 = add i32 %i, 1
  %more = icmp ult i32 %i1, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
