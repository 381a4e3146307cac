; Ways that bring the same value need one select together, and the value that most ways bring needs
; none.
; RUN: veczc --step=linearize %s | FileCheck %s

declare i64 @__mux_get_local_id(i32)

define i32 @k(i32 %a, i32 %b, i32 %d) {
; CHECK-LABEL: @k(
; CHECK: end:
; CHECK-NOT: select i1 {{.*}}, i32
; CHECK: [[V:%.*]] = select i1 {{.*}}, i32 %d, i32 %a
; CHECK-NEXT: [[EITHER:%.*]] = or i1
; CHECK-NEXT: [[R:%.*]] = select i1 [[EITHER]], i32 %b, i32 [[V]]
; CHECK-NOT: select
; CHECK: ret i32 [[R]]
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %i = trunc i64 %id to i32
  %c0 = icmp eq i32 %i, 0
  br i1 %c0, label %end, label %b1
b1:
  %c1 = icmp eq i32 %i, 11
  br i1 %c1, label %end, label %b2
b2:
  %c2 = icmp eq i32 %i, 22
  br i1 %c2, label %end, label %b3
b3:
  %c3 = icmp eq i32 %i, 33
  br i1 %c3, label %end, label %b4
b4:
  %c4 = icmp eq i32 %i, 44
  br i1 %c4, label %end, label %b5
b5:
  %c5 = icmp eq i32 %i, 55
  br i1 %c5, label %end, label %b6
b6:
  br label %end
end:
  %r = phi i32 [ %b, %entry ], [ %a, %b1 ], [ %a, %b2 ], [ %b, %b3 ], [ %d, %b4 ], [ %a, %b5 ], [ %a, %b6 ]
  ret i32 %r
}
