; A tile that only copies global memory is left out: the element that work-item (i, y) would have
; written, and that of (x, i), are read where they come from.
; RUN: muxc --passes=bypass-local-copies %s | FileCheck %s

declare i64 @__mux_get_local_id(i32)
declare i64 @__mux_get_global_id(i32)
declare void @__mux_work_group_barrier(i32, i32, i32)

@ta = internal addrspace(3) global [16 x [16 x float]] undef
@tb = internal addrspace(3) global [16 x [16 x float]] undef

define spir_kernel void @product(ptr addrspace(1) %c, ptr addrspace(1) %a, ptr addrspace(1) %b) !reqd_work_group_size !0 {
; CHECK-LABEL: @product(
; CHECK-NOT: addrspace(3)
; CHECK: inner:
; CHECK: [[I_WIDE:%.*]] = sext i32 %i to i64
; CHECK: [[I:%.*]] = trunc i64 [[I_WIDE]] to i32
; CHECK: [[AT_A:%.*]] = add nsw i32 %from, [[I]]
; CHECK: [[WIDE_A:%.*]] = sext i32 [[AT_A]] to i64
; CHECK: [[A:%.*]] = getelementptr inbounds float, ptr addrspace(1) %a, i64 [[WIDE_A]]
; CHECK: %u = load float, ptr addrspace(1) [[A]], align 4
; CHECK: [[J:%.*]] = trunc i64 {{%.*}} to i32
; CHECK: [[ROW:%.*]] = add nsw i32 %t, [[J]]
; CHECK: [[SCALED:%.*]] = shl nsw i32 [[ROW]], 9
; CHECK: [[AT_B:%.*]] = add nsw i32 [[SCALED]], %column
; CHECK: [[WIDE_B:%.*]] = sext i32 [[AT_B]] to i64
; CHECK: [[B:%.*]] = getelementptr inbounds float, ptr addrspace(1) %b, i64 [[WIDE_B]]
; CHECK: %v = load float, ptr addrspace(1) [[B]], align 4
; CHECK-NOT: addrspace(3)
; CHECK: ret void
entry:
  %x = call i64 @__mux_get_local_id(i32 0)
  %y = call i64 @__mux_get_local_id(i32 1)
  %x32 = trunc i64 %x to i32
  %y32 = trunc i64 %y to i32
  %gx = call i64 @__mux_get_global_id(i32 0)
  %gy = call i64 @__mux_get_global_id(i32 1)
  %column = trunc i64 %gx to i32
  %row = trunc i64 %gy to i32
  br label %tiles
tiles:
  %t = phi i32 [ 0, %entry ], [ %t.next, %done ]
  %sum = phi float [ 0.0, %entry ], [ %s, %done ]
  %first = shl nsw i32 %row, 9
  %from = add nsw i32 %first, %t
  %at.a = add nsw i32 %from, %x32
  %at.a64 = sext i32 %at.a to i64
  %p.a = getelementptr inbounds float, ptr addrspace(1) %a, i64 %at.a64
  %copied.a = load float, ptr addrspace(1) %p.a
  %to.a = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @ta, i64 0, i64 %y, i64 %x
  store float %copied.a, ptr addrspace(3) %to.a
  %line = add nsw i32 %t, %y32
  %line512 = shl nsw i32 %line, 9
  %at.b = add nsw i32 %line512, %column
  %at.b64 = sext i32 %at.b to i64
  %p.b = getelementptr inbounds float, ptr addrspace(1) %b, i64 %at.b64
  %copied.b = load float, ptr addrspace(1) %p.b
  %to.b = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @tb, i64 0, i64 %y, i64 %x
  store float %copied.b, ptr addrspace(3) %to.b
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  br label %head
head:
  %i = phi i32 [ 0, %tiles ], [ %i.next, %inner ]
  %s = phi float [ %sum, %tiles ], [ %s.next, %inner ]
  %more = icmp ult i32 %i, 16
  br i1 %more, label %inner, label %done
inner:
  %wide = zext nneg i32 %i to i64
  %q.a = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @ta, i64 0, i64 %y, i64 %wide
  %u = load float, ptr addrspace(3) %q.a
  %q.b = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @tb, i64 0, i64 %wide, i64 %x
  %v = load float, ptr addrspace(3) %q.b
  %product = fmul float %u, %v
  %s.next = fadd float %s, %product
  %i.next = add nuw nsw i32 %i, 1
  br label %head
done:
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %t.next = add nuw nsw i32 %t, 16
  %again = icmp ult i32 %t.next, 512
  br i1 %again, label %tiles, label %end
end:
  %first.c = shl nsw i32 %row, 9
  %at.c = add nsw i32 %first.c, %column
  %at.c64 = sext i32 %at.c to i64
  %p.c = getelementptr inbounds float, ptr addrspace(1) %c, i64 %at.c64
  store float %s, ptr addrspace(1) %p.c
  ret void
}

define spir_kernel void @argument(ptr addrspace(1) %out, ptr addrspace(1) %in, ptr addrspace(3) %t, i64 %i) !reqd_work_group_size !1 {
; Of an element whose number is known: that of its work-item.
; CHECK-LABEL: @argument(
; CHECK: barrier
; CHECK: [[ID:%.*]] = call i64 @__mux_get_local_id(i32 0)
; CHECK: [[BASE:%.*]] = sub i64 %g, [[ID]]
; CHECK: [[AT:%.*]] = add i64 [[BASE]], 5
; CHECK: [[P:%.*]] = getelementptr float, ptr addrspace(1) %in, i64 [[AT]]
; CHECK: %v = load float, ptr addrspace(1) [[P]]
; CHECK-NOT: addrspace(3)
; CHECK: ret void
  %x = call i64 @__mux_get_local_id(i32 0)
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

define spir_kernel void @written_for_the_next_round(ptr addrspace(1) %out, ptr addrspace(1) %in, ptr addrspace(3) %t, i64 %n) !reqd_work_group_size !1 {
; The store behind the read comes before the next copy, not before the next read of this one.
; CHECK-LABEL: @written_for_the_next_round(
; CHECK-NOT: load float, ptr addrspace(3)
; CHECK: %v = load float, ptr addrspace(1)
; CHECK: ret void
entry:
  %x = call i64 @__mux_get_local_id(i32 0)
  %g = call i64 @__mux_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %in, i64 %g
  %to = getelementptr float, ptr addrspace(3) %t, i64 %x
  %r = getelementptr float, ptr addrspace(1) %out, i64 %g
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %copied = load float, ptr addrspace(1) %p
  store float %copied, ptr addrspace(3) %to
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
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

!0 = !{i32 16, i32 16, i32 1}
!1 = !{i32 64, i32 1, i32 1}
