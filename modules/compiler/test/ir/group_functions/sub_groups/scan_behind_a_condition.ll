; A scan behind a condition that concerns the lane: what inactive lanes pass on does not depend on what
; is known of active ones.
; RUN: env LANEWISE_VECTORIZE=4 muxc --passes=define-group-functions,sub-groups %s | FileCheck %s

declare spir_func i64 @__mux_get_global_id(i32)
declare spir_func i32 @_Z22get_sub_group_local_idv()
declare spir_func i32 @_Z40sub_group_non_uniform_scan_inclusive_addi(i32)

define spir_kernel void @scan(ptr addrspace(1) %p) {
; CHECK-LABEL: define spir_kernel void @scan(
; CHECK: [[OWN:%.*]] = call i64 @vecz.lane(i32 0)
; CHECK: then:
; CHECK: [[LANE:%.*]] = call i32 @vecz.every_lane()
; CHECK: [[X:%.*]] = call i32 @vecz.fill.i32(
; CHECK: [[EVEN:%.*]] = and i32 [[LANE]], -2
; CHECK: [[FROM:%.*]] = or i32 [[EVEN]], 0
; CHECK: [[BIT:%.*]] = and i32 [[LANE]], 1
; CHECK: [[UPPER:%.*]] = icmp ne i32 [[BIT]], 0
; CHECK: call i32 @vecz.read.i32(i32 [[X]], i32 [[FROM]])
; CHECK: select i1 [[UPPER]],
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %lane = call spir_func i32 @_Z22get_sub_group_local_idv()
  %some = icmp ugt i32 %lane, 1
  br i1 %some, label %then, label %end
then:
  %x = load i32, ptr addrspace(1) %at
  %sum = call spir_func i32 @_Z40sub_group_non_uniform_scan_inclusive_addi(i32 %x)
  store i32 %sum, ptr addrspace(1) %at
  br label %end
end:
  ret void
}
