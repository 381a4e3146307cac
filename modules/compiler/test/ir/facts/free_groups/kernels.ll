; Kernels that walk along x and cannot tell their groups are marked; those that can tell, or for which tiles may be better,
; are not.
; RUN: muxc --passes=free-groups %s | FileCheck %s

declare i64 @__mux_get_global_id(i32) memory(none)
declare i64 @__mux_get_global_size(i32) memory(none)
declare i64 @__mux_get_local_id(i32) memory(none)
declare i64 @__mux_get_group_id(i32) memory(none)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare float @pure(float) memory(none)
declare float @impure(float)
declare spir_func i64 @__mux_get_round(i32, i64)
declare i32 @_Z22get_sub_group_local_idv() convergent memory(none)

; Short loops of known length do not matter.
; CHECK: define spir_kernel void @neighbours({{.*}}) #[[FREE:[0-9]+]] {
define spir_kernel void @neighbours(ptr addrspace(1) %p, ptr addrspace(1) %q) {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %at = add i64 %x, %i
  %place = getelementptr float, ptr addrspace(1) %p, i64 %at
  %value = load float, ptr addrspace(1) %place
  %more = fadd float %sum, %value
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 5
  br i1 %again, label %loop, label %end
end:
  %out = getelementptr float, ptr addrspace(1) %q, i64 %x
  store float %more, ptr addrspace(1) %out
  ret void
}

; Longer ones do.
; CHECK: define spir_kernel void @far_neighbours({{.*}}%q) {
define spir_kernel void @far_neighbours(ptr addrspace(1) %p, ptr addrspace(1) %q) {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %at = add i64 %x, %i
  %place = getelementptr float, ptr addrspace(1) %p, i64 %at
  %value = load float, ptr addrspace(1) %place
  %more = fadd float %sum, %value
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 65
  br i1 %again, label %loop, label %end
end:
  %out = getelementptr float, ptr addrspace(1) %q, i64 %x
  store float %more, ptr addrspace(1) %out
  ret void
}

; CHECK: define spir_kernel void @rows({{.*}}) #[[FREE]] {
define spir_kernel void @rows(ptr addrspace(1) %p, i32 %pitch) {
  %x = call i64 @__mux_get_global_id(i32 0)
  %y = call i64 @__mux_get_global_id(i32 1)
  %x32 = trunc i64 %x to i32
  %y32 = trunc i64 %y to i32
  %row = mul i32 %y32, %pitch
  %i = add i32 %row, %x32
  %i64 = sext i32 %i to i64
  %place = getelementptr float, ptr addrspace(1) %p, i64 %i64
  %value = load float, ptr addrspace(1) %place
  %twice = call float @pure(float %value)
  store float %twice, ptr addrspace(1) %place
  ret void
}

; Neighbours within the bounds of an image, whichever way the bounds are kept.
; CHECK: define spir_kernel void @clamped({{.*}}) #[[FREE]] {
define spir_kernel void @clamped(ptr addrspace(1) %out, ptr addrspace(1) %in, i32 %last) {
  %x = call i64 @__mux_get_global_id(i32 0)
  %x32 = trunc i64 %x to i32
  %left = add i32 %x32, -1
  %from = call i32 @llvm.smax.i32(i32 %left, i32 0)
  %is.last = icmp eq i32 %x32, %last
  %right = add i32 %x32, 1
  %to = select i1 %is.last, i32 %last, i32 %right
  %from64 = sext i32 %from to i64
  %to64 = sext i32 %to to i64
  %a = getelementptr float, ptr addrspace(1) %in, i64 %from64
  %b = getelementptr float, ptr addrspace(1) %in, i64 %to64
  %first = load float, ptr addrspace(1) %a
  %second = load float, ptr addrspace(1) %b
  %sum = fadd float %first, %second
  %c = getelementptr float, ptr addrspace(1) %out, i64 %x
  store float %sum, ptr addrspace(1) %c
  ret void
}

; As `int i = get_global_id(0)` and `uint i` are.
; CHECK: define spir_kernel void @narrow_ids({{.*}}) #[[FREE]] {
define spir_kernel void @narrow_ids(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %x = call i64 @__mux_get_global_id(i32 0)
  %up = shl i64 %x, 32
  %i = ashr exact i64 %up, 32
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %i
  store i64 0, ptr addrspace(1) %a
  %j = and i64 %x, 4294967295
  %b = getelementptr i64, ptr addrspace(1) %q, i64 %j
  store i64 0, ptr addrspace(1) %b
  ret void
}

; The same as bytes, which LLVM makes of an index where it brings the row's address out of a loop; elements that are too far apart.
; CHECK: define spir_kernel void @narrow_ids_as_bytes({{.*}}) #[[FREE]] {
define spir_kernel void @narrow_ids_as_bytes(ptr addrspace(1) %p) {
  %x = call i64 @__mux_get_global_id(i32 0)
  %up = shl i64 %x, 32
  %bytes = ashr exact i64 %up, 30
  %a = getelementptr i8, ptr addrspace(1) %p, i64 %bytes
  store i32 0, ptr addrspace(1) %a
  ret void
}

; CHECK: define spir_kernel void @narrow_ids_of_large_elements({{.*}}%p) {
define spir_kernel void @narrow_ids_of_large_elements(ptr addrspace(1) %p) {
  %x = call i64 @__mux_get_global_id(i32 0)
  %up = shl i64 %x, 32
  %bytes = ashr exact i64 %up, 24
  %a = getelementptr i8, ptr addrspace(1) %p, i64 %bytes
  store i32 0, ptr addrspace(1) %a
  ret void
}

; CHECK: define spir_kernel void @transposes({{.*}}) {
define spir_kernel void @transposes(ptr addrspace(1) %out, ptr addrspace(1) %in, i64 %n) {
  %x = call i64 @__mux_get_global_id(i32 0)
  %y = call i64 @__mux_get_global_id(i32 1)
  %row = mul i64 %y, %n
  %i = add i64 %row, %x
  %a = getelementptr float, ptr addrspace(1) %in, i64 %i
  %value = load float, ptr addrspace(1) %a
  %column = mul i64 %x, %n
  %j = add i64 %column, %y
  %b = getelementptr float, ptr addrspace(1) %out, i64 %j
  store float %value, ptr addrspace(1) %b
  ret void
}

; CHECK: define spir_kernel void @far_apart({{.*}}) {
define spir_kernel void @far_apart(ptr addrspace(1) %p) {
  %x = call i64 @__mux_get_global_id(i32 0)
  %i = mul i64 %x, 17
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 0.0, ptr addrspace(1) %a
  ret void
}

; CHECK: define spir_kernel void @asks_for_its_group({{.*}}) {
define spir_kernel void @asks_for_its_group(ptr addrspace(1) %p) {
  %x = call i64 @__mux_get_global_id(i32 0)
  %g = call i64 @__mux_get_group_id(i32 0)
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %x
  store i64 %g, ptr addrspace(1) %a
  ret void
}

; CHECK: define spir_kernel void @asks_for_its_place({{.*}}) {
define spir_kernel void @asks_for_its_place(ptr addrspace(1) %p) {
  %x = call i64 @__mux_get_global_id(i32 0)
  %l = call i64 @__mux_get_local_id(i32 1)
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %x
  store i64 %l, ptr addrspace(1) %a
  ret void
}

; Gathers: the index is in memory.
; CHECK: define spir_kernel void @gathers({{.*}}) {
define spir_kernel void @gathers(ptr addrspace(1) %p, ptr addrspace(1) %indices) {
  %x = call i64 @__mux_get_global_id(i32 0)
  %a = getelementptr i64, ptr addrspace(1) %indices, i64 %x
  %i = load i64, ptr addrspace(1) %a
  %b = getelementptr i64, ptr addrspace(1) %p, i64 %i
  store i64 %x, ptr addrspace(1) %b
  ret void
}

; The index has been in private memory, which may hold anything.
; CHECK: define spir_kernel void @through_private_memory({{.*}}) {
define spir_kernel void @through_private_memory(ptr addrspace(1) %p, i64 %which) {
  %own = alloca [4 x i64]
  %x = call i64 @__mux_get_global_id(i32 0)
  %far = mul i64 %x, %x
  %w = getelementptr i64, ptr %own, i64 %which
  store i64 %far, ptr %w
  %i = load i64, ptr %own
  %b = getelementptr i64, ptr addrspace(1) %p, i64 %i
  store i64 %x, ptr addrspace(1) %b
  ret void
}

; CHECK: define spir_kernel void @has_a_loop({{.*}}) {
define spir_kernel void @has_a_loop(ptr addrspace(1) %p, i64 %n) {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = add i64 %x, %i
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %place
  store i64 %i, ptr addrspace(1) %a
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK: define spir_kernel void @has_local_memory({{.*}}) {
define spir_kernel void @has_local_memory(ptr addrspace(1) %p, ptr addrspace(3) %t) {
  %x = call i64 @__mux_get_global_id(i32 0)
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %x
  store i64 0, ptr addrspace(1) %a
  ret void
}

; CHECK: define spir_kernel void @is_atomic({{.*}}) {
define spir_kernel void @is_atomic(ptr addrspace(1) %p) {
  %x = call i64 @__mux_get_global_id(i32 0)
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %x
  %before = atomicrmw add ptr addrspace(1) %p, i64 1 monotonic
  store i64 %before, ptr addrspace(1) %a
  ret void
}

; CHECK: define spir_kernel void @is_volatile({{.*}}) {
define spir_kernel void @is_volatile(ptr addrspace(1) %p) {
  %x = call i64 @__mux_get_global_id(i32 0)
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %x
  store volatile i64 0, ptr addrspace(1) %a
  ret void
}

; CHECK: define spir_kernel void @calls_anything({{.*}}) {
define spir_kernel void @calls_anything(ptr addrspace(1) %p) {
  %x = call i64 @__mux_get_global_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %x
  %value = call float @impure(float 0.0)
  store float %value, ptr addrspace(1) %a
  ret void
}

; CHECK: define spir_kernel void @asks_for_its_lane({{.*}}) {
define spir_kernel void @asks_for_its_lane(ptr addrspace(1) %p) {
  %x = call i64 @__mux_get_global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %x
  %lane = call i32 @_Z22get_sub_group_local_idv() convergent
  store i32 %lane, ptr addrspace(1) %a
  ret void
}

; CHECK: define spir_kernel void @requires_a_size({{.*}}) !reqd_work_group_size
define spir_kernel void @requires_a_size(ptr addrspace(1) %p) !reqd_work_group_size !0 {
  %x = call i64 @__mux_get_global_id(i32 0)
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %x
  store i64 0, ptr addrspace(1) %a
  ret void
}

!0 = !{i32 16, i32 16, i32 1}

; The block kept for launches in which the rounds of a loop would be wrong does not matter.
; CHECK: define spir_kernel void @rounds({{.*}}) #[[FREE]] {
define spir_kernel void @rounds(ptr addrspace(1) %p, i64 %n, i64 %count, i1 %valid) {
entry:
  %size = call i64 @__mux_get_global_size(i32 0)
  %round = call spir_func i64 @__mux_get_round(i32 0, i64 %count)
  br i1 %valid, label %once, label %kept
once:
  %x = call i64 @__mux_get_global_id(i32 0)
  %at = mul i64 %round, %size
  %i = add i64 %x, %at
  %place = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %place
  ret void
kept:
  %kept.x = call i64 @__mux_get_global_id(i32 0)
  br label %loop
loop:
  %kept.i = phi i64 [ %kept.x, %kept ], [ %next, %loop ]
  %kept.place = getelementptr float, ptr addrspace(1) %p, i64 %kept.i
  store float 1.0, ptr addrspace(1) %kept.place
  %next = add i64 %kept.i, %size
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; A product of matrices: what a loop reads depends on x or on y.
; CHECK: define spir_kernel void @product({{.*}}) #[[ROWS:[0-9]+]] {
define spir_kernel void @product(ptr addrspace(1) %c, ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %y = call i64 @__mux_get_global_id(i32 1)
  %row = mul i64 %y, %n
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %pi = add i64 %row, %i
  %p = getelementptr float, ptr addrspace(1) %a, i64 %pi
  %qi.row = mul i64 %i, %n
  %qi = add i64 %qi.row, %x
  %q = getelementptr float, ptr addrspace(1) %b, i64 %qi
  %left = load float, ptr addrspace(1) %p
  %right = load float, ptr addrspace(1) %q
  %product = fmul float %left, %right
  %more = fadd float %sum, %product
  %next = add i64 %i, 1
  %last = icmp eq i64 %next, %n
  br i1 %last, label %exit, label %loop
exit:
  %at = add i64 %row, %x
  %place = getelementptr float, ptr addrspace(1) %c, i64 %at
  store float %more, ptr addrspace(1) %place
  ret void
}

; In a filter's loop addresses depend on both: tiles find neighbours in the cache.
; CHECK: define spir_kernel void @filter({{.*}}) {
define spir_kernel void @filter(ptr addrspace(1) %c, ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %y = call i64 @__mux_get_global_id(i32 1)
  %row = mul i64 %y, %n
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %pi.row = add i64 %y, %i
  %pi.at = mul i64 %pi.row, %n
  %pi = add i64 %pi.at, %x
  %p = getelementptr float, ptr addrspace(1) %a, i64 %pi
  %q = getelementptr float, ptr addrspace(1) %b, i64 %i
  %left = load float, ptr addrspace(1) %p
  %right = load float, ptr addrspace(1) %q
  %product = fmul float %left, %right
  %more = fadd float %sum, %product
  %next = add i64 %i, 1
  %last = icmp eq i64 %next, %n
  br i1 %last, label %exit, label %loop
exit:
  %at = add i64 %row, %x
  %place = getelementptr float, ptr addrspace(1) %c, i64 %at
  store float %more, ptr addrspace(1) %place
  ret void
}

; All rows read the same in this loop.
; CHECK: define spir_kernel void @vector_product({{.*}}) {
define spir_kernel void @vector_product(ptr addrspace(1) %c, ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %y = call i64 @__mux_get_global_id(i32 1)
  %row = mul i64 %y, %n
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %p = getelementptr float, ptr addrspace(1) %a, i64 %i
  %qi.row = mul i64 %i, %n
  %qi = add i64 %qi.row, %x
  %q = getelementptr float, ptr addrspace(1) %b, i64 %qi
  %left = load float, ptr addrspace(1) %p
  %right = load float, ptr addrspace(1) %q
  %product = fmul float %left, %right
  %more = fadd float %sum, %product
  %next = add i64 %i, 1
  %last = icmp eq i64 %next, %n
  br i1 %last, label %exit, label %loop
exit:
  %at = add i64 %row, %x
  %place = getelementptr float, ptr addrspace(1) %c, i64 %at
  store float %more, ptr addrspace(1) %place
  ret void
}

; CHECK: attributes #[[FREE]] = {{.*}}"lanewise-free-groups" }
; CHECK: attributes #[[ROWS]] = {{.*}}"lanewise-free-groups"="rows"
