; Kernels with loops have long work-items.
; RUN: muxc --passes=long-work-items %s | FileCheck %s

; CHECK: define spir_kernel void @loop({{.*}} #[[LONG:[0-9]+]] {
define spir_kernel void @loop(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  store i32 %i, ptr addrspace(1) %p
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

; CHECK: define spir_kernel void @branch({{.*}}) {
define spir_kernel void @branch(ptr addrspace(1) %p, i32 %n) {
entry:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %work, label %done
work:
  store i32 %n, ptr addrspace(1) %p
  br label %done
done:
  ret void
}

; Not a kernel.
; CHECK: define void @function({{.*}}) {
define void @function(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

; CHECK: attributes #[[LONG]] = { "lanewise-long-work-items" }
