; A kernel with a vector form for small ids: loops over it, four work-items a step, as far as ids are
; below 2^31 and rows reach, then loops over the kernel. A value that lives across a barrier has a slot in both.
; RUN: muxc --passes=number-barriers,work-item-loops %s | FileCheck %s

declare spir_func i64 @__mux_get_local_id(i32) memory(none)
declare spir_func void @__mux_work_group_barrier(i32, i32, i32)

define spir_kernel void @k(ptr addrspace(1) %data) !vecz.vectorized !0 {
; CHECK-LABEL: define spir_kernel void @k(ptr addrspace(1) %data)
; CHECK-SAME: [[ATTRIBUTES:#[0-9]+]] {
; CHECK: [[SIZE:%.*]] = call {{.*}}i64 @__mux_get_local_size(i32 0)
; CHECK: [[END:%.*]] = add i64 {{.*}}, [[SIZE]]
; CHECK: [[SMALL:%.*]] = icmp ule i64 [[END]], 2147483648
; CHECK: %limit = select i1 [[SMALL]], i64 [[SIZE]], i64 0
; CHECK: %steps = udiv i64 %{{.*}}, 4
; CHECK: %vector.end = add nuw nsw i64 0
; CHECK: region.0:
; CHECK: icmp ult i64 0, %vector.end
; CHECK: [[X:%x.*]] = phi i64 [ 0, {{.*}} ], [ [[NEXT:%.*]], {{.*}} ]
; CHECK: [[V:%.*]] = load <4 x float>
; CHECK: store <4 x float> [[V]], ptr {{.*}}, align 16
; CHECK: [[NEXT]] = add nuw nsw i64 [[X]], 4
; CHECK: br i1 {{.*}}, !llvm.loop [[LOOP:![0-9]+]]
; CHECK: icmp ult i64 %vector.end, [[SIZE]]
; CHECK: phi i64 [ %vector.end, {{.*}} ]
; CHECK: [[S:%.*]] = load float
; CHECK: store float [[S]], ptr {{.*}}, align 4
; CHECK: switch i32
; CHECK: region.1:
; CHECK: fadd <4 x float>
; CHECK: fadd float
; CHECK-NOT: @k.vecz.4
; CHECK: attributes [[ATTRIBUTES]] = { {{.*}}"lanewise-preferred-multiple"="4" "lanewise-scratch-per-item"="8" }
; CHECK: [[LOOP]] = distinct !{[[LOOP]], [[VECTORIZED:![0-9]+]], {{.*}}}
; CHECK: [[VECTORIZED]] = !{!"llvm.loop.isvectorized", i32 1}
  %id = call spir_func i64 @__mux_get_local_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %data, i64 %id
  %v = load float, ptr addrspace(1) %p
  call spir_func void @__mux_work_group_barrier(i32 1, i32 2, i32 272)
  %w = fadd float %v, 1.0
  store float %w, ptr addrspace(1) %p
  ret void
}

define internal spir_func void @k.vecz.4(ptr addrspace(1) %data) {
  %id = call spir_func i64 @__mux_get_local_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %data, i64 %id
  %v = load <4 x float>, ptr addrspace(1) %p, align 4
  call spir_func void @__mux_work_group_barrier(i32 1, i32 2, i32 272)
  %w = fadd <4 x float> %v, splat (float 1.0)
  store <4 x float> %w, ptr addrspace(1) %p, align 4
  ret void
}
!0 = !{ptr @k.vecz.4, i32 4, i32 2}
