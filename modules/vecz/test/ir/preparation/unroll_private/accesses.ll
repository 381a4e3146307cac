; An access of other memory at an address that ids decide counts for many instructions: 128 repetitions with one stay a
; loop, 128 with an address that the counter alone decides do not.
; RUN: veczc --step=unroll-private %s | FileCheck %s

define float @of_ids(ptr addrspace(1) %in, i64 %id) {
; CHECK-LABEL: @of_ids(
; CHECK-COUNT-1: store float
; CHECK-NOT: store
; CHECK: br i1 %more, label %around, label %end
entry:
  %a = alloca [128 x float]
  br label %around
around:
  %i = phi i64 [ 0, %entry ], [ %next, %around ]
  %row = mul i64 %id, 3
  %at = add i64 %row, %i
  %p = getelementptr float, ptr addrspace(1) %in, i64 %at
  %v = load float, ptr addrspace(1) %p
  %q = getelementptr [128 x float], ptr %a, i64 0, i64 %i
  store float %v, ptr %q
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, 128
  br i1 %more, label %around, label %end
end:
  %last = getelementptr [128 x float], ptr %a, i64 0, i64 2
  %r = load float, ptr %last
  ret float %r
}

define float @of_the_counter(ptr addrspace(1) %in) {
; CHECK-LABEL: @of_the_counter(
; CHECK-COUNT-128: store float
; CHECK-NOT: store
; CHECK: ret float
entry:
  %a = alloca [128 x float]
  br label %around
around:
  %i = phi i64 [ 0, %entry ], [ %next, %around ]
  %at = mul i64 %i, 3
  %p = getelementptr float, ptr addrspace(1) %in, i64 %at
  %v = load float, ptr addrspace(1) %p
  %q = getelementptr [128 x float], ptr %a, i64 0, i64 %i
  store float %v, ptr %q
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, 128
  br i1 %more, label %around, label %end
end:
  %last = getelementptr [128 x float], ptr %a, i64 0, i64 2
  %r = load float, ptr %last
  ret float %r
}
