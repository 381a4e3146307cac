; Loops in which work-items go on by the number of work-items become rounds; others stay.
; RUN: muxc --passes=grid-stride-loops %s | FileCheck %s

declare spir_func i64 @__mux_get_global_id(i32) memory(none)
declare spir_func i64 @__mux_get_local_id(i32) memory(none)
declare spir_func i64 @__mux_get_group_id(i32) memory(none)
declare spir_func i64 @__mux_get_global_size(i32) memory(none)
declare spir_func i64 @__mux_get_local_size(i32) memory(none)
declare spir_func i64 @__mux_get_num_groups(i32) memory(none)
declare spir_func void @__mux_work_group_barrier(i32, i32, i32) convergent

; Numbers of 64 bits need nothing to hold.
; CHECK-LABEL: define spir_kernel void @long(
; CHECK: [[SIZE:%.*]] = call spir_func i64 @__mux_get_global_size(i32 0)
; CHECK: [[ROUNDS:%.*]] = select i1 {{.*}}, i64 {{.*}}, i64 0
; CHECK: [[ROUND:%.*]] = call spir_func i64 @__mux_get_round(i32 0, i64 [[ROUNDS]])
; CHECK-NEXT: br label %entry
; CHECK: [[AT:%.*]] = mul i64 [[ROUND]], [[SIZE]]
; CHECK-NEXT: [[I:%.*]] = add i64 %id, [[AT]]
; CHECK-NEXT: icmp slt i64 [[I]], %n
; CHECK: store
; CHECK: br label %round.done
; CHECK: round.done:
; CHECK-NEXT: ret void
; CHECK-NOT: kept
define spir_kernel void @long(ptr addrspace(1) %p, i64 %n) {
entry:
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %exit
body:
  %place = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %place
  %size = call spir_func i64 @__mux_get_global_size(i32 0)
  %next = add i64 %i, %size
  br label %loop
exit:
  ret void
}

; Those of 32 bits may wrap, in launches for which the loop is kept.
; CHECK-LABEL: define spir_kernel void @int(
; CHECK: [[ROUNDS:%.*]] = select i1 [[NARROW:%.*]], i64 {{.*}}, i64 1
; CHECK: call spir_func i64 @__mux_get_round(i32 0, i64 [[ROUNDS]])
; CHECK-NEXT: br i1 [[NARROW]], label %entry, label %entry.kept
; CHECK: trunc nsw i64 %id to i32
; CHECK: mul nuw nsw i32
; CHECK-NEXT: add nuw nsw i32
; CHECK: entry.kept:
; CHECK: phi i32
define spir_kernel void @int(ptr addrspace(1) %p, i32 %n) {
entry:
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %first = trunc i64 %id to i32
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %exit
body:
  %index = sext i32 %i to i64
  %place = getelementptr float, ptr addrspace(1) %p, i64 %index
  store float 1.0, ptr addrspace(1) %place
  %size = call spir_func i64 @__mux_get_global_size(i32 0)
  %step = trunc i64 %size to i32
  %next = add i32 %i, %step
  br label %loop
exit:
  ret void
}

; A row for each group; the steps within it are those of the group. The group's id is no secret to it.
; CHECK-LABEL: define spir_kernel void @rows(
; CHECK: call spir_func i64 @__mux_get_round(i32 0,
; CHECK: call spir_func i64 @__mux_get_group_round(i32 1,
; CHECK-NOT: phi
define spir_kernel void @rows(ptr addrspace(1) %p, i64 %height, i64 %width) {
entry:
  %group = call spir_func i64 @__mux_get_group_id(i32 0)
  %groups = call spir_func i64 @__mux_get_num_groups(i32 0)
  %id = call spir_func i64 @__mux_get_local_id(i32 0)
  %size = call spir_func i64 @__mux_get_local_size(i32 0)
  br label %outer
outer:
  %y = phi i64 [ %group, %entry ], [ %next.y, %latch ]
  %more.y = icmp ult i64 %y, %height
  br i1 %more.y, label %row, label %exit
row:
  %begin = mul i64 %y, %width
  br label %inner
inner:
  %x = phi i64 [ %id, %row ], [ %next, %body ]
  %more = icmp ult i64 %x, %width
  br i1 %more, label %body, label %latch
body:
  %at = add i64 %begin, %x
  %place = getelementptr float, ptr addrspace(1) %p, i64 %at
  store float 1.0, ptr addrspace(1) %place
  %next = add i64 %x, %size
  br label %inner
latch:
  %next.y = add i64 %y, %groups
  br label %outer
exit:
  ret void
}

; A sum that a program computes from group and local ids is the global id.
; CHECK-LABEL: define spir_kernel void @by.hand(
; CHECK: [[ID:%.*]] = call spir_func i64 @__mux_get_global_id(i32 0)
; CHECK-NEXT: [[OFFSET:%.*]] = call spir_func i64 @__mux_get_global_offset(i32 0)
; CHECK-NEXT: [[FROM:%.*]] = sub i64 [[ID]], [[OFFSET]]
; CHECK: add i64 [[FROM]],
define spir_kernel void @by.hand(ptr addrspace(1) %p, i64 %n) {
entry:
  %group = call spir_func i64 @__mux_get_group_id(i32 0)
  %local.size = call spir_func i64 @__mux_get_local_size(i32 0)
  %local = call spir_func i64 @__mux_get_local_id(i32 0)
  %begin = mul i64 %group, %local.size
  %id = add i64 %begin, %local
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %exit
body:
  %place = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %place
  %size = call spir_func i64 @__mux_get_global_size(i32 0)
  %next = add i64 %i, %size
  br label %loop
exit:
  ret void
}

; The sum is carried from one iteration to the next.
; CHECK-LABEL: define spir_kernel void @sum(
; CHECK-NOT: round
; CHECK: phi float
define spir_kernel void @sum(ptr addrspace(1) %p, i64 %n) {
entry:
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more.sum, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %exit
body:
  %place = getelementptr float, ptr addrspace(1) %p, i64 %i
  %value = load float, ptr addrspace(1) %place
  %more.sum = fadd float %sum, %value
  %size = call spir_func i64 @__mux_get_global_size(i32 0)
  %next = add i64 %i, %size
  br label %loop
exit:
  store float %sum, ptr addrspace(1) %p
  ret void
}

; Work-items of a group meet.
; CHECK-LABEL: define spir_kernel void @barrier(
; CHECK-NOT: round
; CHECK: phi i64
define spir_kernel void @barrier(ptr addrspace(1) %p, i64 %n) {
entry:
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %exit
body:
  %place = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %place
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 0)
  %size = call spir_func i64 @__mux_get_global_size(i32 0)
  %next = add i64 %i, %size
  br label %loop
exit:
  ret void
}

; One may wait for what another one gives back in a later iteration.
; CHECK-LABEL: define spir_kernel void @waits(
; CHECK-NOT: round
; CHECK: phi i64
define spir_kernel void @waits(ptr addrspace(1) %p, i64 %n) {
entry:
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %latch ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %exit
body:
  %place = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %before = atomicrmw xchg ptr addrspace(1) %place, i32 1 monotonic
  %is.taken = icmp eq i32 %before, 1
  br i1 %is.taken, label %body, label %latch
latch:
  %size = call spir_func i64 @__mux_get_global_size(i32 0)
  %next = add i64 %i, %size
  br label %loop
exit:
  ret void
}

; Memory that the loop may write is read before it.
; CHECK-LABEL: define spir_kernel void @reads.before(
; CHECK-NOT: round
; CHECK: phi i64
define spir_kernel void @reads.before(ptr addrspace(1) %p, ptr addrspace(1) %state, i64 %n) {
entry:
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %value = load float, ptr addrspace(1) %state
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %exit
body:
  %place = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float %value, ptr addrspace(1) %place
  %size = call spir_func i64 @__mux_get_global_size(i32 0)
  %next = add i64 %i, %size
  br label %loop
exit:
  ret void
}
