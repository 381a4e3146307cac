; The size of sub-groups is decided once: a variant compiled later for a certain launch has the
; same, or is an error. So is a size that a program requires. Variables of any size are no obstacle
; then.
; RUN: env LANEWISE_VECTORIZE=4 not muxc --passes=define-group-functions,sub-groups %s 2>&1 | FileCheck %s

declare spir_func i32 @_Z20sub_group_reduce_addi(i32)
declare spir_func i64 @__mux_get_local_id(i32)

; CHECK: kernel 'impossible' requires sub-groups of 3 work-items, which it cannot have
; CHECK: define spir_kernel void @large({{.*}} !vecz.vectorized
define spir_kernel void @impossible(ptr addrspace(1) %p) !lanewise.sub_group_size !1 {
  %x = load i32, ptr addrspace(1) %p
  %sum = call spir_func i32 @_Z20sub_group_reduce_addi(i32 %x)
  store i32 %sum, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @large(ptr addrspace(1) %p) !lanewise.sub_group_size !0 {
  %own = alloca [40000 x i8]
  %id = call spir_func i64 @__mux_get_local_id(i32 0)
  %at = getelementptr i8, ptr %own, i64 %id
  store volatile i8 1, ptr %at
  %x = load i32, ptr addrspace(1) %p
  %sum = call spir_func i32 @_Z20sub_group_reduce_addi(i32 %x)
  store i32 %sum, ptr addrspace(1) %p
  ret void
}

!0 = !{i32 2}
!1 = !{i32 3}
