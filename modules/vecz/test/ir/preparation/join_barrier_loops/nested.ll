; A loop around a barrier that work-items leave at different times, for the loop around it, becomes one with
; that. A counter of both loops stays one value, and as uniform as it was.
; RUN: veczc --step=join-barrier-loops %s | FileCheck %s
; RUN: veczc --step=vectorize --width=4 %s | FileCheck %s --check-prefix=WIDE

declare i64 @__mux_get_local_id(i32)
declare i64 @__mux_get_local_size(i32)
declare void @__mux_work_group_barrier(i32, i32, i32) convergent

define spir_kernel void @by_two_ways(ptr addrspace(3) %tile) {
; CHECK-LABEL: @by_two_ways(
; CHECK: entry:
; CHECK: br label %[[JOINED:outer.joined.*]]
; CHECK: [[JOINED]]:
; CHECK-DAG: [[FRONT:%front.*]] = phi i1 [ true, %entry ], [ %{{.*}}, %{{.*}} ]
; CHECK-DAG: [[STEP:%step.*]] = phi i64 [ 1, %entry ]
; CHECK: br i1 [[FRONT]], label %outer, label %again
; CHECK: outer:
; CHECK: store i32 {{.*}}, ptr addrspace(3) %mine
; CHECK: br label %again
; CHECK: again:
; CHECK-NOT: phi
; CHECK: call void @__mux_work_group_barrier
; CHECK: %more = icmp ult i64 [[STEP]], %size
; The only way out is taken by all together: no mask is asked.
; WIDE-LABEL: @by_two_ways.vecz.4(
; WIDE: call void @__mux_work_group_barrier
; WIDE-NEXT: [[MORE:%.*]] = icmp ult i64 %{{.*}}, %size
; WIDE-NEXT: br i1 [[MORE]]
; WIDE-NOT: __mux_work_group_barrier
; WIDE: ret void
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %size = call i64 @__mux_get_local_size(i32 0)
  %mine = getelementptr i32, ptr addrspace(3) %tile, i64 %id
  br label %outer
outer:
  %step = phi i64 [ 1, %entry ], [ %next.left, %latch ]
  %word = trunc i64 %step to i32
  store i32 %word, ptr addrspace(3) %mine
  br label %again
again:
  %step.inner = phi i64 [ %step, %outer ], [ %next, %body ]
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  %more = icmp ult i64 %step.inner, %size
  br i1 %more, label %body, label %end
body:
  %next = shl i64 %step.inner, 1
  %rest = urem i64 %id, %next
  %takes = icmp eq i64 %rest, 0
  br i1 %takes, label %latch, label %again
latch:
  %next.left = phi i64 [ %next, %body ]
  br label %outer
end:
  ret void
}

; A value of the outer loop is carried through the iterations that skip where it is computed.
define spir_kernel void @carried(ptr addrspace(3) %tile) {
; CHECK-LABEL: @carried(
; CHECK: [[JOINED:outer.joined.*]]:
; CHECK: [[KEPT:%.*]] = phi i32 [ {{poison|undef}}, %entry ], [ %{{.*}}, %{{.*}} ]
; CHECK: outer:
; CHECK: [[READ:%.*]] = load i32, ptr addrspace(3) %mine
; CHECK: again:
; CHECK: [[VALUE:%.*]] = phi i32 {{.*}}[ [[READ]], %outer ]
; CHECK: call void @__mux_work_group_barrier
; CHECK: store i32 [[VALUE]], ptr addrspace(3) %mine
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %mine = getelementptr i32, ptr addrspace(3) %tile, i64 %id
  br label %outer
outer:
  %read = load i32, ptr addrspace(3) %mine
  br label %again
again:
  %i = phi i64 [ 0, %outer ], [ %next, %again ]
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  store i32 %read, ptr addrspace(3) %mine
  %next = add i64 %i, 1
  %less = icmp ult i64 %next, %id
  br i1 %less, label %again, label %latch
latch:
  %ends = icmp eq i32 %read, 0
  br i1 %ends, label %end, label %outer
end:
  ret void
}

; All leave this loop together.
define spir_kernel void @uniform(ptr addrspace(3) %tile, i64 %n) {
; CHECK-LABEL: @uniform(
; CHECK-NOT: joined
; CHECK: ret void
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %mine = getelementptr i32, ptr addrspace(3) %tile, i64 %id
  br label %outer
outer:
  %j = phi i64 [ 0, %entry ], [ %j.next, %latch ]
  br label %again
again:
  %i = phi i64 [ 0, %outer ], [ %next, %again ]
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  store i64 %i, ptr addrspace(3) %mine
  %next = add i64 %i, 1
  %less = icmp ult i64 %next, %n
  br i1 %less, label %again, label %latch
latch:
  %j.next = add i64 %j, 1
  %ends = icmp eq i64 %j.next, %n
  br i1 %ends, label %end, label %outer
end:
  ret void
}

; No barrier is missed here.
define spir_kernel void @without_barrier(ptr addrspace(3) %tile, i64 %n) {
; CHECK-LABEL: @without_barrier(
; CHECK-NOT: joined
; CHECK: ret void
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %mine = getelementptr i32, ptr addrspace(3) %tile, i64 %id
  br label %outer
outer:
  %j = phi i64 [ 0, %entry ], [ %j.next, %latch ]
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %again
again:
  %i = phi i64 [ 0, %outer ], [ %next, %again ]
  store i64 %i, ptr addrspace(3) %mine
  %next = add i64 %i, 1
  %less = icmp ult i64 %next, %id
  br i1 %less, label %again, label %latch
latch:
  %j.next = add i64 %j, 1
  %ends = icmp eq i64 %j.next, %n
  br i1 %ends, label %end, label %outer
end:
  ret void
}
