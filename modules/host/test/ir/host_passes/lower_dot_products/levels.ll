; Dot products of bytes in vectors are two multiplications of pairs of 16 bits, as wide as the CPU's
; registers; single ones, and vectors of few lanes, are multiplied byte by byte.
; RUN: env LANEWISE_CPU=x86-64-v2 muxc --passes=lower-dot-products %s | FileCheck %s --check-prefixes=CHECK,V2
; RUN: env LANEWISE_CPU=x86-64-v3 muxc --passes=lower-dot-products %s | FileCheck %s --check-prefixes=CHECK,V3

declare i32 @__lanewise_elementwise_dot_ss(i32, i32) memory(none)
declare i32 @__lanewise_elementwise_dot_us(i32, i32) memory(none)
declare <2 x i32> @__lanewise_elementwise_dot_ss.v2(<2 x i32>, <2 x i32>) memory(none)
declare <4 x i32> @__lanewise_elementwise_dot_us.v4(<4 x i32>, <4 x i32>) memory(none)
declare <8 x i32> @__lanewise_elementwise_dot_uu.v8(<8 x i32>, <8 x i32>) memory(none)

; CHECK-NOT: __lanewise_elementwise

define i32 @one(i32 %a, i32 %b) {
; CHECK-LABEL: @one(
; CHECK: [[A:%.*]] = shl i32 %a, 24
; CHECK: ashr i32 [[A]], 24
; CHECK: [[B:%.*]] = shl i32 %b, 24
; CHECK: ashr i32 [[B]], 24
; CHECK-COUNT-4: mul i32
; CHECK: ret i32
  %d = call i32 @__lanewise_elementwise_dot_ss(i32 %a, i32 %b)
  ret i32 %d
}

define i32 @unsigned(i32 %a, i32 %b) {
; CHECK-LABEL: @unsigned(
; CHECK: lshr i32 {{.*}}, 24
; CHECK: ashr i32 {{.*}}, 24
; CHECK-COUNT-4: mul i32
  %d = call i32 @__lanewise_elementwise_dot_us(i32 %a, i32 %b)
  ret i32 %d
}

define <2 x i32> @two(<2 x i32> %a, <2 x i32> %b) {
; CHECK-LABEL: @two(
; CHECK-COUNT-4: mul <2 x i32>
; CHECK: ret <2 x i32>
  %d = call <2 x i32> @__lanewise_elementwise_dot_ss.v2(<2 x i32> %a, <2 x i32> %b)
  ret <2 x i32> %d
}

define <4 x i32> @four(<4 x i32> %a, <4 x i32> %b) {
; CHECK-LABEL: @four(
; CHECK: [[A:%.*]] = bitcast <4 x i32> %a to <8 x i16>
; CHECK: [[B:%.*]] = bitcast <4 x i32> %b to <8 x i16>
; CHECK: [[EVEN:%.*]] = and <8 x i16> [[A]], splat (i16 255)
; CHECK: [[UP:%.*]] = shl <8 x i16> [[B]], splat (i16 8)
; CHECK: [[SIGNED:%.*]] = ashr <8 x i16> [[UP]], splat (i16 8)
; CHECK: call <4 x i32> @llvm.x86.sse2.pmadd.wd(<8 x i16> [[EVEN]], <8 x i16> [[SIGNED]])
; CHECK: [[ODD:%.*]] = lshr <8 x i16> [[A]], splat (i16 8)
; CHECK: [[HIGH:%.*]] = ashr <8 x i16> [[B]], splat (i16 8)
; CHECK: call <4 x i32> @llvm.x86.sse2.pmadd.wd(<8 x i16> [[ODD]], <8 x i16> [[HIGH]])
; CHECK: add <4 x i32>
  %d = call <4 x i32> @__lanewise_elementwise_dot_us.v4(<4 x i32> %a, <4 x i32> %b)
  ret <4 x i32> %d
}

define <8 x i32> @eight(<8 x i32> %a, <8 x i32> %b) {
; CHECK-LABEL: @eight(
; V2-COUNT-4: @llvm.x86.sse2.pmadd.wd(
; V2: shufflevector <4 x i32>
; V3-COUNT-2: @llvm.x86.avx2.pmadd.wd(
; CHECK: ret <8 x i32>
  %d = call <8 x i32> @__lanewise_elementwise_dot_uu.v8(<8 x i32> %a, <8 x i32> %b)
  ret <8 x i32> %d
}
