; A division by a square root that may be a multiplication by the reciprocal takes the CPU's
; estimate, of which the last bits are cut off, and a polynomial of what is missing, in pieces of a
; register; doubles only with AVX-512. Exact divisions and those of other types stay.
; RUN: env LANEWISE_CPU=x86-64-v3 muxc --passes=estimate-reciprocals %s | FileCheck %s --check-prefixes=CHECK,V3,NARROW
; RUN: env LANEWISE_CPU=x86-64-v2 muxc --passes=estimate-reciprocals %s | FileCheck %s --check-prefixes=CHECK,V2,NARROW
; RUN: %if avx512 %{ env LANEWISE_CPU=x86-64-v4 muxc --passes=estimate-reciprocals %s | FileCheck %s --check-prefixes=CHECK,V4 %}
target triple = "x86_64-unknown-linux-gnu"

declare float @llvm.sqrt.f32(float)
declare double @llvm.sqrt.f64(double)
declare <8 x float> @llvm.sqrt.v8f32(<8 x float>)
declare <8 x double> @llvm.sqrt.v8f64(<8 x double>)
declare <3 x float> @llvm.sqrt.v3f32(<3 x float>)

; Denormal numbers are made larger, as the square of their estimate would overflow.
; CHECK-LABEL: @vector(
; V3: [[T:%.*]] = fcmp olt <8 x float> %x, splat (float 0x3810000000000000)
; V3: [[L:%.*]] = fmul <8 x float> %x, splat (float 0x4170000000000000)
; V3: [[X:%.*]] = select <8 x i1> [[T]], <8 x float> [[L]], <8 x float> %x
; V3: [[E:%.*]] = call <8 x float> @llvm.x86.avx.rsqrt.ps.256(<8 x float> [[X]])
; V3: [[C:%.*]] = and <8 x i32> {{.*}}, splat (i32 -4096)
; V3: [[Y:%.*]] = bitcast <8 x i32> [[C]] to <8 x float>
; V3: [[S:%.*]] = fmul <8 x float> [[Y]], [[Y]]
; V3: [[M:%.*]] = fneg <8 x float> [[X]]
; V3: [[F:%.*]] = call <8 x float> @llvm.fma.v8f32(<8 x float> [[M]], <8 x float> [[S]], <8 x float> splat (float 1.000000e+00))
; V3: [[U:%.*]] = fcmp olt <8 x float> [[F]], splat (float 1.000000e+00)
; V3: [[R:%.*]] = select <8 x i1> [[U]], <8 x float> [[F]], <8 x float> splat (float 1.000000e+00)
; V3: [[P:%.*]] = call <8 x float> @llvm.fma.v8f32(<8 x float> [[R]], <8 x float> splat (float 3.750000e-01), <8 x float> splat (float 5.000000e-01))
; V3: [[Q:%.*]] = fmul <8 x float> [[R]], [[P]]
; V3: [[B:%.*]] = call <8 x float> @llvm.fma.v8f32(<8 x float> [[Y]], <8 x float> [[Q]], <8 x float> [[Y]])
; V3: [[D:%.*]] = fmul <8 x float> [[B]], splat (float 4.096000e+03)
; V3: [[Z:%.*]] = select <8 x i1> [[T]], <8 x float> [[D]], <8 x float> [[B]]
; V3-NEXT: ret <8 x float> [[Z]]
; V2-COUNT-2: call <4 x float> @llvm.x86.sse.rsqrt.ps(
; V2-NOT: fma
; CHECK-NOT: sqrt.v8f32
define <8 x float> @vector(<8 x float> %x) {
  %s = call <8 x float> @llvm.sqrt.v8f32(<8 x float> %x)
  %r = fdiv arcp <8 x float> splat (float 1.0), %s
  ret <8 x float> %r
}

; Approximate roots are not scaled; of AVX-512's estimate one step of Newton's method is enough.
; CHECK-LABEL: @of_three(
; CHECK: [[X:%.*]] = shufflevector <3 x float> %x, <3 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
; NARROW: call <4 x float> @llvm.x86.sse.rsqrt.ps(<4 x float> [[X]])
; NARROW: and <4 x i32>
; V4: [[E:%.*]] = call <4 x float> @llvm.x86.avx512.rsqrt14.ps.128(<4 x float> [[X]]
; V4-NEXT: [[P:%.*]] = fmul <4 x float> [[X]], [[E]]
; V4-NEXT: [[M:%.*]] = fneg <4 x float> [[P]]
; V4-NEXT: [[D:%.*]] = call <4 x float> @llvm.fma.v4f32(<4 x float> [[M]], <4 x float> [[E]], <4 x float> splat (float 1.000000e+00))
; V4: [[C:%.*]] = select <4 x i1> {{.*}}, <4 x float> [[D]], <4 x float> splat (float 1.000000e+00)
; V4-NEXT: [[H:%.*]] = fmul <4 x float> [[C]], splat (float 5.000000e-01)
; CHECK-NOT: 0x3810000000000000
; CHECK: [[R:%.*]] = shufflevector <4 x float> {{.*}}, <4 x float> poison, <3 x i32> <i32 0, i32 1, i32 2>
; CHECK: [[Q:%.*]] = fmul <3 x float> %n, [[R]]
; CHECK-NEXT: ret <3 x float> [[Q]]
define <3 x float> @of_three(<3 x float> %x, <3 x float> %n) {
  %s = call <3 x float> @llvm.sqrt.v3f32(<3 x float> %x)
  %r = fdiv arcp afn <3 x float> %n, %s
  ret <3 x float> %r
}

; The root stays where it is used.
; CHECK-LABEL: @scalar(
; CHECK: [[S:%.*]] = call float @llvm.sqrt.f32(float %x)
; CHECK: insertelement <4 x float> zeroinitializer, float %x, i64 0
; NARROW: call <4 x float> @llvm.x86.sse.rsqrt.ps(
; CHECK: [[R:%.*]] = extractelement <4 x float> {{.*}}, i64 0
; CHECK: fadd float [[R]], [[S]]
define float @scalar(float %x) {
  %s = call float @llvm.sqrt.f32(float %x)
  %r = fdiv arcp float 1.0, %s
  %sum = fadd float %r, %s
  ret float %sum
}

; CHECK-LABEL: @doubles(
; NARROW: fdiv arcp <8 x double>
; V4: [[E:%.*]] = call <8 x double> @llvm.x86.avx512.rsqrt14.pd.512(
; V4: and <8 x i64> {{.*}}, splat (i64 -134217728)
; V4-COUNT-5: call <8 x double> @llvm.fma.v8f64(
; V4-NOT: fdiv
; CHECK: ret <8 x double>
define <8 x double> @doubles(<8 x double> %x) {
  %s = call <8 x double> @llvm.sqrt.v8f64(<8 x double> %x)
  %r = fdiv arcp <8 x double> splat (double 1.0), %s
  ret <8 x double> %r
}

; CHECK-LABEL: @others(
; CHECK-NOT: x86
; CHECK: ret float
define float @others(float %x, double %y, ptr %p) {
  %s = call float @llvm.sqrt.f32(float %x)
  %exact = fdiv float 1.0, %s
  %inverse = fdiv arcp float %s, %x
  %almost = fdiv arcp float %s, %x, !fpmath !{float 2.5}
  %t = call double @llvm.sqrt.f64(double %y)
  %double = fdiv double 1.0, %t
  store double %double, ptr %p
  %sum = fadd float %exact, %inverse
  %all = fadd float %sum, %almost
  ret float %all
}
