; In gathers and scatters of few lanes those that are not active access memory of the function's own, so that no
; branches are needed.
; RUN: muxc --passes=expand-masked-accesses %s | FileCheck %s
; RUN: muxc --passes=expand-masked-accesses,retarget,emit-object %s | FileCheck %s

; CHECK-LABEL: @both(
; CHECK: %elsewhere = alloca [64 x i8], align 64
; CHECK-NOT: alloca
; CHECK: [[INSERT:%.*]] = insertelement <4 x ptr> poison, ptr %elsewhere, i64 0
; CHECK: [[OWN:%.*]] = shufflevector <4 x ptr> [[INSERT]], <4 x ptr> poison, <4 x i32> zeroinitializer
; CHECK: [[FROM:%.*]] = select <4 x i1> %mask, <4 x ptr> %p, <4 x ptr> [[OWN]]
; CHECK: [[READ:%.*]] = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 [[FROM]], <4 x i1> splat (i1 true), <4 x i32> poison), !tbaa
; CHECK: %v = select <4 x i1> %mask, <4 x i32> [[READ]], <4 x i32> %other
; CHECK: [[TO:%.*]] = select <4 x i1> %mask, <4 x ptr> %q, <4 x ptr>
; CHECK: call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %v, <4 x ptr> align 4 [[TO]], <4 x i1> splat (i1 true))
define void @both(<4 x ptr> %p, <4 x ptr> %q, <4 x i1> %mask, <4 x i32> %other) {
  %v = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %p, <4 x i1> %mask, <4 x i32> %other), !tbaa !0
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %v, <4 x ptr> align 4 %q, <4 x i1> %mask)
  ret void
}

; CHECK-LABEL: @whatever_others_have(
; CHECK: %v = call <16 x i8> @llvm.masked.gather
; CHECK-NEXT: ret <16 x i8> %v
define <16 x i8> @whatever_others_have(<16 x ptr> %p, <16 x i1> %mask) {
  %v = call <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr> align 1 %p, <16 x i1> %mask, <16 x i8> poison)
  ret <16 x i8> %v
}

; CHECK-LABEL: @all(
; CHECK-NOT: alloca
; CHECK: ret
define <4 x i32> @all(<4 x ptr> %p) {
  %v = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %p, <4 x i1> splat (i1 true), <4 x i32> poison)
  ret <4 x i32> %v
}

!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2, i64 0}
!2 = !{!"omnipotent char"}
