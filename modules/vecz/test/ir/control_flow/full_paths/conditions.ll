; Conditional code gets a second copy, which runs when all lanes are active, if the target cannot
; mask accesses of that size and lanes that have diverged meet again before the others do.
; RUN: veczc --step=full-paths %s | FileCheck %s
; RUN: sed 's/bits"="0"/bits"="64"/' %s | veczc --step=full-paths | FileCheck %s
; RUN: sed 's/bits"="0"/bits"="32"/' %s | veczc --step=full-paths | FileCheck %s --check-prefix=MASKS
; RUN: sed 's/"vecz-masked-bits"="0"/nounwind/' %s | veczc --step=full-paths | FileCheck %s --check-prefix=MASKS
; MASKS-NOT: vecz.ballot

declare i64 @__mux_get_global_id(i32)
declare void @__mux_mem_barrier(i32, i32)

; CHECK-LABEL: define void @in_order(
; CHECK: %[[NOT:.*]] = xor i1 %c, true
; CHECK-NEXT: %[[BALLOT:.*]] = call i64 @vecz.ballot(i1 %[[NOT]])
; CHECK-NEXT: %[[ALL:.*]] = icmp eq i64 %[[BALLOT]], 0
; CHECK-NEXT: br i1 %[[ALL]], label %then.all, label %.some
; CHECK: br i1 %c, label %then, label %join.some
; CHECK: join.some:
; CHECK-NEXT: %w.ph = phi i32 [ %v, %then ], [ 1, %.some ]
; CHECK: join:
; CHECK-NEXT: %w = phi i32 [ %v.all, %then.all ], [ %w.ph, %join.some ]
; CHECK: then.all:
; CHECK: %v.all = load i32, ptr addrspace(1) %a.all
; CHECK: br label %join
define void @in_order(ptr addrspace(1) %p, i64 %n) #0 {
  %i = call i64 @__mux_get_global_id(i32 0)
  %c = icmp ult i64 %i, %n
  br i1 %c, label %then, label %join
then:
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %a
  br label %join
join:
  %w = phi i32 [ 1, %0 ], [ %v, %then ]
  %b = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %w, ptr addrspace(1) %b
  ret void
}

; The other way, and a condition in the copy of which the same is true.
; CHECK-LABEL: define void @nested(
; CHECK: call i64 @vecz.ballot(i1 %c)
; CHECK: br i1 %{{.*}}, label %else.all, label %.some
; CHECK: .some:
; CHECK-NEXT: br i1 %c, label %join.some, label %else
; CHECK: else:
; CHECK: br i1 %d, label %deep, label %join.some
; CHECK: else.all:
; CHECK: call i64 @vecz.ballot(i1
; CHECK: br i1 %{{.*}}, label %deep.all.all, label %else.all.some
; CHECK-NOT: ballot
; CHECK: deep.all.all:
define void @nested(ptr addrspace(1) %p, i64 %n) #0 {
  %i = call i64 @__mux_get_global_id(i32 0)
  %c = icmp ugt i64 %i, %n
  br i1 %c, label %join, label %else
else:
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %a
  %d = icmp sgt i32 %v, 4
  br i1 %d, label %deep, label %join
deep:
  store i32 4, ptr addrspace(1) %a
  br label %join
join:
  ret void
}

; Loops are copied as a whole.
; CHECK-LABEL: define void @around_a_loop(
; CHECK: br i1 %{{.*}}, label %ahead.all, label %.some
; CHECK: loop.all:
; CHECK: br i1 %{{.*}}, label %loop.all, label %done.all
define void @around_a_loop(ptr addrspace(1) %p, i64 %n, i64 %m) #0 {
  %i = call i64 @__mux_get_global_id(i32 0)
  %c = icmp ult i64 %i, %n
  br i1 %c, label %ahead, label %join
ahead:
  br label %loop
loop:
  %j = phi i64 [ 0, %ahead ], [ %k, %loop ]
  %at = add i64 %i, %j
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %at
  store i32 1, ptr addrspace(1) %a
  %k = add i64 %j, 1
  %again = icmp ult i64 %k, %m
  br i1 %again, label %loop, label %done
done:
  br label %join
join:
  ret void
}

; CHECK-LABEL: define void @has_no_such_access(
; CHECK-NOT: ballot
; CHECK-LABEL: define void @is_uniform(
; CHECK-NOT: ballot
; CHECK-LABEL: define void @concerns_the_group(
; CHECK-NOT: ballot
; CHECK-LABEL: define void @where_some_are(
; CHECK-NOT: ballot
; CHECK: declare i64 @vecz.ballot
define void @has_no_such_access(ptr addrspace(1) %p, i64 %n) #0 {
  %i = call i64 @__mux_get_global_id(i32 0)
  %c = icmp ult i64 %i, %n
  br i1 %c, label %then, label %join
then:
  %v = load i32, ptr addrspace(1) %p
  %x = mul i32 %v, 3
  br label %join
join:
  %w = phi i32 [ 1, %0 ], [ %x, %then ]
  %b = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %w, ptr addrspace(1) %b
  ret void
}

define void @is_uniform(ptr addrspace(1) %p, i64 %n) #0 {
  %i = call i64 @__mux_get_global_id(i32 0)
  %c = icmp ult i64 %n, 7
  br i1 %c, label %then, label %join
then:
  %b = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 1, ptr addrspace(1) %b
  br label %join
join:
  ret void
}

define void @concerns_the_group(ptr addrspace(1) %p, i64 %n) #0 {
  %i = call i64 @__mux_get_global_id(i32 0)
  %c = icmp ult i64 %i, %n
  br i1 %c, label %then, label %join
then:
  %b = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 1, ptr addrspace(1) %b
  call void @__mux_mem_barrier(i32 1, i32 1)
  br label %join
join:
  ret void
}

; A loop that lanes leave at different times.
define void @where_some_are(ptr addrspace(1) %p, i64 %n) #0 {
  %i = call i64 @__mux_get_global_id(i32 0)
  br label %loop
loop:
  %j = phi i64 [ 0, %0 ], [ %k, %next ]
  %at = add i64 %i, %j
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %at
  %c = icmp ult i64 %at, %n
  br i1 %c, label %then, label %next
then:
  store i32 1, ptr addrspace(1) %a
  br label %next
next:
  %k = add i64 %j, 1
  %again = icmp ult i64 %k, %i
  br i1 %again, label %loop, label %done
done:
  ret void
}

attributes #0 = { "vecz-masked-bits"="0" }
