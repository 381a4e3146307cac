; Loads of vectors without a simple type are divided into powers of two, with their alignment and alias metadata; others, and those that are volatile or of bits, stay.
; RUN: muxc --passes=split-odd-loads %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"

; CHECK-LABEL: @thirteen(
; CHECK-NEXT: [[A:%.*]] = load <8 x i32>, ptr %p, align 128, !tbaa [[TAG:![0-9]+]]
; CHECK-NEXT: [[BP:%.*]] = getelementptr inbounds i8, ptr %p, i64 32
; CHECK-NEXT: [[B:%.*]] = load <4 x i32>, ptr [[BP]], align 32, !tbaa [[TAG]]
; CHECK-NEXT: [[CP:%.*]] = getelementptr inbounds i8, ptr %p, i64 48
; CHECK-NEXT: [[C:%.*]] = load i32, ptr [[CP]], align 16, !tbaa [[TAG]]
; CHECK-NEXT: [[A0:%.*]] = extractelement <8 x i32> [[A]], i64 0
; CHECK-NEXT: insertelement <13 x i32> poison, i32 [[A0]], i64 0
; CHECK: [[B3:%.*]] = extractelement <4 x i32> [[B]], i64 3
; CHECK-NEXT: insertelement <13 x i32> {{.*}}, i32 [[B3]], i64 11
; CHECK-NEXT: %a = insertelement <13 x i32> {{.*}}, i32 [[C]], i64 12
; CHECK-NEXT: ret <13 x i32> %a
define <13 x i32> @thirteen(ptr %p) {
  %a = load <13 x i32>, ptr %p, align 128, !tbaa !0
  ret <13 x i32> %a
}

; Users that take a part of such a vector get it from the loaded parts alone.
; CHECK-LABEL: @every_second(
; CHECK: [[A:%.*]] = load <8 x i32>, ptr %p
; CHECK: load <4 x i32>
; CHECK: [[C:%.*]] = load i32, ptr
; CHECK-DAG: [[A1:%.*]] = extractelement <8 x i32> [[A]], i64 1
; CHECK-DAG: [[A7:%.*]] = extractelement <8 x i32> [[A]], i64 7
; CHECK-NOT: <13 x i32>
; CHECK: [[B0:%.*]] = insertelement <4 x i32> poison, i32 [[A1]], i64 0
; CHECK-NEXT: [[B1:%.*]] = insertelement <4 x i32> [[B0]], i32 [[C]], i64 1
; CHECK-NEXT: %b = insertelement <4 x i32> [[B1]], i32 [[A7]], i64 3
; CHECK-NEXT: [[D0:%.*]] = insertelement <2 x i32> poison, i32 [[A1]], i64 0
; CHECK-NEXT: %d = insertelement <2 x i32> [[D0]], i32 [[A1]], i64 1
; CHECK-NEXT: store <4 x i32> %b
; CHECK-NEXT: store <2 x i32> %d
; CHECK-NEXT: ret i32 [[C]]
define i32 @every_second(ptr %p, ptr %q) {
  %a = load <13 x i32>, ptr %p
  %b = shufflevector <13 x i32> %a, <13 x i32> poison, <4 x i32> <i32 1, i32 12, i32 20, i32 7>
  %d = shufflevector <13 x i32> %a, <13 x i32> poison, <2 x i32> <i32 1, i32 1>
  %e = extractelement <13 x i32> %a, i64 12
  store <4 x i32> %b, ptr %q
  store <2 x i32> %d, ptr %q
  ret i32 %e
}

; One user that wants all of it is reason enough to put it together.
; CHECK-LABEL: @all_of_it(
; CHECK: %a = insertelement <13 x i32> {{.*}}, i64 12
; CHECK-NEXT: shufflevector <13 x i32> %a
; CHECK: ret <13 x i32> %a
define <13 x i32> @all_of_it(ptr %p, ptr %q) {
  %a = load <13 x i32>, ptr %p
  %b = shufflevector <13 x i32> %a, <13 x i32> poison, <2 x i32> <i32 3, i32 5>
  store <2 x i32> %b, ptr %q
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
