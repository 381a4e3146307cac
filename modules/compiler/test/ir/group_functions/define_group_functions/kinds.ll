; The mangled name says what is combined and whether numbers have signs; vectors are combined element by element, with a
; barrier between, since elements share the memory. Names of other operations, or with types that have no such function,
; stay as they are.
; RUN: muxc --passes=define-group-functions %s | FileCheck %s

declare spir_func i32 @_Z21work_group_reduce_muli(i32)
declare spir_func i32 @_Z21work_group_reduce_minj(i32)
declare spir_func <2 x i32> @_Z21work_group_reduce_maxDv2_j(<2 x i32>)
declare spir_func float @_Z21work_group_reduce_minf(float)
declare spir_func i32 @_Z29work_group_scan_exclusive_andi(i32)

; CHECK-LABEL: define internal spir_func i32 @_Z21work_group_reduce_muli(
; CHECK: combine:
; CHECK: [[SO_FAR:%.*]] = phi <16 x i32> [ splat (i32 1), %only ], [ [[NEXT:%.*]], %combine ]
; CHECK: [[LOADED:%.*]] = load <16 x i32>
; CHECK: [[NEXT]] = mul <16 x i32> [[SO_FAR]], [[LOADED]]

; CHECK-LABEL: define internal spir_func i32 @_Z21work_group_reduce_minj(
; CHECK: combine:
; CHECK: [[SO_FAR:%.*]] = phi <16 x i32> [ splat (i32 -1), %only ], [ [[NEXT:%.*]], %combine ]
; CHECK: [[NEXT]] = call <16 x i32> @llvm.umin.v16i32(<16 x i32> [[SO_FAR]],

; CHECK-LABEL: define internal spir_func <2 x i32> @_Z21work_group_reduce_maxDv2_j(
; CHECK: [[FIRST:%.*]] = extractelement <2 x i32> %0, i64 0
; CHECK: store i32 [[FIRST]], ptr addrspace(3)
; CHECK-NEXT: call spir_func void @__mux_work_group_barrier(
; CHECK: phi <16 x i32> [ zeroinitializer, %only ]
; CHECK: call <16 x i32> @llvm.umax.v16i32(
; CHECK: behind:
; CHECK-NEXT: call spir_func void @__mux_work_group_barrier(
; CHECK-NEXT: [[OF_FIRST:%.*]] = load i32, ptr addrspace(3) @group.scratch
; CHECK-NEXT: [[ONE:%.*]] = insertelement <2 x i32> poison, i32 [[OF_FIRST]], i64 0
; CHECK-NEXT: call spir_func void @__mux_work_group_barrier(
; CHECK-NEXT: [[SECOND:%.*]] = extractelement <2 x i32> %0, i64 1
; CHECK: store i32 [[SECOND]], ptr addrspace(3)
; CHECK-NEXT: call spir_func void @__mux_work_group_barrier(
; CHECK: [[OF_SECOND:%.*]] = load i32, ptr addrspace(3) @group.scratch
; CHECK-NEXT: [[BOTH:%.*]] = insertelement <2 x i32> [[ONE]], i32 [[OF_SECOND]], i64 1
; CHECK-NEXT: ret <2 x i32> [[BOTH]]

; A NaN is never taken.
; CHECK-LABEL: define internal spir_func float @_Z21work_group_reduce_minf(
; CHECK: [[SO_FAR:%.*]] = phi <16 x float> [ splat (float 0x7FF0000000000000), %only ], [ [[NEXT:%.*]], %combine ]
; CHECK: [[LOADED:%.*]] = load <16 x float>
; CHECK: [[LESS:%.*]] = fcmp olt <16 x float> [[LOADED]], [[SO_FAR]]
; CHECK: [[NEXT]] = select <16 x i1> [[LESS]], <16 x float> [[LOADED]], <16 x float> [[SO_FAR]]

; CHECK-LABEL: define internal spir_func i32 @_Z29work_group_scan_exclusive_andi(
; CHECK: phi <16 x i32> [ splat (i32 -1), %only ]
; CHECK: [[LOADED:%.*]] = load <16 x i32>
; CHECK: [[MOVED:%.*]] = shufflevector <16 x i32> splat (i32 -1), <16 x i32> [[LOADED]], <16 x i32> <i32 0, i32 16, i32 2, i32 18,
; CHECK: and <16 x i32> [[MOVED]], [[LOADED]]

; CHECK: declare spir_func i32 @_Z21work_group_reduce_avgi(i32){{$}}
declare spir_func i32 @_Z21work_group_reduce_avgi(i32)
; CHECK: declare spir_func ptr @_Z21work_group_reduce_addPi(ptr){{$}}
declare spir_func ptr @_Z21work_group_reduce_addPi(ptr)
; CHECK: declare spir_func float @_Z21work_group_reduce_andf(float){{$}}
declare spir_func float @_Z21work_group_reduce_andf(float)
; CHECK: declare spir_func i32 @_Z14work_group_anyi(i32, ...){{$}}
declare spir_func i32 @_Z14work_group_anyi(i32, ...)

define spir_kernel void @k(i32 %x, <2 x i32> %v, float %f, ptr %p) {
  %1 = call spir_func i32 @_Z21work_group_reduce_muli(i32 %x)
  %2 = call spir_func i32 @_Z21work_group_reduce_minj(i32 %x)
  %3 = call spir_func <2 x i32> @_Z21work_group_reduce_maxDv2_j(<2 x i32> %v)
  %4 = call spir_func float @_Z21work_group_reduce_minf(float %f)
  %5 = call spir_func i32 @_Z29work_group_scan_exclusive_andi(i32 %x)
  %6 = call spir_func i32 @_Z21work_group_reduce_avgi(i32 %x)
  %7 = call spir_func ptr @_Z21work_group_reduce_addPi(ptr %p)
  %8 = call spir_func float @_Z21work_group_reduce_andf(float %f)
  %9 = call spir_func i32 (i32, ...) @_Z14work_group_anyi(i32 %x)
  ret void
}
