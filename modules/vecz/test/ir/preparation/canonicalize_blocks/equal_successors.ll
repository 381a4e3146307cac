; A branch both of whose ways lead to one block is no branch, and a phi there has one value from it.
; RUN: veczc --step=merge-equal-successors %s | FileCheck %s

; CHECK-LABEL: define i32 @k(
; CHECK: both:
; CHECK-NEXT: br label %end
; CHECK: apart:
; CHECK-NEXT: br i1 %d, label %other, label %end
; CHECK: phi i32 [ 3, %other ], [ 1, %both ], [ 2, %apart ]
define i32 @k(i1 %c, i1 %d) {
entry:
  br i1 %c, label %both, label %apart
both:
  br i1 %d, label %end, label %end
apart:
  br i1 %d, label %other, label %end
other:
  br label %end
end:
  %v = phi i32 [ 1, %both ], [ 1, %both ], [ 2, %apart ], [ 3, %other ]
  ret i32 %v
}
