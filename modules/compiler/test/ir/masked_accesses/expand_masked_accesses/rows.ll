; A row of one lane, whose address and mask are that lane's of vectors, is accessed plainly: lanes
; that are not active access memory of the function's own. The addresses of all are chosen once.
; RUN: muxc --passes=expand-masked-accesses %s | FileCheck %s
; RUN: muxc --passes=expand-slow-masked-accesses %s | FileCheck %s

declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, <4 x i1>, <4 x float>)
declare void @llvm.masked.store.v4f32.p0(<4 x float>, ptr, <4 x i1>)

define <4 x float> @rows(<8 x ptr> %all, <8 x i1> %mask, <4 x float> %other) {
; CHECK-LABEL: @rows(
; CHECK: [[OWN:%.*]] = alloca [64 x i8], align 64
; CHECK: [[ONE:%.*]] = insertelement <8 x ptr> poison, ptr [[OWN]], i64 0
; CHECK: [[SPLAT:%.*]] = shufflevector <8 x ptr> [[ONE]]
; CHECK: [[PLACES:%.*]] = select <8 x i1> %mask, <8 x ptr> %all, <8 x ptr> [[SPLAT]]
; CHECK-NEXT: [[P3:%.*]] = extractelement <8 x ptr> [[PLACES]], i64 3
; CHECK-NEXT: [[V3:%.*]] = load <4 x float>, ptr [[P3]], align 16
; CHECK-NEXT: [[R3:%.*]] = select <4 x i1> %m3, <4 x float> [[V3]], <4 x float> %other
; CHECK: [[P4:%.*]] = extractelement <8 x ptr> [[PLACES]], i64 4
; CHECK-NEXT: store <4 x float> [[R3]], ptr [[P4]], align 4
; CHECK-NOT: masked
; CHECK: ret
  %p3 = extractelement <8 x ptr> %all, i64 3
  %m3 = shufflevector <8 x i1> %mask, <8 x i1> poison, <4 x i32> <i32 3, i32 3, i32 3, i32 3>
  %v3 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 16 %p3, <4 x i1> %m3, <4 x float> %other)
  %p4 = extractelement <8 x ptr> %all, i64 4
  %m4 = shufflevector <8 x i1> %mask, <8 x i1> poison, <4 x i32> <i32 4, i32 4, i32 4, i32 4>
  call void @llvm.masked.store.v4f32.p0(<4 x float> %v3, ptr align 4 %p4, <4 x i1> %m4)
  ret <4 x float> %v3
}

; The mask of another lane than the address's.
define <4 x float> @another(<8 x ptr> %all, <8 x i1> %mask) {
; CHECK-LABEL: @another(
; CHECK-NOT: alloca
; CHECK: ret
  %p3 = extractelement <8 x ptr> %all, i64 3
  %m4 = shufflevector <8 x i1> %mask, <8 x i1> poison, <4 x i32> <i32 4, i32 4, i32 4, i32 4>
  %v3 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 16 %p3, <4 x i1> %m4, <4 x float> poison)
  ret <4 x float> %v3
}
