; A divergent loop goes on while any lane stays; what a lane computed when it left is kept for it.
; RUN: veczc --step=linearize %s | FileCheck %s

declare i64 @__mux_get_local_id(i32)

define i64 @k() {
; CHECK-LABEL: @k(
; CHECK: loop:
; CHECK: [[KEPT:%.*]] = phi i64 [ poison, %entry ], [ [[LEFT:%.*]], %loop ]
; CHECK: %live = phi i1 [ true, %entry ], [ [[STAY:%.*]], %loop ]
; CHECK: call void @vecz.mask(i1 %live)
; CHECK: [[STAY]] = select i1 %live, i1 %c, i1 false
; CHECK: [[NOT:%.*]] = xor i1 %c, true
; CHECK: [[LEAVES:%.*]] = select i1 %live, i1 [[NOT]], i1 false
; CHECK: [[LEFT]] = select i1 [[LEAVES]], i64 %next, i64 [[KEPT]]
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
