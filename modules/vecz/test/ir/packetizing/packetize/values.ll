; Uniform values stay scalar, ids stay those of lane 0 in addresses, short vectors become one vector
; for each of their elements, private variables lie lane after lane.
; RUN: veczc --step=packetize --width=4 %s | FileCheck %s

declare i64 @__mux_get_local_id(i32)
declare float @llvm.fma.f32(float, float, float)

define void @k(ptr addrspace(1) %p, float %x, i64 %n) {
; CHECK-LABEL: @k(
; CHECK: %own = alloca [32 x i8], align 4
; CHECK: %m = mul i64 %n, 3
; CHECK: %b = fmul <4 x float> %a, {{.*}}splat
; CHECK: call <4 x float> @llvm.fma.v4f32(
; CHECK-COUNT-2: fadd <4 x float>
; CHECK: store <8 x float>
; CHECK: [[ALL:%.*]] = load <7 x float>, ptr %second
; CHECK: shufflevector <7 x float> [[ALL]], <7 x float> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %own = alloca [2 x float], align 4
  %id = call i64 @__mux_get_local_id(i32 0)
  %m = mul i64 %n, 3
  %i = add i64 %id, %m
  %q = getelementptr float, ptr addrspace(1) %p, i64 %i
  %a = load float, ptr addrspace(1) %q
  %b = fmul float %a, %x
  %c = call float @llvm.fma.f32(float %a, float %b, float %x)
  %v = insertelement <2 x float> poison, float %b, i32 0
  %w = insertelement <2 x float> %v, float %c, i32 1
  %s = fadd <2 x float> %w, %w
  store <2 x float> %s, ptr %own, align 4
  %second = getelementptr float, ptr %own, i64 1
  %back = load float, ptr %second
  store float %back, ptr addrspace(1) %q
  ret void
}
