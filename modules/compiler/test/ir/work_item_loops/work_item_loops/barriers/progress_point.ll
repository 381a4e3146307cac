; A kernel with progress points runs round by round. Each work-item keeps where it is: those at a progress
; point (id 2) go on in every round, those at a barrier (id 1) when nobody is at a progress point any more.
; Uniform values are kept for each work-item, since work-items come to the same place in different
; rounds.
; RUN: muxc --passes=number-barriers,work-item-loops %s | FileCheck %s

declare spir_func void @__mux_work_group_barrier(i32, i32, i32)
declare spir_func void @__mux_progress_point(i32)
declare spir_func i64 @__mux_get_local_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-SAME: #[[#ATTRIBUTES:]]
; CHECK-NOT: %shared
; CHECK: regions:
; CHECK: %region = load i32, ptr %next.region
; CHECK: store i32 0, ptr %waiting
; CHECK: %before = load i32, ptr %
; CHECK: %[[BEGINS:.*]] = icmp eq i32 %region, 0
; CHECK: %[[POINT:.*]] = icmp uge i32 %before, 2
; CHECK: %[[RELEASED:.*]] = icmp eq i32 %before, %region
; CHECK: %[[ON:.*]] = or i1 %[[POINT]], %[[RELEASED]]
; CHECK: %[[WHERE:.*]] = select i1 %[[BEGINS]], i32 0, i32 %before
; CHECK: %[[RUNS:.*]] = or i1 %[[BEGINS]], %[[ON]]
; CHECK: br i1 %[[RUNS]]
; CHECK: switch i32 %[[WHERE]], label %{{.*}} [
; CHECK-NEXT: i32 1, label %
; CHECK-NEXT: i32 2, label %
; CHECK: phi i32 [ 2, %{{.*}} ], [ 1, %{{.*}} ], [ 0, %{{.*}} ]
; CHECK: %[[REACHED:reached.*]] = phi i32 [ %[[WHERE]], %{{.*}} ], [ %reached{{.*}} ]
; CHECK: call i32 @llvm.umax.i32(i32 %{{.*}}, i32 %[[REACHED]])
; CHECK: %[[MOST:.*]] = load i32, ptr %waiting
; CHECK: %[[WAITS:.*]] = icmp uge i32 %[[MOST]], 2
; CHECK: %released = select i1 %[[WAITS]], i32 -1, i32 %[[MOST]]
; CHECK: store i32 %released, ptr %next.region
; CHECK: switch i32 %[[MOST]], label %end [
; CHECK-NEXT: i32 1, label %regions
; CHECK-NEXT: i32 2, label %regions
; CHECK-NEXT: ]
define spir_kernel void @k(ptr addrspace(3) %flag, ptr addrspace(1) %p, i32 %n) {
entry:
  %id = call spir_func i64 @__mux_get_local_id(i32 0)
  %first = icmp eq i64 %id, 0
  %same = udiv i32 77, %n
  br i1 %first, label %loop, label %sets
loop:
  %seen = load atomic i32, ptr addrspace(3) %flag monotonic, align 4
  %waits = icmp eq i32 %seen, 0
  br i1 %waits, label %again, label %meet
again:
  call spir_func void @__mux_progress_point(i32 0)
  br label %loop
sets:
  store atomic i32 1, ptr addrspace(3) %flag monotonic, align 4
  br label %meet
meet:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  store i32 %same, ptr addrspace(1) %p
  ret void
}
; CHECK: attributes #[[#ATTRIBUTES]] = { {{.*}}"lanewise-scratch-per-item"="8"
