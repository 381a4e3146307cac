; Intrinsics of vectors take the types that their operands have; with an operand that has to be the same for all lanes, and is not,
; each lane calls its own. Of a vector of each lane, the largest component is found for all lanes at once; a sum of floats in order
; is not.
; RUN: veczc --step=packetize --width=4 %s | FileCheck %s

declare i64 @__mux_get_global_id(i32)
declare float @llvm.ldexp.f32.i32(float, i32)
declare float @llvm.powi.f32.i32(float, i32)
declare i32 @llvm.fptosi.sat.i32.f32(float)
declare i32 @llvm.vector.reduce.smax.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.umin.v4i32(<4 x i32>)
declare float @llvm.vector.reduce.fadd.v2f32(float, <2 x float>)

; CHECK-LABEL: @numbers(
; CHECK: %x = load <4 x float>
; CHECK: %n = load <4 x i32>
; CHECK: %l = call <4 x float> @llvm.ldexp.v4f32.v4i32(<4 x float> %x, <4 x i32> %n)
; CHECK-COUNT-4: call float @llvm.powi.f32.i32(
; CHECK: %w = insertelement <4 x float>
; CHECK: %cube = call <4 x float> @llvm.powi.v4f32.i32(<4 x float> %w, i32 3)
; CHECK: %s = call <4 x i32> @llvm.fptosi.sat.v4i32.v4f32(<4 x float> %cube)
; CHECK: store <4 x i32> %s
define spir_kernel void @numbers(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %p.at = getelementptr float, ptr addrspace(1) %p, i64 %id
  %x = load float, ptr addrspace(1) %p.at
  %q.at = getelementptr i32, ptr addrspace(1) %q, i64 %id
  %n = load i32, ptr addrspace(1) %q.at
  %l = call float @llvm.ldexp.f32.i32(float %x, i32 %n)
  %w = call float @llvm.powi.f32.i32(float %l, i32 %n)
  %cube = call float @llvm.powi.f32.i32(float %w, i32 3)
  %s = call i32 @llvm.fptosi.sat.i32.f32(float %cube)
  store i32 %s, ptr addrspace(1) %q.at
  ret void
}

; CHECK-LABEL: @components(
; CHECK: [[ALL:%.*]] = load <16 x i32>
; CHECK: [[A:%.*]] = shufflevector <16 x i32> [[ALL]], <16 x i32> poison, <4 x i32> <i32 0, i32 4, i32 8, i32 12>
; CHECK: [[B:%.*]] = shufflevector <16 x i32> [[ALL]], <16 x i32> poison, <4 x i32> <i32 1, i32 5, i32 9, i32 13>
; CHECK: [[AB:%.*]] = call <4 x i32> @llvm.smax.v4i32(<4 x i32> [[A]], <4 x i32> [[B]])
; CHECK: call <4 x i32> @llvm.smax.v4i32(<4 x i32> [[AB]],
; CHECK: %large = call <4 x i32> @llvm.smax.v4i32(
; CHECK-COUNT-2: call <4 x i32> @llvm.umin.v4i32(
; CHECK: %small = call <4 x i32> @llvm.umin.v4i32(
define spir_kernel void @components(ptr addrspace(1) %v, ptr addrspace(1) %q) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %v.at = getelementptr <4 x i32>, ptr addrspace(1) %v, i64 %id
  %vector = load <4 x i32>, ptr addrspace(1) %v.at
  %large = call i32 @llvm.vector.reduce.smax.v4i32(<4 x i32> %vector)
  %small = call i32 @llvm.vector.reduce.umin.v4i32(<4 x i32> %vector)
  %both = xor i32 %large, %small
  %q.at = getelementptr i32, ptr addrspace(1) %q, i64 %id
  store i32 %both, ptr addrspace(1) %q.at
  ret void
}

; CHECK-LABEL: @in_order(
; CHECK-COUNT-4: call float @llvm.vector.reduce.fadd.v2f32(float
; CHECK: %sum = insertelement <4 x float>
define spir_kernel void @in_order(ptr addrspace(1) %v, ptr addrspace(1) %p) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %v.at = getelementptr <2 x float>, ptr addrspace(1) %v, i64 %id
  %vector = load <2 x float>, ptr addrspace(1) %v.at
  %p.at = getelementptr float, ptr addrspace(1) %p, i64 %id
  %x = load float, ptr addrspace(1) %p.at
  %sum = call float @llvm.vector.reduce.fadd.v2f32(float %x, <2 x float> %vector)
  store float %sum, ptr addrspace(1) %p.at
  ret void
}

; How exact an operation has to be is kept, too.
define spir_kernel void @inexact(ptr addrspace(1) %p) {
; CHECK-LABEL: @inexact(
; CHECK: [[S:%.*]] = call arcp <4 x float> @llvm.sqrt.v4f32(<4 x float> {{.*}}), !fpmath [[M:![0-9]+]]
; CHECK: fdiv arcp <4 x float> splat (float 1.000000e+00), [[S]], !fpmath [[M]]
  %id = call i64 @__mux_get_global_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %id
  %x = load float, ptr addrspace(1) %a
  %s = call arcp float @llvm.sqrt.f32(float %x), !fpmath !100
  %r = fdiv arcp float 1.0, %s, !fpmath !100
  store float %r, ptr addrspace(1) %a
  ret void
}
declare float @llvm.sqrt.f32(float)
!100 = !{float 8192.0}
