; Arrays in structures, copies of constant length, and addresses that a loop counts up are accesses as others are. Copies
; of unknown length, and addresses that may be in another variable, leave the loop.
; RUN: veczc --step=unroll-private %s | FileCheck %s

define float @in_a_structure(ptr addrspace(1) %in) {
; CHECK-LABEL: @in_a_structure(
; CHECK-COUNT-3: store float
; CHECK-NOT: store
; CHECK: ret float
entry:
  %a = alloca { [3 x float] }
  br label %around
around:
  %i = phi i64 [ 0, %entry ], [ %next, %around ]
  %p = getelementptr float, ptr addrspace(1) %in, i64 %i
  %v = load float, ptr addrspace(1) %p
  %q = getelementptr float, ptr %a, i64 %i
  store float %v, ptr %q
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, 3
  br i1 %more, label %around, label %end
end:
  %last = getelementptr i8, ptr %a, i64 8
  %r = load float, ptr %last
  ret float %r
}

define float @copies(ptr addrspace(1) %in) {
; CHECK-LABEL: @copies(
; CHECK-COUNT-3: call void @llvm.memcpy
; CHECK-NOT: call
; CHECK: ret float
entry:
  %a = alloca [3 x <4 x float>]
  br label %around
around:
  %i = phi i64 [ 0, %entry ], [ %next, %around ]
  %p = getelementptr <4 x float>, ptr addrspace(1) %in, i64 %i
  %q = getelementptr <4 x float>, ptr %a, i64 %i
  call void @llvm.memcpy.p0.p1.i64(ptr align 16 %q, ptr addrspace(1) align 16 %p, i64 16, i1 false)
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, 3
  br i1 %more, label %around, label %end
end:
  %last = getelementptr i8, ptr %a, i64 32
  %r = load float, ptr %last
  ret float %r
}

define float @copies_of_any_length(ptr addrspace(1) %in, i64 %n) {
; CHECK-LABEL: @copies_of_any_length(
; CHECK-COUNT-1: call void @llvm.memcpy
; CHECK-NOT: call
; CHECK: br i1 %more, label %around, label %end
entry:
  %a = alloca [3 x <4 x float>]
  br label %around
around:
  %i = phi i64 [ 0, %entry ], [ %next, %around ]
  %p = getelementptr <4 x float>, ptr addrspace(1) %in, i64 %i
  %q = getelementptr <4 x float>, ptr %a, i64 %i
  call void @llvm.memcpy.p0.p1.i64(ptr align 16 %q, ptr addrspace(1) align 16 %p, i64 %n, i1 false)
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, 3
  br i1 %more, label %around, label %end
end:
  %last = getelementptr i8, ptr %a, i64 32
  %r = load float, ptr %last
  ret float %r
}

define float @counted_addresses(ptr addrspace(1) %in) {
; CHECK-LABEL: @counted_addresses(
; CHECK-COUNT-6: store float
; CHECK-NOT: store
; CHECK: ret float
entry:
  %a = alloca [6 x float]
  br label %rows
rows:
  %row = phi ptr [ %a, %entry ], [ %next_row, %rows_end ]
  %i = phi i64 [ 0, %entry ], [ %next_i, %rows_end ]
  br label %columns
columns:
  %j = phi i64 [ 0, %rows ], [ %next_j, %columns ]
  %p = getelementptr float, ptr addrspace(1) %in, i64 %j
  %v = load float, ptr addrspace(1) %p
  %q = getelementptr float, ptr %row, i64 %j
  store float %v, ptr %q
  %next_j = add nuw i64 %j, 1
  %more_j = icmp ult i64 %next_j, 3
  br i1 %more_j, label %columns, label %rows_end
rows_end:
  %next_row = getelementptr float, ptr %row, i64 3
  %next_i = add nuw i64 %i, 1
  %more_i = icmp ult i64 %next_i, 2
  br i1 %more_i, label %rows, label %end
end:
  %last = getelementptr i8, ptr %a, i64 20
  %r = load float, ptr %last
  ret float %r
}

define float @addresses_in_either(ptr addrspace(1) %in, i1 %which) {
; CHECK-LABEL: @addresses_in_either(
; CHECK-COUNT-1: store float
; CHECK-NOT: store
; CHECK: br i1 %more, label %around, label %end
entry:
  %a = alloca [3 x float]
  %b = alloca [3 x float]
  %start = select i1 %which, ptr %a, ptr %b
  br label %around
around:
  %q = phi ptr [ %start, %entry ], [ %next_q, %around ]
  %i = phi i64 [ 0, %entry ], [ %next, %around ]
  %p = getelementptr float, ptr addrspace(1) %in, i64 %i
  %v = load float, ptr addrspace(1) %p
  store float %v, ptr %q
  %next_q = getelementptr float, ptr %q, i64 1
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, 3
  br i1 %more, label %around, label %end
end:
  %last = getelementptr i8, ptr %a, i64 8
  %r = load float, ptr %last
  ret float %r
}
