; Loads of vectors without a simple type are divided into powers of two, with their alignment and alias metadata; others, and those that are volatile or of bits, stay.
; RUN: muxc --passes=plain-loads %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"

; CHECK-LABEL: @thirteen(
; CHECK: [[A:%.*]] = load <8 x i32>, ptr %p, align 128, !tbaa [[TAG:![0-9]+]]
; CHECK: [[A0:%.*]] = extractelement <8 x i32> [[A]], i64 0
; CHECK: insertelement <13 x i32> poison, i32 [[A0]], i64 0
; CHECK: [[BP:%.*]] = getelementptr inbounds i8, ptr %p, i64 32
; CHECK: [[B:%.*]] = load <4 x i32>, ptr [[BP]], align 32, !tbaa [[TAG]]
; CHECK: [[B3:%.*]] = extractelement <4 x i32> [[B]], i64 3
; CHECK: insertelement <13 x i32> {{.*}}, i32 [[B3]], i64 11
; CHECK: [[CP:%.*]] = getelementptr inbounds i8, ptr %p, i64 48
; CHECK: [[C:%.*]] = load i32, ptr [[CP]], align 16, !tbaa [[TAG]]
; CHECK: %a = insertelement <13 x i32> {{.*}}, i32 [[C]], i64 12
; CHECK-NEXT: ret <13 x i32> %a
define <13 x i32> @thirteen(ptr %p) {
  %a = load <13 x i32>, ptr %p, align 128, !tbaa !0
  ret <13 x i32> %a
}

; CHECK-LABEL: @have_types(
; CHECK-NEXT: load <3 x float>
; CHECK-NEXT: load <12 x i32>
; CHECK-NEXT: load <16 x i8>
; CHECK-NEXT: load i48
; CHECK-NEXT: load <8 x ptr>
; CHECK-NEXT: ret void
define void @have_types(ptr %p) {
  %a = load <3 x float>, ptr %p
  %b = load <12 x i32>, ptr %p
  %c = load <16 x i8>, ptr %p
  %d = load i48, ptr %p
  %e = load <8 x ptr>, ptr %p
  ret void
}

; CHECK-LABEL: @pointers(
; CHECK: load <4 x ptr>
; CHECK: load <2 x ptr>
; CHECK: load ptr
define <7 x ptr> @pointers(ptr %p) {
  %a = load <7 x ptr>, ptr %p
  ret <7 x ptr> %a
}

; CHECK-LABEL: @stay(
; CHECK-NEXT: load volatile <13 x i32>
; CHECK-NEXT: load <13 x i1>
; CHECK-NEXT: ret void
define void @stay(ptr %p) {
  %a = load volatile <13 x i32>, ptr %p
  %b = load <13 x i1>, ptr %p
  ret void
}

!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2}
!2 = !{!"root"}
