; A kernel with sub-groups of a required size that only asks for places in them stays scalar where a vector form is not
; worth making, or where work-items wait for each other. It computes the places from the linear local id.
; RUN: muxc --passes=sub-groups %s | FileCheck %s

declare spir_func void @__mux_progress_point(i32)
declare spir_func i64 @__mux_get_local_id(i32) memory(none)
declare spir_func i32 @_Z18get_sub_group_sizev() memory(none)
declare spir_func i32 @_Z22get_max_sub_group_sizev() memory(none)
declare spir_func i32 @_Z18get_num_sub_groupsv() memory(none)
declare spir_func i32 @_Z27get_enqueued_num_sub_groupsv() memory(none)
declare spir_func i32 @_Z16get_sub_group_idv() memory(none)
declare spir_func i32 @_Z22get_sub_group_local_idv() memory(none)
declare spir_func <4 x i32> @_Z21get_sub_group_eq_maskv() memory(none)
declare spir_func i32 @_Z26sub_group_ballot_bit_countDv4_j(<4 x i32>) memory(none)

define spir_kernel void @waits(ptr addrspace(3) %flag, ptr addrspace(1) %p) !intel_reqd_sub_group_size !0 {
; CHECK-LABEL: define spir_kernel void @waits(
; CHECK-SAME: [[FOUR:#[0-9]+]] !intel_reqd_sub_group_size
; CHECK-NOT: !vecz.vectorized
; CHECK: [[X:%.*]] = call spir_func i64 @__mux_get_local_id(i32 0)
; CHECK: call spir_func i64 @__mux_get_local_id(i32 1)
; CHECK: call spir_func i64 @__mux_get_local_id(i32 2)
; CHECK: call spir_func i64 @__mux_get_local_size(i32 0)
; CHECK-NEXT: [[ROWS:%.*]] = mul i64 {{%.*}}, {{%.*}}
; CHECK-NEXT: [[LINEAR:%.*]] = add i64 [[ROWS]], [[X]]
; CHECK-NEXT: [[NARROW:%.*]] = trunc i64 [[LINEAR]] to i32
; CHECK-NEXT: [[LANE:%.*]] = and i32 [[NARROW]], 3
; CHECK-NEXT: icmp ult i32 [[LANE]], 2
; CHECK: store i32 [[LANE]]
entry:
  %lane = call spir_func i32 @_Z22get_sub_group_local_idv()
  %first = icmp ult i32 %lane, 2
  br i1 %first, label %loop, label %done
loop:
  %seen = load atomic i32, ptr addrspace(3) %flag monotonic, align 4
  %waits = icmp eq i32 %seen, 0
  br i1 %waits, label %again, label %done
again:
  call spir_func void @__mux_progress_point(i32 1)
  br label %loop
done:
  %id = call spir_func i64 @__mux_get_local_id(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %id
  store i32 %lane, ptr addrspace(1) %q
  ret void
}

; Also where the size was decided before.
define spir_kernel void @large(ptr addrspace(1) %p) !lanewise.sub_group_size !0 {
; CHECK-LABEL: define spir_kernel void @large(
; CHECK-SAME: [[FOUR]] !lanewise.sub_group_size
; CHECK-NOT: !vecz.vectorized
; CHECK: store volatile i8 1
; CHECK: store i32 4, ptr addrspace(1) %p
  %own = alloca [40000 x i8]
  %id = call spir_func i64 @__mux_get_local_id(i32 0)
  %at = getelementptr i8, ptr %own, i64 %id
  store volatile i8 1, ptr %at
  %size = call spir_func i32 @_Z22get_max_sub_group_sizev()
  store i32 %size, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @places(ptr addrspace(1) %p, <4 x i32> %b) !intel_reqd_sub_group_size !1 !reqd_work_group_size !2 {
; CHECK-LABEL: define spir_kernel void @places(
; CHECK-SAME: [[SIXTY_FOUR:#[0-9]+]]
; CHECK-NOT: call {{.*}}sub_group
; CHECK: [[FIRST:%.*]] = and i64 {{.*}}, -64
; CHECK-NEXT: [[LEFT:%.*]] = sub i64 150, [[FIRST]]
; CHECK-NEXT: [[SIZE:%.*]] = call i64 @llvm.umin.i64(i64 [[LEFT]], i64 64)
; CHECK: store volatile i32 {{.*}}, ptr addrspace(1) %p
; CHECK: store volatile i32 3, ptr addrspace(1) %p
; CHECK: store volatile i32 3, ptr addrspace(1) %p
; CHECK: [[FIRST:%.*]] = and i64 {{.*}}, -64
; CHECK-NEXT: udiv i64 [[FIRST]], 64
; CHECK: [[LANE:%.*]] = and i32 {{.*}}, 63
; CHECK-NEXT: [[WIDE:%.*]] = zext i32 [[LANE]] to i64
; CHECK-NEXT: shl i64 -1, [[WIDE]]
; CHECK: store volatile <4 x i32>
; CHECK: call i64 @llvm.ctpop.i64(
; CHECK: ret void
  %own = alloca [40000 x i8]
  %id = call spir_func i64 @__mux_get_local_id(i32 0)
  %at = getelementptr i8, ptr %own, i64 %id
  store volatile i8 1, ptr %at
  %size = call spir_func i32 @_Z18get_sub_group_sizev()
  store volatile i32 %size, ptr addrspace(1) %p
  %count = call spir_func i32 @_Z18get_num_sub_groupsv()
  store volatile i32 %count, ptr addrspace(1) %p
  %enqueued = call spir_func i32 @_Z27get_enqueued_num_sub_groupsv()
  store volatile i32 %enqueued, ptr addrspace(1) %p
  %number = call spir_func i32 @_Z16get_sub_group_idv()
  store volatile i32 %number, ptr addrspace(1) %p
  %mask = call spir_func <4 x i32> @_Z21get_sub_group_eq_maskv()
  store volatile <4 x i32> %mask, ptr addrspace(1) %p
  %bits = call spir_func i32 @_Z26sub_group_ballot_bit_countDv4_j(<4 x i32> %b)
  store volatile i32 %bits, ptr addrspace(1) %p
  ret void
}

; CHECK-DAG: attributes [[FOUR]] = { "lanewise-sub-group-size"="4" }
; CHECK-DAG: attributes [[SIXTY_FOUR]] = { "lanewise-sub-group-size"="64" }
!0 = !{i32 4}
!1 = !{i32 64}
!2 = !{i32 50, i32 3, i32 1}
