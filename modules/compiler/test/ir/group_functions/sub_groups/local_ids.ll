; Ids are computed from the linear one: once for all calls, in a dimension of one work-item as 0, in the others by the sizes
; of those before.
; RUN: env LANEWISE_VECTORIZE=4 muxc --passes=define-group-functions,sub-groups %s | FileCheck %s

declare spir_func i64 @__mux_get_local_id(i32)
declare spir_func i64 @__mux_get_global_id(i32)
declare spir_func i32 @_Z20sub_group_reduce_addi(i32)

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: [[ID:%.*]] = call spir_func i64 @__mux_get_local_id(i32 0)
; CHECK-NEXT: [[NARROW:%.*]] = trunc i64 [[ID]] to i32
; CHECK-NEXT: [[X:%.*]] = urem i32 [[NARROW]], 8
; CHECK-NEXT: [[WIDE_X:%.*]] = zext i32 [[X]] to i64
; CHECK: [[GROUP:%.*]] = call spir_func i64 @__mux_get_group_id(i32 0)
; CHECK: [[GLOBAL:%.*]] = add i64 {{%.*}}, [[WIDE_X]]
; CHECK-NOT: call spir_func i64 @__mux_get_local_id
; CHECK: [[REST:%.*]] = udiv i32 {{%.*}}, 8
; CHECK-NEXT: [[Z:%.*]] = udiv i32 [[REST]], 1
; CHECK-NEXT: [[WIDE_Z:%.*]] = zext i32 [[Z]] to i64
; CHECK-NEXT: add i64 [[WIDE_X]], [[GLOBAL]]
; CHECK-NEXT: add i64 {{%.*}}, [[WIDE_X]]
; CHECK-NEXT: add i64 {{%.*}}, 0
; CHECK-NEXT: add i64 {{%.*}}, [[WIDE_Z]]
define spir_kernel void @k(ptr addrspace(1) %p) !reqd_work_group_size !0 {
  %x = call spir_func i64 @__mux_get_local_id(i32 0)
  %global = call spir_func i64 @__mux_get_global_id(i32 0)
  %again = call spir_func i64 @__mux_get_local_id(i32 0)
  %y = call spir_func i64 @__mux_get_local_id(i32 1)
  %z = call spir_func i64 @__mux_get_local_id(i32 2)
  %a = add i64 %x, %global
  %b = add i64 %a, %again
  %c = add i64 %b, %y
  %d = add i64 %c, %z
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %d
  %own = load i32, ptr addrspace(1) %at
  %sum = call spir_func i32 @_Z20sub_group_reduce_addi(i32 %own)
  store i32 %sum, ptr addrspace(1) %at
  ret void
}

!0 = !{i32 8, i32 1, i32 4}
