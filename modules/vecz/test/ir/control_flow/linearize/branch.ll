; A divergent branch becomes a mask, a guard over what touches memory and a select, which is made
; where the guard leads to; a uniform branch inside stays a branch, and behind both all lanes are
; active again.
; RUN: veczc --step=linearize %s | FileCheck %s

declare i64 @__mux_get_local_id(i32)

define i32 @k(ptr addrspace(1) %p, i64 %n) {
; CHECK-LABEL: @k(
; CHECK: entry:
; CHECK: br label %then.guard
; CHECK: then.guard:
; CHECK: [[ANY:%.*]] = call i1 @vecz.any(i1 %c)
; CHECK: br i1 [[ANY]], label %then, label %end
; CHECK: then:
; CHECK: call void @vecz.mask(i1 %c)
; CHECK: br i1 %u, label %inner, label %after
; CHECK: inner:
; CHECK: call void @vecz.mask(i1 %c)
; CHECK: store i32 1
; CHECK: after:
; CHECK: [[V:%.*]] = phi i32 [ 5, %then ], [ 6, %inner ]
; CHECK: call void @vecz.mask(i1 %c)
; CHECK: [[R:%.*]] = select i1 %c, i32 [[V]], i32 1
; CHECK: end:
; CHECK: [[OUT:%.*]] = phi i32 [ [[R]], %after ], [ 1, %then.guard ]
; CHECK-NOT: vecz.mask
; CHECK: ret i32 [[OUT]]
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %c = icmp ult i64 %id, %n
  %u = icmp ult i64 %n, 4
  br i1 %c, label %then, label %end
then:
  store i32 0, ptr addrspace(1) %p
  br i1 %u, label %inner, label %after
inner:
  store i32 1, ptr addrspace(1) %p
  br label %after
after:
  %v = phi i32 [ 5, %then ], [ 6, %inner ]
  br label %end
end:
  %r = phi i32 [ 1, %entry ], [ %v, %after ]
  ret i32 %r
}
