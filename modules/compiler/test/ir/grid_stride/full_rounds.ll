; Before a loop that work-items leave at different times stands one that they leave together.
; RUN: muxc --passes=full-rounds %s | FileCheck %s

declare i64 @__mux_get_local_id(i32) memory(none)
declare i64 @__mux_get_group_id(i32) memory(none)
declare i64 @__mux_get_round(i32, i64)
declare void @__mux_work_group_barrier(i32, i32, i32) convergent

; The last work-item has the fewest iterations: (n - 1 - last) / 64 + 1, if it has any.
; CHECK-LABEL: define spir_kernel void @sum(
; CHECK: [[SIZE:%.*]] = call spir_func i64 @__mux_get_enqueued_local_size(i32 0)
; CHECK-NEXT: [[LAST:%.*]] = sub i64 [[SIZE]], 1
; CHECK: [[DISTANCE:%.*]] = sub i64 {{%.*}}, [[LAST]]
; CHECK-NEXT: [[BEHIND:%.*]] = udiv i64 [[DISTANCE]], 64
; CHECK-NEXT: [[ANY:%.*]] = icmp slt i64 [[LAST]], %n
; CHECK-NEXT: [[COUNT:%.*]] = add i64 [[BEHIND]], 1
; CHECK-NEXT: br label %full.rounds
; CHECK: full.rounds:
; CHECK-NEXT: br i1 [[ANY]], label %loop.full, label %loop
; CHECK: loop.full:
; CHECK-NEXT: %round = phi i64 [ [[NEXT:%.*]], %body.full ], [ 0, %full.rounds ]
; CHECK: br label %body.full
; CHECK: body.full:
; CHECK: [[NEXT]] = add nuw i64 %round, 1
; CHECK-NEXT: [[MORE:%.*]] = icmp ult i64 [[NEXT]], [[COUNT]]
; CHECK-NEXT: br i1 [[MORE]], label %loop.full, label %loop
; CHECK: loop:
; CHECK-NEXT: %i = phi i64 [ %id, %full.rounds ], [ %next, %body ], [ %next.full, %body.full ]
; CHECK-NEXT: %sum = phi float [ 0.000000e+00, %full.rounds ], [ %more.sum, %body ], [ %more.sum.full, %body.full ]
define spir_kernel void @sum(ptr addrspace(1) %p, i64 %n) {
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
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
  %next = add i64 %i, 64
  br label %loop
exit:
  store float %sum, ptr addrspace(1) %p
  ret void
}

; The group's work-items leave together anyway.
; CHECK-LABEL: define spir_kernel void @same(
; CHECK-NOT: full
; CHECK: ret void
define spir_kernel void @same(ptr addrspace(1) %p, i64 %n) {
entry:
  %group = call i64 @__mux_get_group_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %group, %entry ], [ %next, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %exit
body:
  %place = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %place
  %next = add i64 %i, 64
  br label %loop
exit:
  ret void
}

; Each work-item has a limit of its own.
; CHECK-LABEL: define spir_kernel void @own.limit(
; CHECK-NOT: full
; CHECK: ret void
define spir_kernel void @own.limit(ptr addrspace(1) %p, ptr addrspace(1) %limits) {
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %where = getelementptr i64, ptr addrspace(1) %limits, i64 %id
  %n = load i64, ptr addrspace(1) %where
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %exit
body:
  %place = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %place
  %next = add i64 %i, 64
  br label %loop
exit:
  ret void
}

; A barrier is not duplicated.
; CHECK-LABEL: define spir_kernel void @barrier(
; CHECK-NOT: full
; CHECK: ret void
define spir_kernel void @barrier(ptr addrspace(1) %p, i64 %n) {
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %exit
body:
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 0)
  %place = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %place
  %next = add i64 %i, 64
  br label %loop
exit:
  ret void
}

; In a kernel with barriers work-items meet behind the full rounds of a loop that accumulates, so that what is left is in another
; region.
; CHECK-LABEL: define spir_kernel void @meets(
; CHECK: full.rounds:
; CHECK-NEXT: br i1 {{%.*}}, label %loop.full, label %loop.met
; CHECK: br i1 {{%.*}}, label %loop.full, label %loop.met
; CHECK: loop.met:
; CHECK: [[SUM:%sum.*]] = phi float
; CHECK: call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
; CHECK-NEXT: br label %loop
; CHECK: loop:
; CHECK: phi float [ %more.sum, %body ], [ [[SUM]], %loop.met ]
define spir_kernel void @meets(ptr addrspace(1) %p, ptr addrspace(3) %t, i64 %n) {
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more.sum, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %exit
body:
  %place = getelementptr float, ptr addrspace(1) %p, i64 %i
  %x = load float, ptr addrspace(1) %place
  %more.sum = fadd float %sum, %x
  %next = add i64 %i, 64
  br label %loop
exit:
  %own = getelementptr float, ptr addrspace(3) %t, i64 %id
  store float %sum, ptr addrspace(3) %own
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  ret void
}

; Likewise behind those of a loop that counts in local memory; not in global memory, nor where it is used what was counted before.
; CHECK-LABEL: define spir_kernel void @counts(
; CHECK: loop.met:
; CHECK: call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
; CHECK-NEXT: br label %loop
; CHECK: other.full:
; CHECK-NOT: other.met
; CHECK: third.full:
; CHECK-NOT: third.met
; CHECK: ret void
define spir_kernel void @counts(ptr addrspace(1) %p, ptr addrspace(3) %t, i64 %n) {
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %between
body:
  %place = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %x = load i32, ptr addrspace(1) %place
  %bin = getelementptr i32, ptr addrspace(3) %t, i32 %x
  %old = atomicrmw volatile add ptr addrspace(3) %bin, i32 1 monotonic
  %next = add i64 %i, 64
  br label %loop
between:
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  br label %other
other:
  %j = phi i64 [ %id, %between ], [ %after, %other.body ]
  %again = icmp slt i64 %j, %n
  br i1 %again, label %other.body, label %behind
other.body:
  %from = getelementptr i32, ptr addrspace(1) %p, i64 %j
  %y = load i32, ptr addrspace(1) %from
  %to = getelementptr i32, ptr addrspace(1) %p, i32 %y
  %was = atomicrmw volatile add ptr addrspace(1) %to, i32 1 monotonic
  %after = add i64 %j, 64
  br label %other
behind:
  br label %third
third:
  %k = phi i64 [ %id, %behind ], [ %later, %third.body ]
  %still = icmp slt i64 %k, %n
  br i1 %still, label %third.body, label %exit
third.body:
  %its = getelementptr i32, ptr addrspace(1) %p, i64 %k
  %place.there = atomicrmw volatile add ptr addrspace(3) %t, i32 1 monotonic
  store i32 %place.there, ptr addrspace(1) %its
  %later = add i64 %k, 64
  br label %third
exit:
  ret void
}

; Not where some work-items do not come to the loop.
; CHECK-LABEL: define spir_kernel void @some.meet(
; CHECK: full.rounds:
; CHECK-NOT: loop.met
; CHECK: ret void
define spir_kernel void @some.meet(ptr addrspace(1) %p, ptr addrspace(3) %t, i64 %n) {
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %is.low = icmp ult i64 %id, 32
  br i1 %is.low, label %loop, label %exit
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more.sum, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %exit
body:
  %place = getelementptr float, ptr addrspace(1) %p, i64 %i
  %x = load float, ptr addrspace(1) %place
  %more.sum = fadd float %sum, %x
  %next = add i64 %i, 64
  br label %loop
exit:
  %all = phi float [ 1.0, %entry ], [ %sum, %loop ]
  %own = getelementptr float, ptr addrspace(3) %t, i64 %id
  store float %all, ptr addrspace(3) %own
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  ret void
}

; Nor for the few rounds that a known limit allows.
; CHECK-LABEL: define spir_kernel void @few.rounds(
; CHECK: full.rounds:
; CHECK-NOT: loop.met
; CHECK: ret void
define spir_kernel void @few.rounds(ptr addrspace(1) %p, ptr addrspace(3) %t) {
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more.sum, %body ]
  %more = icmp slt i64 %i, 300
  br i1 %more, label %body, label %exit
body:
  %place = getelementptr float, ptr addrspace(1) %p, i64 %i
  %x = load float, ptr addrspace(1) %place
  %more.sum = fadd float %sum, %x
  %next = add i64 %i, 64
  br label %loop
exit:
  %own = getelementptr float, ptr addrspace(3) %t, i64 %id
  store float %sum, ptr addrspace(3) %own
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  ret void
}

; One loop is enough where the sizes say that all work-items have the same number of rounds, however few.
; CHECK-LABEL: define spir_kernel void @equal.rounds(
; CHECK-NOT: full
; CHECK: loop:
; CHECK-NEXT: %round = phi i64 [ 0, %entry ], [ [[NEXT:%.*]], %body ]
; CHECK: [[MORE:%.*]] = icmp ult i64 %round, 3
; CHECK-NEXT: br i1 [[MORE]], label %body, label %exit
; CHECK: [[NEXT]] = add nuw nsw i64 %round, 1
; CHECK-NOT: full
; CHECK: ret void
define spir_kernel void @equal.rounds(ptr addrspace(1) %p, ptr addrspace(3) %t) !reqd_work_group_size !0 {
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %first = trunc i64 %id to i32
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more.sum, %body ]
  %more = icmp ult i32 %i, 768
  br i1 %more, label %body, label %exit
body:
  %place = getelementptr float, ptr addrspace(1) %p, i32 %i
  %x = load float, ptr addrspace(1) %place
  %more.sum = fadd float %sum, %x
  %next = add i32 %i, 256
  br label %loop
exit:
  %own = getelementptr float, ptr addrspace(3) %t, i64 %id
  store float %sum, ptr addrspace(3) %own
  ret void
}

; The first 232 work-items have one more.
; CHECK-LABEL: define spir_kernel void @unequal.rounds(
; CHECK: full.rounds:
; CHECK: ret void
define spir_kernel void @unequal.rounds(ptr addrspace(1) %p, ptr addrspace(3) %t) !reqd_work_group_size !0 {
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %first = trunc i64 %id to i32
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more.sum, %body ]
  %more = icmp ult i32 %i, 1000
  br i1 %more, label %body, label %exit
body:
  %place = getelementptr float, ptr addrspace(1) %p, i32 %i
  %x = load float, ptr addrspace(1) %place
  %more.sum = fadd float %sum, %x
  %next = add i32 %i, 256
  br label %loop
exit:
  %own = getelementptr float, ptr addrspace(3) %t, i64 %id
  store float %sum, ptr addrspace(3) %own
  ret void
}

; In a group whose size is not known, some may have more.
; CHECK-LABEL: define spir_kernel void @any.size(
; CHECK: full.rounds:
; CHECK: ret void
define spir_kernel void @any.size(ptr addrspace(1) %p, ptr addrspace(3) %t) {
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %first = trunc i64 %id to i32
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more.sum, %body ]
  %more = icmp ult i32 %i, 768
  br i1 %more, label %body, label %exit
body:
  %place = getelementptr float, ptr addrspace(1) %p, i32 %i
  %x = load float, ptr addrspace(1) %place
  %more.sum = fadd float %sum, %x
  %next = add i32 %i, 256
  br label %loop
exit:
  %own = getelementptr float, ptr addrspace(3) %t, i64 %id
  store float %sum, ptr addrspace(3) %own
  ret void
}

; All work-items would have the same number, if their counters did not begin anew behind the last one.
; CHECK-LABEL: define spir_kernel void @wrapping(
; CHECK: full.rounds:
; CHECK: ret void
define spir_kernel void @wrapping(ptr addrspace(1) %p, ptr addrspace(3) %t) !reqd_work_group_size !0 {
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %first = trunc i64 %id to i32
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more.sum, %body ]
  %more = icmp ult i32 %i, -256
  br i1 %more, label %body, label %exit
body:
  %place = getelementptr float, ptr addrspace(1) %p, i32 %i
  %x = load float, ptr addrspace(1) %place
  %more.sum = fadd float %sum, %x
  %next = add i32 %i, 256
  br label %loop
exit:
  %own = getelementptr float, ptr addrspace(3) %t, i64 %id
  store float %sum, ptr addrspace(3) %own
  ret void
}

; Work-items whose few rounds are not as many stay in the loop for as long as the others do.
; CHECK-LABEL: define spir_kernel void @few.unequal.rounds(
; CHECK: loop:
; CHECK-NEXT: %round = phi i64 [ 0, %entry ], [ [[NEXT:%.*]], %round.ends ]
; CHECK-NEXT: %i = phi i32 [ %first, %entry ], [ [[STEP:%.*]], %round.ends ]
; CHECK-NEXT: %sum = phi float [ 0.000000e+00, %entry ], [ [[KEPT:%.*]], %round.ends ]
; CHECK-NEXT: %more = icmp ult i32 %i, 300
; CHECK-NEXT: [[MORE:%.*]] = icmp ult i64 %round, 2
; CHECK-NEXT: br i1 [[MORE]], label %round.begins, label %exit
; CHECK: round.begins:
; CHECK-NEXT: br i1 %more, label %body, label %round.ends
; CHECK: body:
; CHECK: br label %round.ends
; CHECK: round.ends:
; CHECK-NEXT: [[KEPT]] = phi float [ %more.sum, %body ], [ %sum, %round.begins ]
; CHECK-NEXT: [[STEP]] = add i32 %i, 256
; CHECK-NEXT: [[NEXT]] = add nuw nsw i64 %round, 1
; CHECK-NEXT: br label %loop
define spir_kernel void @few.unequal.rounds(ptr addrspace(1) %p, ptr addrspace(3) %t) !reqd_work_group_size !0 {
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %first = trunc i64 %id to i32
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more.sum, %body ]
  %more = icmp ult i32 %i, 300
  br i1 %more, label %body, label %exit
body:
  %place = getelementptr float, ptr addrspace(1) %p, i32 %i
  %x = load float, ptr addrspace(1) %place
  %more.sum = fadd float %sum, %x
  %next = add i32 %i, 256
  br label %loop
exit:
  %own = getelementptr float, ptr addrspace(3) %t, i64 %id
  store float %sum, ptr addrspace(3) %own
  ret void
}

; Likewise where most have none, and where the test is the other way round.
; CHECK-LABEL: define spir_kernel void @less.than.one.round(
; CHECK: [[MORE:%.*]] = icmp ult i64 %round, 1
; CHECK-NEXT: br i1 [[MORE]], label %round.begins, label %exit
; CHECK: round.begins:
; CHECK-NEXT: br i1 %ends, label %round.ends, label %body
define spir_kernel void @less.than.one.round(ptr addrspace(1) %p, ptr addrspace(3) %t) !reqd_work_group_size !0 {
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %first = trunc i64 %id to i32
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more.sum, %body ]
  %ends = icmp uge i32 %i, 100
  br i1 %ends, label %exit, label %body
body:
  %place = getelementptr float, ptr addrspace(1) %p, i32 %i
  %x = load float, ptr addrspace(1) %place
  %more.sum = fadd float %sum, %x
  %next = add i32 %i, 256
  br label %loop
exit:
  %own = getelementptr float, ptr addrspace(3) %t, i64 %id
  store float %sum, ptr addrspace(3) %own
  ret void
}

; Not where the counter is needed as it is when a work-item leaves.
; CHECK-LABEL: define spir_kernel void @last.counter(
; CHECK-NOT: round
; CHECK: ret void
define spir_kernel void @last.counter(ptr addrspace(1) %p, ptr addrspace(3) %t) !reqd_work_group_size !0 {
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %first = trunc i64 %id to i32
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more.sum, %body ]
  %more = icmp ult i32 %i, 300
  br i1 %more, label %body, label %exit
body:
  %place = getelementptr float, ptr addrspace(1) %p, i32 %i
  %x = load float, ptr addrspace(1) %place
  %more.sum = fadd float %sum, %x
  %next = add i32 %i, 256
  br label %loop
exit:
  %own = getelementptr float, ptr addrspace(3) %t, i64 %id
  store i32 %i, ptr addrspace(3) %own
  ret void
}

!0 = !{i32 256, i32 1, i32 1}
