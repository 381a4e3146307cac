; What is divided by a square root and may be multiplied with the reciprocal takes the CPU's estimate and a step
; of Newton's method, in pieces of a register; exact divisions and those of other types stay.
; RUN: env LANEWISE_CPU=x86-64-v3 muxc --passes=estimate-square-roots %s | FileCheck %s --check-prefixes=CHECK,V3
; RUN: env LANEWISE_CPU=x86-64-v2 muxc --passes=estimate-square-roots %s | FileCheck %s --check-prefixes=CHECK,V2
target triple = "x86_64-unknown-linux-gnu"

declare float @llvm.sqrt.f32(float)
declare double @llvm.sqrt.f64(double)
declare <8 x float> @llvm.sqrt.v8f32(<8 x float>)
declare <3 x float> @llvm.sqrt.v3f32(<3 x float>)

; CHECK-LABEL: @vector(
; V3: [[E:%.*]] = call <8 x float> @llvm.x86.avx.rsqrt.ps.256(<8 x float> %x)
; V3: [[H:%.*]] = fmul <8 x float> [[E]], splat (float 5.000000e-01)
; V3: [[P:%.*]] = fmul <8 x float> %x, [[E]]
; V3: [[M:%.*]] = fneg <8 x float> [[P]]
; V3: [[R:%.*]] = call <8 x float> @llvm.fma.v8f32(<8 x float> [[M]], <8 x float> [[H]], <8 x float> splat (float 5.000000e-01))
; V3: [[N:%.*]] = call <8 x float> @llvm.fma.v8f32(<8 x float> [[E]], <8 x float> [[R]], <8 x float> [[E]])
; V3: [[U:%.*]] = fcmp uno <8 x float> [[N]], [[N]]
; V3: [[S:%.*]] = select <8 x i1> [[U]], <8 x float> [[E]], <8 x float> [[N]]
; V3-NEXT: ret <8 x float> [[S]]
; V2-COUNT-2: call <4 x float> @llvm.x86.sse.rsqrt.ps(
; V2-NOT: fma
; CHECK-NOT: sqrt.v8f32
define <8 x float> @vector(<8 x float> %x) {
  %s = call <8 x float> @llvm.sqrt.v8f32(<8 x float> %x)
  %r = fdiv arcp <8 x float> splat (float 1.0), %s
  ret <8 x float> %r
}

; CHECK-LABEL: @of_three(
; CHECK: [[X:%.*]] = shufflevector <3 x float> %x, <3 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
; CHECK: call <4 x float> @llvm.x86.sse.rsqrt.ps(<4 x float> [[X]])
; CHECK: [[R:%.*]] = shufflevector <4 x float> {{.*}}, <4 x float> poison, <3 x i32> <i32 0, i32 1, i32 2>
; CHECK: [[Q:%.*]] = fmul <3 x float> %n, [[R]]
; CHECK-NEXT: ret <3 x float> [[Q]]
define <3 x float> @of_three(<3 x float> %x, <3 x float> %n) {
  %s = call <3 x float> @llvm.sqrt.v3f32(<3 x float> %x)
  %r = fdiv arcp <3 x float> %n, %s
  ret <3 x float> %r
}

; The root stays where it is used.
; CHECK-LABEL: @scalar(
; CHECK: [[S:%.*]] = call float @llvm.sqrt.f32(float %x)
; CHECK: [[V:%.*]] = insertelement <4 x float> zeroinitializer, float %x, i64 0
; CHECK: call <4 x float> @llvm.x86.sse.rsqrt.ps(<4 x float> [[V]])
; CHECK: [[R:%.*]] = extractelement <4 x float> {{.*}}, i64 0
; CHECK: fadd float [[R]], [[S]]
define float @scalar(float %x) {
  %s = call float @llvm.sqrt.f32(float %x)
  %r = fdiv arcp float 1.0, %s
  %sum = fadd float %r, %s
  ret float %sum
}

; CHECK-LABEL: @others(
; CHECK-NOT: rsqrt
; CHECK: ret float
define float @others(float %x, double %y, ptr %p) {
  %s = call float @llvm.sqrt.f32(float %x)
  %exact = fdiv float 1.0, %s
  %inverse = fdiv arcp float %s, %x
  %t = call double @llvm.sqrt.f64(double %y)
  %double = fdiv arcp double 1.0, %t
  store double %double, ptr %p
  %sum = fadd float %exact, %inverse
  ret float %sum
}
