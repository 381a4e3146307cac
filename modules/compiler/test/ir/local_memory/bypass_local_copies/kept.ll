; Tiles that stay: what is read may not be what is in global memory any more, or it is not known whose
; element it is, or reading it there would be slow.
; RUN: muxc --passes=bypass-local-copies %s | FileCheck %s

declare i64 @__mux_get_local_id(i32)
declare i64 @__mux_get_global_id(i32)
declare i64 @__mux_get_group_id(i32) memory(none)
declare void @__mux_work_group_barrier(i32, i32, i32)

define spir_kernel void @no_barrier_before_the_write(ptr addrspace(1) %out, ptr addrspace(1) %in, ptr addrspace(3) %t, i64 %i) !reqd_work_group_size !0 {
; Another work-item may have written to `out`, which may be `in`.
; CHECK-LABEL: @no_barrier_before_the_write(
; CHECK: %v = load float, ptr addrspace(3) %q
  %x = call i64 @__mux_get_local_id(i32 0)
  %y = call i64 @__mux_get_local_id(i32 1)
  %g = call i64 @__mux_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %in, i64 %g
  %copied = load float, ptr addrspace(1) %p
  %to = getelementptr float, ptr addrspace(3) %t, i64 %x
  store float %copied, ptr addrspace(3) %to
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %q = getelementptr float, ptr addrspace(3) %t, i64 5
  %v = load float, ptr addrspace(3) %q
  %r = getelementptr float, ptr addrspace(1) %out, i64 %g
  store float %v, ptr addrspace(1) %r
  ret void
}

define spir_kernel void @written_between(ptr addrspace(1) %out, ptr addrspace(1) %in, ptr addrspace(3) %t, i64 %i) !reqd_work_group_size !0 {
; A store follows the copy.
; CHECK-LABEL: @written_between(
; CHECK: %v = load float, ptr addrspace(3) %q
  %x = call i64 @__mux_get_local_id(i32 0)
  %y = call i64 @__mux_get_local_id(i32 1)
  %g = call i64 @__mux_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %in, i64 %g
  %copied = load float, ptr addrspace(1) %p
  %to = getelementptr float, ptr addrspace(3) %t, i64 %x
  store float %copied, ptr addrspace(3) %to
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  store float 1.0, ptr addrspace(1) %out
  %q = getelementptr float, ptr addrspace(3) %t, i64 5
  %v = load float, ptr addrspace(3) %q
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %r = getelementptr float, ptr addrspace(1) %out, i64 %g
  store float %v, ptr addrspace(1) %r
  ret void
}

define spir_kernel void @id_of_the_group_in_a_varying_dimension(ptr addrspace(1) %out, ptr addrspace(1) %in, ptr addrspace(3) %t, i64 %i) !reqd_work_group_size !0 {
; Work-items ask for the id of their group in different dimensions.
; CHECK-LABEL: @id_of_the_group_in_a_varying_dimension(
; CHECK: %v = load float, ptr addrspace(3) %q
  %x = call i64 @__mux_get_local_id(i32 0)
  %y = call i64 @__mux_get_local_id(i32 1)
  %narrow = trunc i64 %x to i32
  %dimension = and i32 %narrow, 1
  %group = call i64 @__mux_get_group_id(i32 %dimension)
  %row = getelementptr [8 x float], ptr addrspace(1) %in, i64 %group
  %p = getelementptr float, ptr addrspace(1) %row, i64 %x
  %copied = load float, ptr addrspace(1) %p
  %to = getelementptr float, ptr addrspace(3) %t, i64 %x
  store float %copied, ptr addrspace(3) %to
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %q = getelementptr float, ptr addrspace(3) %t, i64 5
  %v = load float, ptr addrspace(3) %q
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %r = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float %v, ptr addrspace(1) %r
  ret void
}

define spir_kernel void @unknown_size(ptr addrspace(1) %out, ptr addrspace(1) %in, ptr addrspace(3) %t, i64 %i)  {
; How many elements there are is not known.
; CHECK-LABEL: @unknown_size(
; CHECK: %v = load float, ptr addrspace(3) %q
  %x = call i64 @__mux_get_local_id(i32 0)
  %y = call i64 @__mux_get_local_id(i32 1)
  %g = call i64 @__mux_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %in, i64 %g
  %copied = load float, ptr addrspace(1) %p
  %to = getelementptr float, ptr addrspace(3) %t, i64 %x
  store float %copied, ptr addrspace(3) %to
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %q = getelementptr float, ptr addrspace(3) %t, i64 5
  %v = load float, ptr addrspace(3) %q
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %r = getelementptr float, ptr addrspace(1) %out, i64 %g
  store float %v, ptr addrspace(1) %r
  ret void
}

define spir_kernel void @perhaps_out_of_range(ptr addrspace(1) %out, ptr addrspace(1) %in, ptr addrspace(3) %t, i64 %i) !reqd_work_group_size !0 {
; No work-item of the group may have written it.
; CHECK-LABEL: @perhaps_out_of_range(
; CHECK: %v = load float, ptr addrspace(3) %q
  %x = call i64 @__mux_get_local_id(i32 0)
  %y = call i64 @__mux_get_local_id(i32 1)
  %g = call i64 @__mux_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %in, i64 %g
  %copied = load float, ptr addrspace(1) %p
  %to = getelementptr float, ptr addrspace(3) %t, i64 %x
  store float %copied, ptr addrspace(3) %to
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %q = getelementptr float, ptr addrspace(3) %t, i64 %i
  %v = load float, ptr addrspace(3) %q
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %r = getelementptr float, ptr addrspace(1) %out, i64 %g
  store float %v, ptr addrspace(1) %r
  ret void
}

define spir_kernel void @beyond(ptr addrspace(1) %out, ptr addrspace(1) %in, ptr addrspace(3) %t, i64 %i) !reqd_work_group_size !0 {
; Nor this.
; CHECK-LABEL: @beyond(
; CHECK: %v = load float, ptr addrspace(3) %q
  %x = call i64 @__mux_get_local_id(i32 0)
  %y = call i64 @__mux_get_local_id(i32 1)
  %g = call i64 @__mux_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %in, i64 %g
  %copied = load float, ptr addrspace(1) %p
  %to = getelementptr float, ptr addrspace(3) %t, i64 %x
  store float %copied, ptr addrspace(3) %to
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %q = getelementptr float, ptr addrspace(3) %t, i64 64
  %v = load float, ptr addrspace(3) %q
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %r = getelementptr float, ptr addrspace(1) %out, i64 %g
  store float %v, ptr addrspace(1) %r
  ret void
}

define spir_kernel void @two_writers(ptr addrspace(1) %out, ptr addrspace(1) %in, ptr addrspace(3) %t, i64 %i) !reqd_work_group_size !0 {
; Two work-items write each element.
; CHECK-LABEL: @two_writers(
; CHECK: %v = load float, ptr addrspace(3) %q
  %x = call i64 @__mux_get_local_id(i32 0)
  %y = call i64 @__mux_get_local_id(i32 1)
  %g = call i64 @__mux_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %in, i64 %g
  %copied = load float, ptr addrspace(1) %p
  %half = lshr i64 %x, 1
  %to = getelementptr float, ptr addrspace(3) %t, i64 %half
  store float %copied, ptr addrspace(3) %to
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %q = getelementptr float, ptr addrspace(3) %t, i64 5
  %v = load float, ptr addrspace(3) %q
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %r = getelementptr float, ptr addrspace(1) %out, i64 %g
  store float %v, ptr addrspace(1) %r
  ret void
}

define spir_kernel void @two_rows_in_one(ptr addrspace(1) %out, ptr addrspace(1) %in, ptr addrspace(3) %t, i64 %i) !reqd_work_group_size !1 {
; So do these: the second row writes over the first.
; CHECK-LABEL: @two_rows_in_one(
; CHECK: %v = load float, ptr addrspace(3) %q
  %x = call i64 @__mux_get_local_id(i32 0)
  %y = call i64 @__mux_get_local_id(i32 1)
  %g = call i64 @__mux_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %in, i64 %g
  %copied = load float, ptr addrspace(1) %p
  %to = getelementptr float, ptr addrspace(3) %t, i64 %x
  store float %copied, ptr addrspace(3) %to
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %q = getelementptr float, ptr addrspace(3) %t, i64 5
  %v = load float, ptr addrspace(3) %q
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %r = getelementptr float, ptr addrspace(1) %out, i64 %g
  store float %v, ptr addrspace(1) %r
  ret void
}

define spir_kernel void @transposed(ptr addrspace(1) %out, ptr addrspace(1) %in, ptr addrspace(3) %t, i64 %i) !reqd_work_group_size !2 {
; Neighbours would read what is far apart.
; CHECK-LABEL: @transposed(
; CHECK: %v = load float, ptr addrspace(3) %q
  %x = call i64 @__mux_get_local_id(i32 0)
  %y = call i64 @__mux_get_local_id(i32 1)
  %g = call i64 @__mux_get_global_id(i32 0)
  %row = mul i64 %y, 1040
  %at = add i64 %row, %x
  %p = getelementptr float, ptr addrspace(1) %in, i64 %at
  %copied = load float, ptr addrspace(1) %p
  %to = getelementptr [8 x float], ptr addrspace(3) %t, i64 %y, i64 %x
  store float %copied, ptr addrspace(3) %to
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %q = getelementptr [8 x float], ptr addrspace(3) %t, i64 %x, i64 %y
  %v = load float, ptr addrspace(3) %q
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %r = getelementptr float, ptr addrspace(1) %out, i64 %g
  store float %v, ptr addrspace(1) %r
  ret void
}

define spir_kernel void @one_set(ptr addrspace(1) %out, ptr addrspace(1) %in, ptr addrspace(3) %t, i64 %i) !reqd_work_group_size !3 {
; Sixteen rows, 4096 bytes apart, would share the places of one set of a cache.
; CHECK-LABEL: @one_set(
; CHECK: %v = load float, ptr addrspace(3) %q
  %x = call i64 @__mux_get_local_id(i32 0)
  %y = call i64 @__mux_get_local_id(i32 1)
  %g = call i64 @__mux_get_global_id(i32 0)
  %row = mul i64 %y, 1024
  %at = add i64 %row, %x
  %p = getelementptr float, ptr addrspace(1) %in, i64 %at
  %copied = load float, ptr addrspace(1) %p
  %to = getelementptr [16 x float], ptr addrspace(3) %t, i64 %y, i64 %x
  store float %copied, ptr addrspace(3) %to
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %q = getelementptr [16 x float], ptr addrspace(3) %t, i64 5, i64 %x
  %v = load float, ptr addrspace(3) %q
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %r = getelementptr float, ptr addrspace(1) %out, i64 %g
  store float %v, ptr addrspace(1) %r
  ret void
}

define spir_kernel void @of_the_round_before(ptr addrspace(1) %out, ptr addrspace(1) %in, ptr addrspace(3) %t, i64 %n) !reqd_work_group_size !0 {
; Behind the loop %j is one more than it was when the copy was made.
; CHECK-LABEL: @of_the_round_before(
; CHECK: %v = load float, ptr addrspace(3) %q
entry:
  %x = call i64 @__mux_get_local_id(i32 0)
  %g = call i64 @__mux_get_global_id(i32 0)
  br label %rounds
rounds:
  %j = phi i64 [ 0, %entry ], [ %j.next, %rounds ]
  %at = add i64 %g, %j
  %p = getelementptr float, ptr addrspace(1) %in, i64 %at
  %copied = load float, ptr addrspace(1) %p
  %to = getelementptr float, ptr addrspace(3) %t, i64 %x
  store float %copied, ptr addrspace(3) %to
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %j.next = add i64 %j, 1
  %more = icmp ult i64 %j.next, %n
  br i1 %more, label %rounds, label %end
end:
  %q = getelementptr float, ptr addrspace(3) %t, i64 5
  %v = load float, ptr addrspace(3) %q
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %r = getelementptr float, ptr addrspace(1) %out, i64 %g
  store float %v, ptr addrspace(1) %r
  ret void
}

define spir_kernel void @each_its_own(ptr addrspace(1) %out, ptr addrspace(1) %in, ptr addrspace(3) %t, ptr addrspace(1) %where) !reqd_work_group_size !0 {
; The address that the other work-item read from is in that one's registers.
; CHECK-LABEL: @each_its_own(
; CHECK: %v = load float, ptr addrspace(3) %q
  %x = call i64 @__mux_get_local_id(i32 0)
  %g = call i64 @__mux_get_global_id(i32 0)
  %w = getelementptr i64, ptr addrspace(1) %where, i64 %g
  %at = load i64, ptr addrspace(1) %w
  %p = getelementptr float, ptr addrspace(1) %in, i64 %at
  %copied = load float, ptr addrspace(1) %p
  %to = getelementptr float, ptr addrspace(3) %t, i64 %x
  store float %copied, ptr addrspace(3) %to
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %q = getelementptr float, ptr addrspace(3) %t, i64 5
  %v = load float, ptr addrspace(3) %q
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %r = getelementptr float, ptr addrspace(1) %out, i64 %g
  store float %v, ptr addrspace(1) %r
  ret void
}

define spir_kernel void @written_beside(ptr addrspace(1) %out, ptr addrspace(1) %in, ptr addrspace(3) %t) !reqd_work_group_size !0 {
; While some read others write.
; CHECK-LABEL: @written_beside(
; CHECK: %v = load float, ptr addrspace(3) %q
entry:
  %x = call i64 @__mux_get_local_id(i32 0)
  %g = call i64 @__mux_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %in, i64 %g
  %copied = load float, ptr addrspace(1) %p
  %to = getelementptr float, ptr addrspace(3) %t, i64 %x
  store float %copied, ptr addrspace(3) %to
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %odd = trunc i64 %x to i1
  br i1 %odd, label %reads, label %writes
reads:
  %q = getelementptr float, ptr addrspace(3) %t, i64 5
  %v = load float, ptr addrspace(3) %q
  br label %end
writes:
  store float 0.0, ptr addrspace(1) %out
  br label %end
end:
  %what = phi float [ %v, %reads ], [ 1.0, %writes ]
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %r = getelementptr float, ptr addrspace(1) %out, i64 %g
  store float %what, ptr addrspace(1) %r
  ret void
}

define spir_kernel void @written_on_one_way(ptr addrspace(1) %out, ptr addrspace(1) %in, ptr addrspace(3) %t, i1 %c) !reqd_work_group_size !0 {
; Two blocks before it is read.
; CHECK-LABEL: @written_on_one_way(
; CHECK: %v = load float, ptr addrspace(3) %q
  %x = call i64 @__mux_get_local_id(i32 0)
  %g = call i64 @__mux_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %in, i64 %g
  %copied = load float, ptr addrspace(1) %p
  %to = getelementptr float, ptr addrspace(3) %t, i64 %x
  store float %copied, ptr addrspace(3) %to
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  br i1 %c, label %write, label %join
write:
  store float 1.0, ptr addrspace(1) %out
  br label %join
join:
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %q = getelementptr float, ptr addrspace(3) %t, i64 5
  %v = load float, ptr addrspace(3) %q
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %r = getelementptr float, ptr addrspace(1) %out, i64 %g
  store float %v, ptr addrspace(1) %r
  ret void
}

define spir_kernel void @written_further_round(ptr addrspace(1) %out, ptr addrspace(1) %in, ptr addrspace(3) %t, i64 %n) !reqd_work_group_size !0 {
; In a round of the loop after the first, the stores of the round before follow the copy.
; CHECK-LABEL: @written_further_round(
; CHECK: %v = load float, ptr addrspace(3) %q
entry:
  %x = call i64 @__mux_get_local_id(i32 0)
  %g = call i64 @__mux_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %in, i64 %g
  %copied = load float, ptr addrspace(1) %p
  %to = getelementptr float, ptr addrspace(3) %t, i64 %x
  store float %copied, ptr addrspace(3) %to
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %r = getelementptr float, ptr addrspace(1) %out, i64 %g
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr float, ptr addrspace(3) %t, i64 5
  %v = load float, ptr addrspace(3) %q
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  store float %v, ptr addrspace(1) %r
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

define spir_kernel void @written_on_another_way(ptr addrspace(1) %out, ptr addrspace(1) %in, ptr addrspace(3) %t, i64 %n) !reqd_work_group_size !0 {
; Between the same barriers as the read, though not before it.
; CHECK-LABEL: @written_on_another_way(
; CHECK: %v = load float, ptr addrspace(3) %q
entry:
  %x = call i64 @__mux_get_local_id(i32 0)
  %g = call i64 @__mux_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %in, i64 %g
  %copied = load float, ptr addrspace(1) %p
  %to = getelementptr float, ptr addrspace(3) %t, i64 %x
  store float %copied, ptr addrspace(3) %to
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %c = icmp ult i64 %x, 8
  br i1 %c, label %write, label %read
write:
  store float 1.0, ptr addrspace(1) %out
  ret void
read:
  %q = getelementptr float, ptr addrspace(3) %t, i64 5
  %v = load float, ptr addrspace(3) %q
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %r = getelementptr float, ptr addrspace(1) %out, i64 %g
  store float %v, ptr addrspace(1) %r
  ret void
}

!0 = !{i32 64, i32 1, i32 1}
!1 = !{i32 64, i32 2, i32 1}
!2 = !{i32 8, i32 8, i32 1}
!3 = !{i32 16, i32 16, i32 1}

define spir_kernel void @told_between(ptr addrspace(1) %out, ptr addrspace(1) %in, ptr addrspace(3) %t, ptr addrspace(3) %flag) !reqd_work_group_size !0 {
; A store behind the copy signals to others that it has been made.
; CHECK-LABEL: @told_between(
; CHECK: %v = load float, ptr addrspace(3) %q
  %x = call i64 @__mux_get_local_id(i32 0)
  %g = call i64 @__mux_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %in, i64 %g
  %copied = load float, ptr addrspace(1) %p
  %to = getelementptr float, ptr addrspace(3) %t, i64 %x
  store float %copied, ptr addrspace(3) %to
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  store atomic i32 1, ptr addrspace(3) %flag release, align 4
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %q = getelementptr float, ptr addrspace(3) %t, i64 5
  %v = load float, ptr addrspace(3) %q
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %r = getelementptr float, ptr addrspace(1) %out, i64 %g
  store float %v, ptr addrspace(1) %r
  ret void
}

define spir_kernel void @fenced_between(ptr addrspace(1) %out, ptr addrspace(1) %in, ptr addrspace(3) %t) !reqd_work_group_size !0 {
; CHECK-LABEL: @fenced_between(
; CHECK: %v = load float, ptr addrspace(3) %q
  %x = call i64 @__mux_get_local_id(i32 0)
  %g = call i64 @__mux_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %in, i64 %g
  %copied = load float, ptr addrspace(1) %p
  %to = getelementptr float, ptr addrspace(3) %t, i64 %x
  store float %copied, ptr addrspace(3) %to
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  fence release
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %q = getelementptr float, ptr addrspace(3) %t, i64 5
  %v = load float, ptr addrspace(3) %q
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %r = getelementptr float, ptr addrspace(1) %out, i64 %g
  store float %v, ptr addrspace(1) %r
  ret void
}

define spir_kernel void @some_return(ptr addrspace(1) %out, ptr addrspace(1) %in, ptr addrspace(3) %t, i64 %n) !reqd_work_group_size !0 {
; The elements that returned work-items would copy may lie beyond the end of a buffer.
; CHECK-LABEL: @some_return(
; CHECK: %v = load float, ptr addrspace(3) %q
  %x = call i64 @__mux_get_local_id(i32 0)
  %g = call i64 @__mux_get_global_id(i32 0)
  %is_in = icmp ult i64 %g, %n
  br i1 %is_in, label %copy, label %end
copy:
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %p = getelementptr float, ptr addrspace(1) %in, i64 %g
  %copied = load float, ptr addrspace(1) %p
  %to = getelementptr float, ptr addrspace(3) %t, i64 %x
  store float %copied, ptr addrspace(3) %to
  call void @__mux_work_group_barrier(i32 1, i32 2, i32 264)
  %q = getelementptr float, ptr addrspace(3) %t, i64 5
  %v = load float, ptr addrspace(3) %q
  %r = getelementptr float, ptr addrspace(1) %out, i64 %g
  store float %v, ptr addrspace(1) %r
  br label %end
end:
  ret void
}
