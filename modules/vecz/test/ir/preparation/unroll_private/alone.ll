; The step alone copies the bodies of loops of constant length whose index reaches into a private array, and leaves
; loops of other lengths, and those that no array needs.
; RUN: veczc --step=unroll-private %s | FileCheck %s

define float @constant(ptr addrspace(1) %in) {
; CHECK-LABEL: @constant(
; CHECK-COUNT-3: store float
; CHECK-NOT: store
; CHECK: ret float
entry:
  %a = alloca [3 x float]
  br label %around
around:
  %i = phi i64 [ 0, %entry ], [ %next, %around ]
  %p = getelementptr float, ptr addrspace(1) %in, i64 %i
  %v = load float, ptr addrspace(1) %p
  %q = getelementptr [3 x float], ptr %a, i64 0, i64 %i
  store float %v, ptr %q
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, 3
  br i1 %more, label %around, label %end
end:
  %last = getelementptr [3 x float], ptr %a, i64 0, i64 2
  %r = load float, ptr %last
  ret float %r
}

define float @unknown_length(ptr addrspace(1) %in, i64 %n) {
; CHECK-LABEL: @unknown_length(
; CHECK-COUNT-1: store float
; CHECK-NOT: store
; CHECK: br i1 %more, label %around, label %end
entry:
  %a = alloca [30 x float]
  br label %around
around:
  %i = phi i64 [ 0, %entry ], [ %next, %around ]
  %q = getelementptr [30 x float], ptr %a, i64 0, i64 %i
  store float 1.0, ptr %q
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %around, label %end
end:
  %r = load float, ptr %a
  ret float %r
}

define void @no_array(ptr addrspace(1) %out) {
; CHECK-LABEL: @no_array(
; CHECK-COUNT-1: store float
; CHECK-NOT: store
; CHECK: br i1 %more, label %around, label %end
entry:
  br label %around
around:
  %i = phi i64 [ 0, %entry ], [ %next, %around ]
  %q = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float 1.0, ptr addrspace(1) %q
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, 3
  br i1 %more, label %around, label %end
end:
  ret void
}

; Loops whose length depends on that of a loop around them go with it; a row that is not constant is
; one of few (select_elements.h).
define float @triangle(ptr addrspace(1) %in, i64 %row) {
; CHECK-LABEL: @triangle(
; CHECK-NOT: phi i64
; CHECK: icmp eq i64 %row, 1
; CHECK: icmp eq i64 %row, 2
; CHECK-NOT: phi i64
; CHECK: ret float
entry:
  %a = alloca [3 x [4 x float]]
  br label %rows
rows:
  %i = phi i64 [ 0, %entry ], [ %next.i, %rows.latch ]
  %first = add nuw i64 %i, 1
  br label %columns
columns:
  %j = phi i64 [ %first, %rows ], [ %next.j, %columns ]
  %p = getelementptr float, ptr addrspace(1) %in, i64 %j
  %v = load float, ptr addrspace(1) %p
  %q = getelementptr [3 x [4 x float]], ptr %a, i64 0, i64 %i, i64 %j
  store float %v, ptr %q
  %next.j = add nuw i64 %j, 1
  %more.j = icmp ult i64 %next.j, 4
  br i1 %more.j, label %columns, label %rows.latch
rows.latch:
  %next.i = add nuw i64 %i, 1
  %more.i = icmp ult i64 %next.i, 3
  br i1 %more.i, label %rows, label %end
end:
  %last = getelementptr [3 x [4 x float]], ptr %a, i64 0, i64 %row, i64 3
  %r = load float, ptr %last
  ret float %r
}

; An index that is read from a constant, as the opposite of a direction is, is a constant as well then. One
; from memory is not.
@opposite = addrspace(2) constant [3 x i32] [i32 0, i32 2, i32 1]

define void @index_of_a_table(ptr addrspace(1) %out, ptr addrspace(1) %in) {
; CHECK-LABEL: @index_of_a_table(
; CHECK-COUNT-3: store float {{.*}}, ptr %
; CHECK-COUNT-3: store float {{.*}}, ptr addrspace(1)
; CHECK-NOT: store
; CHECK: ret void
entry:
  %a = alloca [30 x float]
  br label %around
around:
  %i = phi i64 [ 0, %entry ], [ %next, %around ]
  %p = getelementptr float, ptr addrspace(1) %in, i64 %i
  %v = load float, ptr addrspace(1) %p
  %q = getelementptr [30 x float], ptr %a, i64 0, i64 %i
  store float %v, ptr %q
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, 3
  br i1 %more, label %around, label %between
between:
  br label %second
second:
  %j = phi i64 [ 0, %between ], [ %after, %second ]
  %which = getelementptr i32, ptr addrspace(2) @opposite, i64 %j
  %k = load i32, ptr addrspace(2) %which
  %wide = sext i32 %k to i64
  %r = getelementptr [30 x float], ptr %a, i64 0, i64 %wide
  %w = load float, ptr %r
  %s = getelementptr float, ptr addrspace(1) %out, i64 %j
  store float %w, ptr addrspace(1) %s
  %after = add nuw i64 %j, 1
  %again = icmp ult i64 %after, 3
  br i1 %again, label %second, label %end
end:
  ret void
}

define void @index_of_memory(ptr addrspace(1) %out, ptr addrspace(1) %in, ptr addrspace(1) %indices) {
; CHECK-LABEL: @index_of_memory(
; CHECK-COUNT-1: store float
; CHECK-NOT: store
; CHECK: ret void
entry:
  %a = alloca [30 x float]
  br label %around
around:
  %i = phi i64 [ 0, %entry ], [ %next, %around ]
  %which = getelementptr i32, ptr addrspace(1) %indices, i64 %i
  %k = load i32, ptr addrspace(1) %which
  %wide = sext i32 %k to i64
  %q = getelementptr [30 x float], ptr %a, i64 0, i64 %wide
  store float 1.0, ptr %q
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, 3
  br i1 %more, label %around, label %end
end:
  ret void
}
