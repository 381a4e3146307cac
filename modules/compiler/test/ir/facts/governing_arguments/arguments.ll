; Which integer arguments are listed: those that loops, common branches, distances and divisions depend on.
; RUN: muxc --passes=governing-arguments %s | FileCheck %s

declare i64 @__mux_get_global_id(i32)
declare i32 @llvm.smin.i32(i32, i32)

; The bound of a loop, through arithmetic; the value that it adds up is none of it.
; CHECK: define spir_kernel void @bound({{.*}} #[[SECOND:[0-9]+]] {
define spir_kernel void @bound(ptr addrspace(1) %p, i32 %n, i32 %added) {
entry:
  %twice = shl i32 %n, 1
  %end = call i32 @llvm.smin.i32(i32 %twice, i32 100)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %more = add i32 %sum, %added
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %end
  br i1 %again, label %loop, label %done
done:
  store i32 %more, ptr addrspace(1) %p
  ret void
}

; An argument that an id is compared with, that an index begins with, or that is stored governs
; nothing.
; CHECK: define spir_kernel void @nothing({{.*}}) {
define spir_kernel void @nothing(ptr addrspace(1) %p, i64 %n, i64 %offset, i32 %value) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %inside = icmp ult i64 %id, %n
  br i1 %inside, label %work, label %done
work:
  %index = add i64 %id, %offset
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %index
  %other = getelementptr i32, ptr addrspace(1) %at, i64 %n
  store i32 %value, ptr addrspace(1) %other
  br label %done
done:
  ret void
}

; A branch that all work-items take alike.
; CHECK: define spir_kernel void @mode({{.*}} #[[SECOND]] {
define spir_kernel void @mode(ptr addrspace(1) %p, i32 %mode, i32 %value) {
  %is = icmp eq i32 %mode, 3
  br i1 %is, label %work, label %done
work:
  store i32 %value, ptr addrspace(1) %p
  br label %done
done:
  ret void
}

; The length of a row: a factor of an index. That of the id with itself is not from an argument.
; CHECK: define spir_kernel void @row({{.*}} #[[SECOND]] {
define spir_kernel void @row(ptr addrspace(1) %p, i32 %width, i32 %column) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %y = trunc i64 %id to i32
  %begin = mul i32 %y, %width
  %index = add i32 %begin, %column
  %wide = sext i32 %index to i64
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %wide
  store i32 1, ptr addrspace(1) %at
  ret void
}

; The step that a loop adds to an index or to an address; where it starts is nothing.
; CHECK: define spir_kernel void @steps({{.*}} #[[SECOND_AND_THIRD:[0-9]+]] {
define spir_kernel void @steps(ptr addrspace(1) %p, i64 %step, i64 %bytes, i64 %start) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %start, %entry ], [ %next, %loop ]
  %q = phi ptr addrspace(1) [ %p, %entry ], [ %following, %loop ]
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %value = load i32, ptr addrspace(1) %at
  store i32 %value, ptr addrspace(1) %q
  %next = add i64 %i, %step
  %following = getelementptr i8, ptr addrspace(1) %q, i64 %bytes
  %again = icmp ne i32 %value, 0
  br i1 %again, label %loop, label %done
done:
  ret void
}

; A guarded division: the divisor, not what is divided.
; CHECK: define spir_kernel void @division({{.*}} #[[SECOND]] {
define spir_kernel void @division(ptr addrspace(1) %p, i64 %width, i64 %more) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %is_zero = icmp eq i64 %width, 0
  %divisor = select i1 %is_zero, i64 1, i64 %width
  %sum = add i64 %id, %more
  %y = udiv i64 %sum, %divisor
  store i64 %y, ptr addrspace(1) %p
  ret void
}

; Through a function and back.
; CHECK: define spir_kernel void @caller({{.*}} #[[SECOND_AND_THIRD]] {
define spir_kernel void @caller(ptr addrspace(1) %p, i64 %width, i32 %mode, i64 %other) {
  %index = call i64 @index(i64 %width, i64 %other)
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %index
  call void @write(ptr addrspace(1) %at, i32 %mode)
  ret void
}
define internal i64 @index(i64 %width, i64 %offset) {
  %id = call i64 @__mux_get_global_id(i32 1)
  %begin = mul i64 %id, %width
  %index = add i64 %begin, %offset
  ret i64 %index
}
define internal void @write(ptr addrspace(1) %p, i32 %mode) {
  switch i32 %mode, label %done [ i32 1, label %work ]
work:
  store i32 1, ptr addrspace(1) %p
  br label %done
done:
  ret void
}

; Floating-point arguments are none, whatever they do.
; CHECK: define spir_kernel void @real({{.*}}) {
define spir_kernel void @real(ptr addrspace(1) %p, float %x) {
  %large = fcmp ogt float %x, 1.0
  br i1 %large, label %work, label %done
work:
  store float %x, ptr addrspace(1) %p
  br label %done
done:
  ret void
}

; CHECK: attributes #[[SECOND]] = { "lanewise-governing-arguments"="1" }
; CHECK: attributes #[[SECOND_AND_THIRD]] = { "lanewise-governing-arguments"="1,2" }
