; High bits of products of 64 bits come from their halves, as LLVM would multiply in 16 bits.
; RUN: muxc --passes=split-high-products %s | FileCheck %s

; CHECK-LABEL: define <4 x i16> @upper(
; CHECK: [[M:%.*]] = mul
; CHECK: [[H:%.*]] = bitcast <4 x i64> [[M]] to <8 x i32>
; CHECK-NEXT: [[U:%.*]] = shufflevector <8 x i32> [[H]], <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
; CHECK-NEXT: [[S:%.*]] = ashr <4 x i32> [[U]], splat (i32 3)
; CHECK-NEXT: [[T:%.*]] = trunc <4 x i32> [[S]] to <4 x i16>
; CHECK-NEXT: ret <4 x i16> [[T]]
define <4 x i16> @upper(<4 x i64> %a, <4 x i64> %b) {
  %m = mul nsw <4 x i64> %a, %b
  %h = ashr <4 x i64> %m, splat (i64 35)
  %t = trunc <4 x i64> %h to <4 x i16>
  ret <4 x i16> %t
}

; CHECK-LABEL: define <2 x i8> @masked(
; CHECK: [[L:%.*]] = shufflevector <4 x i32> {{%.*}}, <4 x i32> poison, <2 x i32> <i32 0, i32 2>
; CHECK-NEXT: [[F:%.*]] = call <2 x i32> @llvm.fshr.v2i32(<2 x i32> {{%.*}}, <2 x i32> [[L]], <2 x i32> splat (i32 20))
; CHECK-NEXT: [[A:%.*]] = and <2 x i32> [[F]], splat (i32 15)
; CHECK-NEXT: trunc <2 x i32> [[A]] to <2 x i8>
define <2 x i8> @masked(<2 x i64> %a, <2 x i64> %b) {
  %m = mul <2 x i64> %a, %b
  %h = lshr <2 x i64> %m, splat (i64 20)
  %k = and <2 x i64> %h, splat (i64 15)
  %t = trunc <2 x i64> %k to <2 x i8>
  ret <2 x i8> %t
}

; LLVM has these right.
; CHECK-LABEL: define <4 x i16> @sixteen(
; CHECK-NOT: shufflevector
; CHECK: ret
define <4 x i16> @sixteen(<4 x i64> %a, <4 x i64> %b, <4 x i32> %c, <4 x i32> %d) {
  %m = mul <4 x i64> %a, %b
  %h = lshr <4 x i64> %m, splat (i64 16)
  %t = trunc <4 x i64> %h to <4 x i16>
  %n = mul <4 x i32> %c, %d
  %i = lshr <4 x i32> %n, splat (i32 20)
  %u = trunc <4 x i32> %i to <4 x i16>
  %x = xor <4 x i16> %t, %u
  ret <4 x i16> %x
}
