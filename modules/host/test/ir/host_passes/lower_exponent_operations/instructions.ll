; Scaling by powers of two and taking numbers apart are AVX-512's instructions, in pieces of a register; no other CPU
; reaches them. Estimates of floats have an older instruction, too.
; RUN: %if avx512 %{ env LANEWISE_CPU=x86-64-v4 muxc --passes=lower-exponent-operations %s | FileCheck %s --check-prefixes=CHECK,V4 %}
; RUN: env LANEWISE_CPU=x86-64-v3 muxc --passes=lower-exponent-operations %s | FileCheck %s --check-prefixes=CHECK,V3
target triple = "x86_64-unknown-linux-gnu"

declare <32 x float> @__lanewise_elementwise_scale_f32.v32(<32 x float>, <32 x float>) memory(none)
declare double @__lanewise_elementwise_exponent_f64(double) memory(none)
declare <4 x double> @__lanewise_elementwise_significand_f64.v4(<4 x double>) memory(none)
declare <16 x float> @__lanewise_elementwise_reciprocal_f32.v16(<16 x float>) memory(none)
declare float @__lanewise_elementwise_root_f32(float) memory(none)
declare <8 x double> @__lanewise_elementwise_root_f64.v8(<8 x double>) memory(none)

; CHECK-NOT: __lanewise_elementwise

; CHECK-LABEL: @scale(
; V4-COUNT-2: call <16 x float> @llvm.x86.avx512.mask.scalef.ps.512(<16 x float> {{.*}}, <16 x float> {{.*}}, <16 x float> zeroinitializer, i16 -1, i32 4)
; V3: ret <32 x float> poison
define <32 x float> @scale(<32 x float> %x, <32 x float> %k) {
  %r = call <32 x float> @__lanewise_elementwise_scale_f32.v32(<32 x float> %x, <32 x float> %k)
  ret <32 x float> %r
}

; CHECK-LABEL: @one(
; V4: [[V:%.*]] = insertelement <2 x double> zeroinitializer, double %x, i64 0
; V4: [[E:%.*]] = call <2 x double> @llvm.x86.avx512.mask.getexp.pd.128(<2 x double> [[V]], <2 x double> zeroinitializer, i8 -1)
; V4: extractelement <2 x double> [[E]], i64 0
; V3: ret double poison
define double @one(double %x) {
  %r = call double @__lanewise_elementwise_exponent_f64(double %x)
  ret double %r
}

; CHECK-LABEL: @significand(
; V4: call <4 x double> @llvm.x86.avx512.mask.getmant.pd.256(<4 x double> %x, i32 8, <4 x double> zeroinitializer, i8 -1)
define <4 x double> @significand(<4 x double> %x) {
  %r = call <4 x double> @__lanewise_elementwise_significand_f64.v4(<4 x double> %x)
  ret <4 x double> %r
}

; CHECK-LABEL: @reciprocal(
; V4: call <16 x float> @llvm.x86.avx512.rcp14.ps.512(<16 x float> %x, <16 x float> zeroinitializer, i16 -1)
; V3-COUNT-2: call <8 x float> @llvm.x86.avx.rcp.ps.256(
define <16 x float> @reciprocal(<16 x float> %x) {
  %r = call <16 x float> @__lanewise_elementwise_reciprocal_f32.v16(<16 x float> %x)
  ret <16 x float> %r
}

; CHECK-LABEL: @root_of_float(
; V4: call <4 x float> @llvm.x86.avx512.rsqrt14.ps.128(
; V3: call <4 x float> @llvm.x86.sse.rsqrt.ps(
define float @root_of_float(float %x) {
  %r = call float @__lanewise_elementwise_root_f32(float %x)
  ret float %r
}

; CHECK-LABEL: @root(
; V3: ret <8 x double> poison
; V4: call <8 x double> @llvm.x86.avx512.rsqrt14.pd.512(<8 x double> %x, <8 x double> zeroinitializer, i8 -1)
define <8 x double> @root(<8 x double> %x) {
  %r = call <8 x double> @__lanewise_elementwise_root_f64.v8(<8 x double> %x)
  ret <8 x double> %r
}
