; A load or store of all elements or none becomes one branch around a plain one.
; RUN: muxc --passes=expand-masked-accesses %s | FileCheck %s
; RUN: muxc --passes=expand-masked-accesses,retarget,emit-object %s | FileCheck %s

; CHECK-LABEL: @row(
; CHECK: %[[BIT:.*]] = extractelement <8 x i1> %mask, i64 5
; CHECK: %[[SAFE:.*]] = freeze i1 %[[BIT]]
; CHECK: br i1 %[[SAFE]], label %[[ACTIVE:[^,]+]], label %[[BEHIND:.+]]
; CHECK: [[ACTIVE]]:
; CHECK-NEXT: %[[VALUE:.*]] = load <4 x i16>, ptr %p, align 8, !tbaa
; CHECK-NEXT: br label %[[BEHIND]]
; CHECK: [[BEHIND]]:
; CHECK-NEXT: %v = phi <4 x i16> [ %[[VALUE]], %[[ACTIVE]] ], [ %other, %0 ]
; CHECK-NEXT: ret <4 x i16> %v
define <4 x i16> @row(ptr %p, <8 x i1> %mask, <4 x i16> %other) {
  %lane = shufflevector <8 x i1> %mask, <8 x i1> poison, <4 x i32> splat (i32 5)
  %v = call <4 x i16> @llvm.masked.load.v4i16.p0(ptr align 8 %p, <4 x i1> %lane, <4 x i16> %other), !tbaa !0
  ret <4 x i16> %v
}

; CHECK-LABEL: @of_second_operand(
; CHECK: extractelement <2 x i1> %b, i64 1
define <4 x i16> @of_second_operand(ptr %p, <2 x i1> %a, <2 x i1> %b) {
  %lane = shufflevector <2 x i1> %a, <2 x i1> %b, <4 x i32> splat (i32 3)
  %v = call <4 x i16> @llvm.masked.load.v4i16.p0(ptr align 8 %p, <4 x i1> %lane, <4 x i16> poison)
  ret <4 x i16> %v
}

; CHECK-LABEL: @write(
; CHECK: %[[SAFE:.*]] = freeze i1 %c
; CHECK: br i1 %[[SAFE]], label %[[ACTIVE:[^,]+]], label %[[BEHIND:.+]]
; CHECK: [[ACTIVE]]:
; CHECK-NEXT: store <3 x i8> %x, ptr %p, align 1
; CHECK-NEXT: br label %[[BEHIND]]
; CHECK: [[BEHIND]]:
; CHECK-NEXT: ret void
define void @write(ptr %p, i1 %c, <3 x i8> %x) {
  %one = insertelement <3 x i1> poison, i1 %c, i64 0
  %lane = shufflevector <3 x i1> %one, <3 x i1> poison, <3 x i32> zeroinitializer
  call void @llvm.masked.store.v3i8.p0(<3 x i8> %x, ptr align 1 %p, <3 x i1> %lane)
  ret void
}

; CHECK-LABEL: @of_many(
; CHECK: [[LANE:%.*]] = shufflevector <8 x i1> %mask,
; CHECK: freeze <4 x i1> [[LANE]]
define <4 x i16> @of_many(ptr %p, <8 x i1> %mask) {
  %lane = shufflevector <8 x i1> %mask, <8 x i1> poison, <4 x i32> <i32 0, i32 0, i32 1, i32 1>
  %v = call <4 x i16> @llvm.masked.load.v4i16.p0(ptr align 8 %p, <4 x i1> %lane, <4 x i16> poison)
  ret <4 x i16> %v
}

!0 = !{!1, !1, i64 0}
!1 = !{!"short4", !2, i64 0}
!2 = !{!"omnipotent char"}
