; Divisions that may be 8192 units in the last place off take the CPU's estimates as they are, those that may be 4 off
; after a step of Newton's method.
; RUN: env LANEWISE_CPU=x86-64-v3 muxc --passes=estimate-reciprocals %s | FileCheck %s --check-prefixes=CHECK,V3
; RUN: %if avx512 %{ env LANEWISE_CPU=x86-64-v4 muxc --passes=estimate-reciprocals %s | FileCheck %s --check-prefixes=CHECK,V4 %}
target triple = "x86_64-unknown-linux-gnu"

declare <8 x float> @llvm.sqrt.v8f32(<8 x float>)

; CHECK-LABEL: @root(
; V3-NEXT: [[E:%.*]] = call <8 x float> @llvm.x86.avx.rsqrt.ps.256(<8 x float> %x)
; V4-NEXT: [[E:%.*]] = call <8 x float> @llvm.x86.avx512.rsqrt14.ps.256(<8 x float> %x, <8 x float> zeroinitializer, i8 -1)
; CHECK-NEXT: ret <8 x float> [[E]]
define <8 x float> @root(<8 x float> %x) {
  %s = call <8 x float> @llvm.sqrt.v8f32(<8 x float> %x)
  %r = fdiv <8 x float> splat (float 1.0), %s, !fpmath !0
  ret <8 x float> %r
}

; CHECK-LABEL: @quotient(
; V3-NEXT: [[E:%.*]] = call <8 x float> @llvm.x86.avx.rcp.ps.256(<8 x float> %y)
; V4-NEXT: [[E:%.*]] = call <8 x float> @llvm.x86.avx512.rcp14.ps.256(<8 x float> %y, <8 x float> zeroinitializer, i8 -1)
; CHECK-NEXT: [[Q:%.*]] = fmul <8 x float> %x, [[E]]
; CHECK-NEXT: ret <8 x float> [[Q]]
define <8 x float> @quotient(<8 x float> %x, <8 x float> %y) {
  %q = fdiv <8 x float> %x, %y, !fpmath !0
  ret <8 x float> %q
}

; CHECK-LABEL: @better_root(
; V3: [[Y:%.*]] = call <8 x float> @llvm.x86.avx.rsqrt.ps.256(<8 x float> %x)
; V4: [[Y:%.*]] = call <8 x float> @llvm.x86.avx512.rsqrt14.ps.256(<8 x float> %x
; CHECK: [[P:%.*]] = fmul <8 x float> %x, [[Y]]
; CHECK: [[M:%.*]] = fneg <8 x float> [[P]]
; CHECK: [[N:%.*]] = call <8 x float> @llvm.fma.v8f32(<8 x float> [[M]], <8 x float> [[Y]], <8 x float> splat (float 1.000000e+00))
; CHECK: [[O:%.*]] = fcmp olt <8 x float> [[N]], splat (float 1.000000e+00)
; CHECK: [[E:%.*]] = select <8 x i1> [[O]], <8 x float> [[N]], <8 x float> splat (float 1.000000e+00)
; CHECK: [[H:%.*]] = fmul <8 x float> [[E]], splat (float 5.000000e-01)
; CHECK: [[R:%.*]] = call <8 x float> @llvm.fma.v8f32(<8 x float> [[Y]], <8 x float> [[H]], <8 x float> [[Y]])
; CHECK: ret <8 x float> [[R]]
define <8 x float> @better_root(<8 x float> %x) {
  %s = call <8 x float> @llvm.sqrt.v8f32(<8 x float> %x)
  %r = fdiv <8 x float> splat (float 1.0), %s, !fpmath !1
  ret <8 x float> %r
}

; CHECK-LABEL: @better_inverse(
; V3: [[Y:%.*]] = call <8 x float> @llvm.x86.avx.rcp.ps.256(<8 x float> %x)
; V4: [[Y:%.*]] = call <8 x float> @llvm.x86.avx512.rcp14.ps.256(<8 x float> %x
; CHECK: [[M:%.*]] = fneg <8 x float> %x
; CHECK: [[N:%.*]] = call <8 x float> @llvm.fma.v8f32(<8 x float> [[M]], <8 x float> [[Y]], <8 x float> splat (float 1.000000e+00))
; CHECK: [[E:%.*]] = select <8 x i1> {{.*}}, <8 x float> [[N]], <8 x float> splat (float 1.000000e+00)
; CHECK: call <8 x float> @llvm.fma.v8f32(<8 x float> [[Y]], <8 x float> [[E]], <8 x float> [[Y]])
; CHECK: ret <8 x float>
define <8 x float> @better_inverse(<8 x float> %x) {
  %r = fdiv <8 x float> splat (float 1.0), %x, !fpmath !1
  ret <8 x float> %r
}

!0 = !{float 8192.0}
!1 = !{float 4.0}
