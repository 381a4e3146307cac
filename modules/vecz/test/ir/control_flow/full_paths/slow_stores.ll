; Where masked stores are slow, what stores under a condition has a second copy as well; what only loads has none.
; RUN: veczc --step=full-paths %s | FileCheck %s

declare i64 @__mux_get_global_id(i32)

; CHECK-LABEL: define void @stores(
; CHECK: call i64 @vecz.ballot(i1
; CHECK: br i1 %{{.*}}, label %then.all, label %.some
; CHECK: then.all:
; CHECK: store i32 7, ptr addrspace(1) %a.all
define void @stores(ptr addrspace(1) %p, i64 %n) #0 {
  %i = call i64 @__mux_get_global_id(i32 0)
  %c = icmp ult i64 %i, %n
  br i1 %c, label %then, label %join
then:
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 7, ptr addrspace(1) %a
  br label %join
join:
  ret void
}

; CHECK-LABEL: define void @loads(
; CHECK-NOT: vecz.ballot
; CHECK: ret void
define void @loads(ptr addrspace(1) %p, i64 %n) #0 {
  %i = call i64 @__mux_get_global_id(i32 0)
  %c = icmp ult i64 %i, %n
  %b = getelementptr i32, ptr addrspace(1) %p, i64 %i
  br i1 %c, label %then, label %join
then:
  %a = getelementptr i32, ptr addrspace(1) %b, i64 8
  %v = load i32, ptr addrspace(1) %a
  br label %join
join:
  %w = phi i32 [ 1, %0 ], [ %v, %then ]
  store i32 %w, ptr addrspace(1) %b
  ret void
}

attributes #0 = { "vecz-masked-bits"="32" "vecz-slow-masked-stores" }
