; Values are exchanged through local memory that the functions share, between barriers.
; RUN: muxc --passes=define-group-functions %s | FileCheck %s

declare spir_func float @_Z29work_group_scan_inclusive_addf(float)
declare spir_func half @_Z21work_group_reduce_maxDh(half)
declare spir_func i32 @_Z14work_group_alli(i32)
declare spir_func i64 @_Z29work_group_scan_exclusive_addl(i64)
declare spir_func <2 x i64> @_Z20work_group_broadcastDv2_lmm(<2 x i64>, i64, i64)

; The largest need: 4096 elements of 8 bytes.
; CHECK: @group.scratch = internal addrspace(3) global [32768 x i8] undef, align 128

; CHECK: define internal spir_func float @_Z29work_group_scan_inclusive_addf(float [[X:%.*]])
; CHECK: [[OWN:%.*]] = getelementptr inbounds float, ptr addrspace(3) @group.scratch, i64
; CHECK-NEXT: store float [[X]], ptr addrspace(3) [[OWN]]
; CHECK-NEXT: call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
; CHECK-NEXT: [[FIRST:%.*]] = icmp eq i64 {{.*}}, 0
; CHECK-NEXT: br i1 [[FIRST]], label %only, label %behind
; Sums of a vector, to which those of the vectors before are added.
; CHECK: combine:
; CHECK: [[BEFORE:%.*]] = phi <16 x float> [ zeroinitializer, %only ], [ [[UPTO:%.*]], %combine ]
; CHECK: [[LOADED:%.*]] = load <16 x float>
; CHECK: [[MOVED:%.*]] = shufflevector <16 x float> zeroinitializer, <16 x float> [[LOADED]], <16 x i32> <i32 0, i32 16, i32 2, i32 18,
; CHECK: fadd <16 x float> [[MOVED]], [[LOADED]]
; CHECK-COUNT-2: fadd <16 x float>
; CHECK: [[SUMS:%.*]] = fadd <16 x float>
; CHECK: [[LAST:%.*]] = shufflevector <16 x float> [[SUMS]], <16 x float> poison, <16 x i32> <i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15, i32 15>
; CHECK: [[UPTO]] = fadd <16 x float> [[BEFORE]], [[LAST]]
; CHECK: [[RESULT:%.*]] = fadd <16 x float> [[BEFORE]], [[SUMS]]
; CHECK: store <16 x float> [[RESULT]]
; CHECK: behind:
; CHECK-NEXT: call spir_func void @__mux_work_group_barrier
; CHECK-NEXT: [[OWN:%.*]] = getelementptr inbounds float, ptr addrspace(3) @group.scratch, i64
; CHECK-NEXT: [[SUM:%.*]] = load float, ptr addrspace(3) [[OWN]]
; CHECK-NEXT: ret float [[SUM]]

; CHECK: define internal spir_func half @_Z21work_group_reduce_maxDh
; CHECK: combine:
; CHECK: phi <16 x half> [ splat (half 0xHFC00), %only ]
; CHECK: fcmp ogt <16 x half>
; CHECK: partial:
; CHECK: select <16 x i1> {{.*}}, <16 x half> {{.*}}, <16 x half> splat (half 0xHFC00)
; CHECK: combined:
; CHECK: fcmp ogt <8 x half>
; CHECK: fcmp ogt <4 x half>
; CHECK: fcmp ogt <2 x half>
; CHECK: fcmp ogt <1 x half>

; CHECK: define internal spir_func i32 @_Z14work_group_alli
; CHECK: icmp ne i32
; CHECK: combine:
; CHECK: phi <16 x i32> [ splat (i32 1), %only ]
; CHECK: and <16 x i32>
; CHECK: combined:
; CHECK: store i32 {{.*}}, ptr addrspace(3) @group.scratch

; Only 8 numbers of 64 bits are a vector; an exclusive sum is that of the work-items before.
; CHECK: define internal spir_func i64 @_Z29work_group_scan_exclusive_addl
; CHECK: combine:
; CHECK: [[LOADED:%.*]] = load <8 x i64>
; CHECK: shufflevector <8 x i64> zeroinitializer, <8 x i64> [[LOADED]], <8 x i32> <i32 0, i32 8,
; CHECK: add <8 x i64> {{.*}}, [[BEFORE:%.*]]

; CHECK: define internal spir_func <2 x i64> @_Z20work_group_broadcastDv2_lmm
; CHECK: only:
; CHECK-NEXT: store <2 x i64> {{.*}}, ptr addrspace(3) @group.scratch
; CHECK: call spir_func void @__mux_work_group_barrier
; CHECK-NEXT: load <2 x i64>, ptr addrspace(3) @group.scratch

; A barrier stands before all calls but the first.
define spir_kernel void @k(float %x, i32 %i, <2 x i64> %v, i64 %n) {
; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NEXT: call spir_func float
; CHECK-NEXT: call spir_func void @__mux_work_group_barrier
; CHECK-NEXT: call spir_func i32
; CHECK-NEXT: call spir_func void @__mux_work_group_barrier
; CHECK-NEXT: call spir_func <2 x i64>
; CHECK-NEXT: call spir_func void @__mux_work_group_barrier
; CHECK-NEXT: call spir_func half
  %1 = call spir_func float @_Z29work_group_scan_inclusive_addf(float %x)
  %2 = call spir_func i32 @_Z14work_group_alli(i32 %i)
  %3 = call spir_func <2 x i64> @_Z20work_group_broadcastDv2_lmm(<2 x i64> %v, i64 %n, i64 0)
  %4 = call spir_func half @_Z21work_group_reduce_maxDh(half 0xH3C00)
  ret void
}

; In a loop the call follows that of the round before.
define spir_kernel void @loop(i32 %i, i32 %n) {
; CHECK-LABEL: define spir_kernel void @loop(
; CHECK: call spir_func void @__mux_work_group_barrier
; CHECK-NEXT: call spir_func i32 @_Z14work_group_alli
entry:
  br label %around
around:
  %r = phi i32 [ 0, %entry ], [ %next, %around ]
  %1 = call spir_func i32 @_Z14work_group_alli(i32 %i)
  %next = add i32 %r, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %around, label %end
end:
  ret void
}

; One of two branches is taken.
define spir_kernel void @branches(i32 %i, i64 %n) {
; CHECK-LABEL: define spir_kernel void @branches(
; CHECK-NOT: barrier
; CHECK: ret void
entry:
  %c = icmp ugt i64 %n, 5
  br i1 %c, label %left, label %right
left:
  %1 = call spir_func i32 @_Z14work_group_alli(i32 %i)
  br label %end
right:
  %2 = call spir_func i64 @_Z29work_group_scan_exclusive_addl(i64 %n)
  br label %end
end:
  ret void
}

; A function of the program is first where its caller has called nothing before, and only then.
define spir_func void @once(i32 %i) {
; CHECK-LABEL: define spir_func void @once(
; CHECK-NOT: barrier
; CHECK: ret void
  %1 = call spir_func i32 @_Z14work_group_alli(i32 %i)
  ret void
}
define spir_func void @twice(i32 %i) {
; CHECK-LABEL: define spir_func void @twice(
; CHECK-NEXT: call spir_func void @__mux_work_group_barrier
  %1 = call spir_func i32 @_Z14work_group_alli(i32 %i)
  ret void
}
define spir_kernel void @calls(i32 %i) {
  call spir_func void @once(i32 %i)
  call spir_func void @twice(i32 %i)
  ret void
}
