; Where the target gathers numbers of 32 bits but no smaller ones, it gathers the aligned words in which these are.
; RUN: muxc --passes=expand-narrow-masked-accesses %s | FileCheck %s

; CHECK-LABEL: @signed_indices(
; CHECK: [[P:%.*]] = ptrtoint ptr %p to i64
; CHECK: [[FIRST:%.*]] = and i64 [[P]], 3
; CHECK: [[BACK:%.*]] = sub i64 0, [[FIRST]]
; CHECK: [[BEGIN:%.*]] = getelementptr i8, ptr %p, i64 [[BACK]]
; CHECK: [[LOW:%.*]] = trunc i64 [[FIRST]] to i32
; CHECK: [[INSERT:%.*]] = insertelement <16 x i32> poison, i32 [[LOW]], i64 0
; CHECK: [[BASE:%.*]] = shufflevector <16 x i32> [[INSERT]]
; CHECK: [[PART:%.*]] = and <16 x i32> %i, splat (i32 3)
; CHECK: [[TIMES:%.*]] = mul <16 x i32> [[PART]], splat (i32 1)
; CHECK: [[DISTANCE:%.*]] = add <16 x i32> [[TIMES]], [[BASE]]
; CHECK: [[WHOLE:%.*]] = ashr <16 x i32> %i, splat (i32 2)
; CHECK: [[MORE:%.*]] = lshr <16 x i32> [[DISTANCE]], splat (i32 2)
; CHECK: [[WORD:%.*]] = add <16 x i32> [[WHOLE]], [[MORE]]
; CHECK: [[INDEX:%.*]] = sext <16 x i32> [[WORD]] to <16 x i64>
; CHECK: [[AT:%.*]] = getelementptr i32, ptr [[BEGIN]], <16 x i64> [[INDEX]]
; CHECK: [[PLACE:%.*]] = and <16 x i32> [[DISTANCE]], splat (i32 3)
; CHECK: [[SHIFT:%.*]] = shl <16 x i32> [[PLACE]], splat (i32 3)
; CHECK: [[READ:%.*]] = call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> align 4 [[AT]], <16 x i1> %mask, <16 x i32> poison)
; CHECK: [[MOVED:%.*]] = lshr <16 x i32> [[READ]], [[SHIFT]]
; CHECK: %v = trunc <16 x i32> [[MOVED]] to <16 x i8>
; CHECK: ret <16 x i8> %v
define <16 x i8> @signed_indices(ptr %p, <16 x i32> %i, <16 x i1> %mask) {
  %wide = sext <16 x i32> %i to <16 x i64>
  %at = getelementptr i8, ptr %p, <16 x i64> %wide
  %v = call <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr> align 1 %at, <16 x i1> %mask, <16 x i8> poison)
  ret <16 x i8> %v
}

; Two numbers of 16 bits in a word; lanes that do not read have a value of their own.
; CHECK-LABEL: @unsigned_indices(
; CHECK: [[PART:%.*]] = and <8 x i32> %i, splat (i32 1)
; CHECK: mul <8 x i32> [[PART]], splat (i32 2)
; CHECK: lshr <8 x i32> %i, splat (i32 1)
; CHECK: [[READ:%.*]] = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(
; CHECK: [[CUT:%.*]] = trunc <8 x i32> {{.*}} to <8 x i16>
; CHECK: [[HALF:%.*]] = bitcast <8 x i16> [[CUT]] to <8 x half>
; CHECK: select <8 x i1> %mask, <8 x half> [[HALF]], <8 x half> %other
define <8 x half> @unsigned_indices(ptr %p, <8 x i32> %i, <8 x i1> %mask, <8 x half> %other) {
  %wide = zext <8 x i32> %i to <8 x i64>
  %at = getelementptr half, ptr %p, <8 x i64> %wide
  %v = call <8 x half> @llvm.masked.gather.v8f16.v8p0(<8 x ptr> align 2 %at, <8 x i1> %mask, <8 x half> %other)
  ret <8 x half> %v
}

; Addresses of any kind.
; CHECK-LABEL: @anywhere(
; CHECK: [[P:%.*]] = ptrtoint <16 x ptr> %p to <16 x i64>
; CHECK: [[AND:%.*]] = and <16 x i64> [[P]], splat (i64 -4)
; CHECK: [[AT:%.*]] = inttoptr <16 x i64> [[AND]] to <16 x ptr>
; CHECK: [[LOW:%.*]] = trunc <16 x i64> [[P]] to <16 x i32>
; CHECK: and <16 x i32> [[LOW]], splat (i32 3)
; CHECK: call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> align 4 [[AT]]
define <16 x i8> @anywhere(<16 x ptr> %p) {
  %v = call <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr> align 1 %p, <16 x i1> splat (i1 true), <16 x i8> poison)
  ret <16 x i8> %v
}

; Indices that scale, or have 64 bits, are not followed.
; CHECK-LABEL: @scaled(
; CHECK: inttoptr <16 x i64>
; CHECK: inttoptr <16 x i64>
define <16 x i8> @scaled(ptr %p, <16 x i32> %i, <16 x i64> %j) {
  %wide = sext <16 x i32> %i to <16 x i64>
  %at = getelementptr [12 x i8], ptr %p, <16 x i64> %wide
  %v = call <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr> align 1 %at, <16 x i1> splat (i1 true), <16 x i8> poison)
  %to = getelementptr i8, ptr %p, <16 x i64> %j
  %w = call <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr> align 1 %to, <16 x i1> splat (i1 true), <16 x i8> poison)
  %sum = add <16 x i8> %v, %w
  ret <16 x i8> %sum
}

; Few lanes, numbers that may be in two words, and what is written.
; CHECK-LABEL: @others(
; CHECK-NOT: v4i32
; CHECK-NOT: v8i32
; CHECK: ret void
define void @others(<4 x ptr> %p, <8 x ptr> %q) {
  %v = call <4 x i8> @llvm.masked.gather.v4i8.v4p0(<4 x ptr> align 1 %p, <4 x i1> splat (i1 true), <4 x i8> poison)
  %w = call <8 x i16> @llvm.masked.gather.v8i16.v8p0(<8 x ptr> align 1 %q, <8 x i1> splat (i1 true), <8 x i16> poison)
  call void @llvm.masked.scatter.v8i16.v8p0(<8 x i16> %w, <8 x ptr> align 2 %q, <8 x i1> splat (i1 true))
  call void @llvm.masked.scatter.v4i8.v4p0(<4 x i8> %v, <4 x ptr> align 1 %p, <4 x i1> splat (i1 true))
  ret void
}
