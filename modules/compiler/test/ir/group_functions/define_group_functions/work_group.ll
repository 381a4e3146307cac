; Values are exchanged through local memory that the functions share, between barriers.
; RUN: muxc --passes=define-group-functions %s | FileCheck %s

declare spir_func float @_Z29work_group_scan_inclusive_addf(float)
declare spir_func half @_Z21work_group_reduce_maxDh(half)
declare spir_func i32 @_Z14work_group_alli(i32)
declare spir_func <2 x i64> @_Z20work_group_broadcastDv2_lmm(<2 x i64>, i64, i64)

; The largest need of the three: 4096 elements of 4 bytes.
; CHECK: @group.scratch = internal addrspace(3) global [16384 x i8] undef, align 128

; CHECK: define internal spir_func float @_Z29work_group_scan_inclusive_addf(float [[X:%.*]])
; CHECK: call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
; CHECK-NEXT: [[OWN:%.*]] = getelementptr inbounds float, ptr addrspace(3) @group.scratch, i64
; CHECK-NEXT: store float [[X]], ptr addrspace(3) [[OWN]]
; CHECK-NEXT: call spir_func void @__mux_work_group_barrier
; CHECK-NEXT: [[FIRST:%.*]] = icmp eq i64 {{.*}}, 0
; CHECK-NEXT: br i1 [[FIRST]], label %only, label %behind
; CHECK: combine:
; CHECK: fadd float
; CHECK-NEXT: store float
; CHECK: behind:
; CHECK-NEXT: call spir_func void @__mux_work_group_barrier
; CHECK-NEXT: [[OWN:%.*]] = getelementptr inbounds float, ptr addrspace(3) @group.scratch, i64
; CHECK-NEXT: [[SUM:%.*]] = load float, ptr addrspace(3) [[OWN]]
; CHECK-NEXT: ret float [[SUM]]

; CHECK: define internal spir_func half @_Z21work_group_reduce_maxDh
; CHECK: combine:
; CHECK: phi half [ 0xHFC00, %only ]
; CHECK: fcmp ogt half

; CHECK: define internal spir_func i32 @_Z14work_group_alli
; CHECK: icmp ne i32
; CHECK: combine:
; CHECK: phi i32 [ 1, %only ]
; CHECK: and i32
; CHECK: combined:
; CHECK-NEXT: store i32 {{.*}}, ptr addrspace(3) @group.scratch

; CHECK: define internal spir_func <2 x i64> @_Z20work_group_broadcastDv2_lmm
; CHECK: call spir_func void @__mux_work_group_barrier
; CHECK: only:
; CHECK-NEXT: store <2 x i64> {{.*}}, ptr addrspace(3) @group.scratch
; CHECK: call spir_func void @__mux_work_group_barrier
; CHECK-NEXT: load <2 x i64>, ptr addrspace(3) @group.scratch

define spir_kernel void @k(float %x, i32 %i, <2 x i64> %v, i64 %n) {
  %1 = call spir_func float @_Z29work_group_scan_inclusive_addf(float %x)
  %2 = call spir_func i32 @_Z14work_group_alli(i32 %i)
  %3 = call spir_func <2 x i64> @_Z20work_group_broadcastDv2_lmm(<2 x i64> %v, i64 %n, i64 0)
  %4 = call spir_func half @_Z21work_group_reduce_maxDh(half 0xH3C00)
  ret void
}
