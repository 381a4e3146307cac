; What gets a copy: from the first such access of a block to the last, up to what must not be
; copied; tests of what is loaded in between would come too early.
; RUN: veczc --step=version-indices %s | FileCheck %s

declare i64 @__mux_get_global_id(i32)
declare i32 @llvm.smin.i32(i32, i32)
declare void @__mux_work_group_barrier(i32, i32, i32)

define void @barrier(ptr addrspace(1) %p, i32 %n) {
; CHECK-LABEL: @barrier(
; CHECK: entry.border.inside:
; CHECK: store i32 1
; CHECK: entry.border:
; CHECK: store i32 1
; CHECK: entry.behind:
; CHECK: call void @__mux_work_group_barrier
; CHECK-NOT: barrier(
; CHECK: entry.behind.border.inside:
; CHECK: store i32 2
; CHECK: entry.behind.border:
; CHECK: store i32 2
entry:
  %id = call range(i64 0, 2147483648) i64 @__mux_get_global_id(i32 0)
  %x = trunc nuw nsw i64 %id to i32
  %index = call i32 @llvm.smin.i32(i32 %x, i32 %n)
  %wide = sext i32 %index to i64
  %place = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %wide
  store i32 1, ptr addrspace(1) %place
  call void @__mux_work_group_barrier(i32 0, i32 1, i32 16)
  store i32 2, ptr addrspace(1) %place
  ret void
}

; The bound of the second access is not known before the first one.
define void @loaded_bound(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
; CHECK-LABEL: @loaded_bound(
; CHECK: entry.border.inside:
; CHECK: load i32
; CHECK: br label %entry.behind
; CHECK: entry.behind:
; CHECK: %more = load i32, ptr addrspace(1) %q
; CHECK: entry.behind.border.inside:
entry:
  %id = call range(i64 0, 2147483648) i64 @__mux_get_global_id(i32 0)
  %x = trunc nuw nsw i64 %id to i32
  %index = call i32 @llvm.smin.i32(i32 %x, i32 %n)
  %wide = sext i32 %index to i64
  %place = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %wide
  %a = load i32, ptr addrspace(1) %place
  %more = load i32, ptr addrspace(1) %q
  %second = call i32 @llvm.smin.i32(i32 %x, i32 %more)
  %second.wide = sext i32 %second to i64
  %second.place = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %second.wide
  store i32 %a, ptr addrspace(1) %second.place
  ret void
}

; In a loop the copy is chosen in each round, and what it loads reaches the next one.
define void @loop(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
; CHECK-LABEL: @loop(
; CHECK: loop:
; CHECK-NEXT: %i = phi i32 [ 0, %entry ], [ %next, %loop.behind ]
; CHECK-NEXT: %sum = phi i32 [ 0, %entry ], [ %added, %loop.behind ]
; CHECK: @vecz.ballot
; CHECK: loop.border.inside:
; CHECK: loop.border:
; CHECK: loop.behind:
; CHECK-NEXT: %[[V:.*]] = phi i32
; CHECK: %added = add i32 %sum, %[[V]]
; CHECK: br i1 %done, label %end, label %loop
entry:
  %id = call range(i64 0, 2147483648) i64 @__mux_get_global_id(i32 0)
  %x = trunc nuw nsw i64 %id to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %added, %loop ]
  %at = add nsw i32 %x, %i
  %index = call i32 @llvm.smin.i32(i32 %at, i32 %n)
  %wide = sext i32 %index to i64
  %place = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %wide
  %v = load i32, ptr addrspace(1) %place
  %added = add i32 %sum, %v
  %next = add nuw nsw i32 %i, 1
  %done = icmp eq i32 %next, 9
  br i1 %done, label %end, label %loop
end:
  %to = getelementptr inbounds i32, ptr addrspace(1) %q, i64 %id
  store i32 %added, ptr addrspace(1) %to
  ret void
}

; Volatile and atomic accesses stay as they are.
define void @untouched(ptr addrspace(1) %p, i32 %n) {
; CHECK-LABEL: @untouched(
; CHECK-NOT: vecz.ballot
; CHECK: ret void
entry:
  %id = call range(i64 0, 2147483648) i64 @__mux_get_global_id(i32 0)
  %x = trunc nuw nsw i64 %id to i32
  %index = call i32 @llvm.smin.i32(i32 %x, i32 %n)
  %wide = sext i32 %index to i64
  %place = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %wide
  %a = load volatile i32, ptr addrspace(1) %place
  store atomic i32 %a, ptr addrspace(1) %place monotonic, align 4
  ret void
}
