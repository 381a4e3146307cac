; Where masked accesses of much memory are slow, what accesses global memory by ids has a second copy;
; what reads local memory, or where it was told by memory, has none.
; RUN: veczc --step=full-paths %s | FileCheck %s

declare i64 @__mux_get_global_id(i32)

; CHECK-LABEL: define void @loads(
; CHECK: call i64 @vecz.ballot(i1
; CHECK: br i1 %{{.*}}, label %then.all, label %.some, !prof [[LIKELY:![0-9]+]]
; CHECK: then.all:
; CHECK: load i32, ptr addrspace(1) %a.all
define void @loads(ptr addrspace(1) %p, ptr addrspace(3) %q, i64 %n) #0 {
  %i = call i64 @__mux_get_global_id(i32 0)
  %c = icmp ult i64 %i, %n
  br i1 %c, label %then, label %join
then:
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %a
  br label %join
join:
  %w = phi i32 [ %v, %then ], [ 1, %0 ]
  ret void
}

; CHECK-LABEL: define void @local(
; CHECK-NOT: call i64 @vecz.ballot
define void @local(ptr addrspace(3) %p, i64 %n) #0 {
  %i = call i64 @__mux_get_global_id(i32 0)
  %c = icmp ult i64 %i, %n
  br i1 %c, label %then, label %join
then:
  %a = getelementptr i32, ptr addrspace(3) %p, i64 %i
  store i32 1, ptr addrspace(3) %a
  br label %join
join:
  ret void
}

; CHECK-LABEL: define void @told(
; CHECK-NOT: call i64 @vecz.ballot
define void @told(ptr addrspace(1) %p, ptr addrspace(3) %indices, i64 %n) #0 {
  %i = call i64 @__mux_get_global_id(i32 0)
  %c = icmp ult i64 %i, %n
  br i1 %c, label %then, label %join
then:
  %b = getelementptr i32, ptr addrspace(3) %indices, i64 %i
  %index = load i32, ptr addrspace(3) %b
  %wide = zext i32 %index to i64
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %wide
  store i32 1, ptr addrspace(1) %a
  br label %join
join:
  ret void
}

; What all lanes load is no table: it may be an argument.
; CHECK-LABEL: define void @argument(
; CHECK: call i64 @vecz.ballot(i1
define void @argument(ptr byval(ptr addrspace(1)) %arguments, i64 %n) #0 {
  %i = call i64 @__mux_get_global_id(i32 0)
  %p = load ptr addrspace(1), ptr %arguments
  %c = icmp ult i64 %i, %n
  br i1 %c, label %then, label %join
then:
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 1, ptr addrspace(1) %a
  br label %join
join:
  ret void
}

; CHECK: [[LIKELY]] = !{!"branch_weights",
attributes #0 = { "vecz-costly-masks" }
