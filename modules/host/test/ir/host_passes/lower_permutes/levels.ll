; Permutations by indices that are not constant: an instruction where the CPU has one, for one register or two, and
; single elements otherwise.
; RUN: %if avx512 %{ env LANEWISE_CPU=x86-64-v4 muxc --passes=lower-permutes %s | FileCheck %s --check-prefixes=CHECK,V4 %}
; RUN: env LANEWISE_CPU=x86-64-v3 muxc --passes=lower-permutes %s | FileCheck %s --check-prefixes=CHECK,V3
; RUN: env LANEWISE_CPU=x86-64-v2 muxc --passes=lower-permutes %s | FileCheck %s --check-prefixes=CHECK,V2

declare <16 x float> @vecz.permute.v16f32.v16i32(<16 x float>, <16 x i32>)
declare <32 x i32> @vecz.permute.v32i32.v32i32(<32 x i32>, <32 x i32>)
declare <8 x i32> @vecz.permute.v8i32.v8i32(<8 x i32>, <8 x i32>)
declare <8 x double> @vecz.permute.v8f64.v8i32(<8 x double>, <8 x i32>)
declare <16 x half> @vecz.permute.v16f16.v16i32(<16 x half>, <16 x i32>)
declare <4 x i8> @vecz.permute.v4i8.v4i32(<4 x i8>, <4 x i32>)

; CHECK-LABEL: @floats(
; V4: [[V:%.*]] = bitcast <16 x float> %v to <16 x i32>
; V4: [[R:%.*]] = call <16 x i32> @llvm.x86.avx512.permvar.si.512(<16 x i32> [[V]], <16 x i32> %i)
; V4: bitcast <16 x i32> [[R]] to <16 x float>
; V3-COUNT-16: insertelement <16 x float>
; V2-COUNT-16: insertelement <16 x float>
; CHECK: ret
define <16 x float> @floats(<16 x float> %v, <16 x i32> %i) {
  %r = call <16 x float> @vecz.permute.v16f32.v16i32(<16 x float> %v, <16 x i32> %i)
  ret <16 x float> %r
}

; CHECK-LABEL: @two_registers(
; V4: [[LOW:%.*]] = shufflevector <32 x i32> %v, <32 x i32> poison, <16 x i32> <i32 0, {{.*}}, i32 15>
; V4: [[HIGH:%.*]] = shufflevector <32 x i32> %v, <32 x i32> poison, <16 x i32> <i32 16, {{.*}}, i32 31>
; V4: [[I:%.*]] = shufflevector <32 x i32> %i, <32 x i32> poison, <16 x i32> <i32 0, {{.*}}, i32 15>
; V4: [[A:%.*]] = call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512(<16 x i32> [[LOW]], <16 x i32> [[I]], <16 x i32> [[HIGH]])
; V4: [[J:%.*]] = shufflevector <32 x i32> %i, <32 x i32> poison, <16 x i32> <i32 16, {{.*}}, i32 31>
; V4: [[B:%.*]] = call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512(<16 x i32> [[LOW]], <16 x i32> [[J]], <16 x i32> [[HIGH]])
; V4: shufflevector <16 x i32> [[A]], <16 x i32> [[B]], <32 x i32> <i32 0, {{.*}}, i32 31>
; CHECK: ret
define <32 x i32> @two_registers(<32 x i32> %v, <32 x i32> %i) {
  %r = call <32 x i32> @vecz.permute.v32i32.v32i32(<32 x i32> %v, <32 x i32> %i)
  ret <32 x i32> %r
}

; CHECK-LABEL: @half_a_register(
; V4: call <8 x i32> @llvm.x86.avx2.permd(<8 x i32> %v, <8 x i32> %i)
; V3: call <8 x i32> @llvm.x86.avx2.permd(<8 x i32> %v, <8 x i32> %i)
; V2: [[LANE:%.*]] = extractelement <8 x i32> %i, i64 0
; V2: [[E:%.*]] = extractelement <8 x i32> %v, i32 [[LANE]]
; V2: insertelement <8 x i32> poison, i32 [[E]], i64 0
; V2-COUNT-7: insertelement <8 x i32>
; CHECK: ret
define <8 x i32> @half_a_register(<8 x i32> %v, <8 x i32> %i) {
  %r = call <8 x i32> @vecz.permute.v8i32.v8i32(<8 x i32> %v, <8 x i32> %i)
  ret <8 x i32> %r
}

; Indices are as wide as the elements.
; CHECK-LABEL: @doubles(
; V4: [[I:%.*]] = zext <8 x i32> %i to <8 x i64>
; V4: call <8 x i64> @llvm.x86.avx512.permvar.di.512(<8 x i64> {{.*}}, <8 x i64> [[I]])
; V3-COUNT-8: insertelement <8 x double>
; CHECK: ret
define <8 x double> @doubles(<8 x double> %v, <8 x i32> %i) {
  %r = call <8 x double> @vecz.permute.v8f64.v8i32(<8 x double> %v, <8 x i32> %i)
  ret <8 x double> %r
}

; CHECK-LABEL: @halves(
; V4: [[I:%.*]] = trunc <16 x i32> %i to <16 x i16>
; V4: call <16 x i16> @llvm.x86.avx512.permvar.hi.256(<16 x i16> {{.*}}, <16 x i16> [[I]])
; V3-COUNT-16: insertelement <16 x half>
; CHECK: ret
define <16 x half> @halves(<16 x half> %v, <16 x i32> %i) {
  %r = call <16 x half> @vecz.permute.v16f16.v16i32(<16 x half> %v, <16 x i32> %i)
  ret <16 x half> %r
}

; CHECK-LABEL: @bytes(
; CHECK-COUNT-4: insertelement <4 x i8>
; CHECK: ret
; CHECK-NOT: vecz.permute
define <4 x i8> @bytes(<4 x i8> %v, <4 x i32> %i) {
  %r = call <4 x i8> @vecz.permute.v4i8.v4i32(<4 x i8> %v, <4 x i32> %i)
  ret <4 x i8> %r
}
