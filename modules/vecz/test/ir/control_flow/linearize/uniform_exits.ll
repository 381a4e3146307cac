; Behind a uniform loop with several exits, each taken by all of its lanes, are the lanes that were before it, even where they
; part and meet again on the way.
; RUN: veczc --step=linearize %s | FileCheck %s

; CHECK-LABEL: @several_exits(
; CHECK: %c = icmp sgt i32 %v, 0
; CHECK: out.a:
; CHECK-NEXT: call void @vecz.mask(i1 %c)
; CHECK: [[LARGE:%.*]] = select i1 %c, i1 %d, i1 false
; CHECK: [[SMALL:%.*]] = select i1 %c, i1 {{%.*}}, i1 false
; CHECK: large:
; CHECK-NEXT: call void @vecz.mask(i1 [[LARGE]])
; CHECK: out.b:
; CHECK-NEXT: call void @vecz.mask(i1 %c)
; CHECK: behind.guard:
; CHECK-DAG: [[CAME_SMALL:%.*]] = phi i1 [ false, %out.b ], [ [[SMALL]], %large ], [ [[SMALL]], %large.guard ]
; CHECK-DAG: [[CAME_LARGE:%.*]] = phi i1 [ false, %out.b ], [ [[LARGE]], %large ], [ false, %large.guard ]
; CHECK: call i1 @vecz.any(i1 %c)
; CHECK: behind:
; CHECK-NEXT: call void @vecz.mask(i1 %c)
; CHECK-NEXT: [[ELSE:%.*]] = select i1 [[CAME_LARGE]], i32 3, i32 2
; CHECK-NEXT: %r = select i1 [[CAME_SMALL]], i32 1, i32 [[ELSE]]
declare i64 @__mux_get_global_id(i32)
define spir_kernel void @several_exits(ptr addrspace(1) %p, ptr addrspace(1) %flags, i32 %n) {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %v = load i32, ptr addrspace(1) %at
  %c = icmp sgt i32 %v, 0
  br i1 %c, label %loop.pre, label %end
loop.pre:
  br label %loop
loop:
  %i = phi i32 [ 0, %loop.pre ], [ %next, %latch ]
  %w = sext i32 %i to i64
  %f.at = getelementptr i32, ptr addrspace(1) %flags, i64 %w
  %f = load i32, ptr addrspace(1) %f.at
  %stop = icmp eq i32 %f, 0
  br i1 %stop, label %out.a, label %latch
latch:
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %out.b
out.a:
  %d = icmp sgt i32 %v, 10
  br i1 %d, label %large, label %behind
large:
  store i32 0, ptr addrspace(1) %p
  br label %behind
out.b:
  br label %behind
behind:
  %r = phi i32 [ 1, %out.a ], [ 2, %out.b ], [ 3, %large ]
  store i32 %r, ptr addrspace(1) %at
  br label %end
end:
  ret void
}
