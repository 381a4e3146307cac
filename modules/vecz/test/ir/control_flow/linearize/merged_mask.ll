; Lanes that come by a uniform branch and by divergent ones: the mask is made before it is named.
; RUN: veczc --step=linearize %s | FileCheck %s

declare i64 @__mux_get_local_id(i32)

define void @k(ptr addrspace(1) %p, i64 %n, i1 %u) {
; CHECK-LABEL: @k(
; CHECK: both:
; CHECK: or i1
; CHECK-NEXT: [[MASK:%.*]] = or i1
; CHECK: call void @vecz.mask(i1 [[MASK]])
; CHECK: atomicrmw
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %c = icmp ult i64 %id, %n
  br i1 %u, label %one, label %two
one:
  br i1 %c, label %then, label %both
then:
  store i32 0, ptr addrspace(1) %p
  br label %both
two:
  %v = icmp ult i64 %n, 7
  br i1 %v, label %both, label %end
both:
  %old = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic
  br label %end
end:
  ret void
}
