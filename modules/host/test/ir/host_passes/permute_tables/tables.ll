; Gathers from small constant tables are permutations of registers; from larger ones, and of variables that may
; change, they stay.
; RUN: %if avx512 %{ env LANEWISE_CPU=x86-64-v4 muxc --passes=permute-tables %s | FileCheck %s --check-prefixes=CHECK,V4 %}
; RUN: env LANEWISE_CPU=x86-64-v3 muxc --passes=permute-tables %s | FileCheck %s --check-prefixes=CHECK,V3
; RUN: env LANEWISE_CPU=x86-64-v2 muxc --passes=permute-tables %s | FileCheck %s --check-prefixes=CHECK,V2
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@floats = internal constant [12 x float] [float 0.0, float 1.0, float 2.0, float 3.0, float 4.0, float 5.0, float 6.0, float 7.0, float 8.0, float 9.0, float 10.0, float 11.0]
@rows = internal constant [2 x [16 x double]] [[16 x double] zeroinitializer, [16 x double] [double 0.0, double 1.0, double 2.0, double 3.0, double 4.0, double 5.0, double 6.0, double 7.0, double 8.0, double 9.0, double 10.0, double 11.0, double 12.0, double 13.0, double 14.0, double 15.0]]
@many = internal constant [64 x i32] [i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63, i32 64]
@eight = internal constant [8 x double] [double 0x3FB0000000000001, double 0x3FB0000000000002, double 0x3FB0000000000003, double 0x3FB0000000000004, double 0x3FB0000000000005, double 0x3FB0000000000006, double 0x3FB0000000000007, double 0x3FB0000000000008]
@short = internal constant [6 x double] [double 0.5, double 1.0, double 1.5, double 2.0, double 2.5, double 3.0]
@variable = internal global [4 x float] zeroinitializer
@large = internal constant [65 x float] zeroinitializer

; CHECK-LABEL: @floats_of_two_registers(
; V4: [[I:%.*]] = trunc <8 x i64> %i to <8 x i32>
; V4: [[W:%.*]] = shufflevector <8 x i32> [[I]]
; V4: [[R:%.*]] = call <16 x float> @llvm.x86.avx512.permvar.sf.512(<16 x float> <float 0.0{{.*}}, float 1.100000e+01, float poison, float poison, float poison, float poison>, <16 x i32> [[W]])
; V4: shufflevector <16 x float> [[R]], {{.*}} <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; V3: [[I:%.*]] = trunc <8 x i64> %i to <8 x i32>
; V3: [[A:%.*]] = call <8 x float> @llvm.x86.avx2.permps(<8 x float> <float 0.0{{.*}}, float 7.000000e+00>, <8 x i32> [[I]])
; V3: [[B:%.*]] = call <8 x float> @llvm.x86.avx2.permps(<8 x float> <float 8.0{{.*}}, float poison>, <8 x i32> [[I]])
; V3: [[N:%.*]] = and <8 x i32> [[I]], splat (i32 8)
; V3: [[H:%.*]] = icmp ne <8 x i32> [[N]], zeroinitializer
; V3: [[S:%.*]] = select <8 x i1> [[H]], <8 x float> [[B]], <8 x float> [[A]]
; V3: select <8 x i1> %mask, <8 x float> [[S]], <8 x float> %otherwise
; V2: masked.gather
; CHECK: ret <8 x float>
define <8 x float> @floats_of_two_registers(<8 x i64> %i, <8 x i1> %mask, <8 x float> %otherwise) {
  %p = getelementptr float, ptr @floats, <8 x i64> %i
  %r = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 4 %p, <8 x i1> %mask, <8 x float> %otherwise)
  ret <8 x float> %r
}

; Of the second row, as the index tells; its mask is what the permutation does anyway.
; CHECK-LABEL: @one_of_several(
; V4-NOT: and <16 x i64>
; V4-COUNT-2: call <8 x double> @llvm.x86.avx512.vpermi2var.pd.512(<8 x double> <double 0.000000e+00, double 1.0{{.*}}, <8 x i64> {{.*}}, <8 x double> <double 8.0
; V3: masked.gather
; CHECK: ret <16 x double>
define <16 x double> @one_of_several(<16 x i64> %k) {
  %i = and <16 x i64> %k, splat (i64 15)
  %first = getelementptr double, ptr @rows, <16 x i64> %i
  %p = getelementptr i8, <16 x ptr> %first, i64 128
  %r = call <16 x double> @llvm.masked.gather.v16f64.v16p0(<16 x ptr> align 8 %p, <16 x i1> splat (i1 true), <16 x double> poison)
  ret <16 x double> %r
}

; What clears bits that a permutation does not read is not needed for it.
; CHECK-LABEL: @low_bits(
; V4-NOT: and
; V4: call <16 x float> @llvm.x86.avx512.permvar.sf.512({{.*}}, <16 x i32> %i)
; V3: shufflevector <16 x i32> %i
; V2: masked.gather
; CHECK: ret <16 x float>
define <16 x float> @low_bits(<16 x i32> %i) {
  %low = and <16 x i32> %i, splat (i32 15)
  %wide = zext nneg <16 x i32> %low to <16 x i64>
  %p = getelementptr float, ptr @floats, <16 x i64> %wide
  %r = call <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr> align 4 %p, <16 x i1> splat (i1 true), <16 x float> poison)
  ret <16 x float> %r
}

; CHECK-LABEL: @four_registers(
; V4-COUNT-2: call <16 x float> @llvm.x86.avx512.vpermi2var.ps.512(
; V4: and <16 x i32> {{.*}}, splat (i32 32)
; V4: [[S:%.*]] = select <16 x i1>
; V4: bitcast <16 x float> [[S]] to <16 x i32>
; V3: masked.gather
; CHECK: ret <16 x i32>
define <16 x i32> @four_registers(<16 x i64> %i) {
  %p = getelementptr i32, ptr @many, <16 x i64> %i
  %r = call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> align 4 %p, <16 x i1> splat (i1 true), <16 x i32> poison)
  ret <16 x i32> %r
}

; AVX2 permutes both halves of eight elements of 64 bits.
; CHECK-LABEL: @by_halves(
; V4: call <8 x double> @llvm.x86.avx512.permvar.df.512(
; V3-NOT: and
; V3: [[W:%.*]] = bitcast <4 x i64> %k to <8 x i32>
; V3: [[I:%.*]] = shufflevector <8 x i32> [[W]], {{.*}} <8 x i32> <i32 0, i32 0, i32 2, i32 2, i32 4, i32 4, i32 6, i32 6>
; V3: [[L:%.*]] = call <8 x float> @llvm.x86.avx2.permps({{.*}}, <8 x i32> [[I]])
; V3: [[H:%.*]] = call <8 x float> @llvm.x86.avx2.permps({{.*}}, <8 x i32> [[I]])
; V3: [[B:%.*]] = shufflevector <8 x float> [[L]], <8 x float> [[H]], <8 x i32> <i32 0, i32 9, i32 2, i32 11, i32 4, i32 13, i32 6, i32 15>
; V3: bitcast <8 x float> [[B]] to <4 x double>
; V2: masked.gather
; CHECK: ret <4 x double>
define <4 x double> @by_halves(<4 x i64> %k) {
  %i = and <4 x i64> %k, splat (i64 7)
  %p = getelementptr double, ptr @eight, <4 x i64> %i
  %r = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> align 8 %p, <4 x i1> splat (i1 true), <4 x double> poison)
  ret <4 x double> %r
}

; Lower halves that are zero need no permutation.
; CHECK-LABEL: @by_upper_halves(
; V3-COUNT-1: call <8 x float> @llvm.x86.avx2.permps(
; V3-NOT: permps
; CHECK: ret <4 x double>
define <4 x double> @by_upper_halves(<4 x i64> %i) {
  %p = getelementptr double, ptr @short, <4 x i64> %i
  %r = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> align 8 %p, <4 x i1> splat (i1 true), <4 x double> poison)
  ret <4 x double> %r
}

; CHECK-LABEL: @others(
; CHECK-COUNT-3: masked.gather
; CHECK: ret void
define void @others(<8 x i64> %i, ptr %out) {
  %p = getelementptr float, ptr @variable, <8 x i64> %i
  %a = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 4 %p, <8 x i1> splat (i1 true), <8 x float> poison)
  store <8 x float> %a, ptr %out
  %q = getelementptr float, ptr @large, <8 x i64> %i
  %b = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 4 %q, <8 x i1> splat (i1 true), <8 x float> poison)
  store <8 x float> %b, ptr %out
  ; Behind the first element an index may be negative.
  %s = getelementptr float, ptr getelementptr (i8, ptr @floats, i64 4), <8 x i64> %i
  %c = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 4 %s, <8 x i1> splat (i1 true), <8 x float> poison)
  store <8 x float> %c, ptr %out
  ret void
}
