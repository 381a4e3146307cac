; Masked stores of one lane that is known become plain ones, with their alignment and alias metadata; those of several lanes, of none, of bits, and those whose mask is not known stay.
; RUN: muxc --passes=scalarize-masked-stores %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"

; CHECK-LABEL: @first(
; CHECK-NEXT: trunc
; CHECK-NEXT: [[E:%.*]] = extractelement <4 x i8> %t, i64 0
; CHECK-NEXT: store i8 [[E]], ptr %p, align 4, !tbaa [[TAG:![0-9]+]]
; CHECK-NEXT: ret void
define void @first(<4 x i32> %v, ptr %p) {
  %t = trunc <4 x i32> %v to <4 x i8>
  call void @llvm.masked.store.v4i8.p0(<4 x i8> %t, ptr align 4 %p, <4 x i1> <i1 true, i1 false, i1 false, i1 false>), !tbaa !0
  ret void
}

; CHECK-LABEL: @third(
; CHECK-NEXT: [[E:%.*]] = extractelement <4 x i16> %v, i64 2
; CHECK-NEXT: [[P:%.*]] = getelementptr i8, ptr %p, i64 4
; CHECK-NEXT: store i16 [[E]], ptr [[P]], align 4
; CHECK-NEXT: ret void
define void @third(<4 x i16> %v, ptr %p) {
  call void @llvm.masked.store.v4i16.p0(<4 x i16> %v, ptr align 16 %p, <4 x i1> <i1 false, i1 false, i1 true, i1 poison>)
  ret void
}

; CHECK-LABEL: @pointer(
; CHECK: [[P:%.*]] = getelementptr i8, ptr %p, i64 8
; CHECK: store ptr {{%.*}}, ptr [[P]], align 1
define void @pointer(<2 x ptr> %v, ptr %p) {
  call void @llvm.masked.store.v2p0.p0(<2 x ptr> %v, ptr align 1 %p, <2 x i1> <i1 false, i1 true>)
  ret void
}

; Code generation folds what LLVM's passes have left.
; CHECK-LABEL: @compared(
; CHECK: store i8 {{%.*}}, ptr %p, align 1
; CHECK-NOT: masked
; CHECK: ret void
define void @compared(<4 x i8> %v, ptr %p) {
  %n = add <4 x i32> splat (i32 -3), splat (i32 4)
  %m = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %n
  call void @llvm.masked.store.v4i8.p0(<4 x i8> %v, ptr align 1 %p, <4 x i1> %m)
  ret void
}

; CHECK-LABEL: @stay(
; CHECK: phi
; CHECK-NEXT: call void @llvm.masked.store.v4i8
; CHECK-NEXT: call void @llvm.masked.store.v4i8
; CHECK-NEXT: call void @llvm.masked.store.v4i8
; CHECK-NEXT: call void @llvm.masked.store.v4i8
; CHECK-NEXT: call void @llvm.masked.store.v4i8
; CHECK-NEXT: call void @llvm.masked.store.v4i1
; CHECK-NEXT: ret void
define void @stay(<4 x i8> %v, <4 x i1> %b, ptr %p, i1 %c, <4 x i1> %m) {
entry:
  br i1 %c, label %other, label %end
other:
  br label %end
end:
  %chosen = phi <4 x i1> [ <i1 true, i1 false, i1 false, i1 false>, %entry ], [ <i1 false, i1 true, i1 false, i1 false>, %other ]
  call void @llvm.masked.store.v4i8.p0(<4 x i8> %v, ptr align 1 %p, <4 x i1> %chosen)
  call void @llvm.masked.store.v4i8.p0(<4 x i8> %v, ptr align 1 %p, <4 x i1> %m)
  call void @llvm.masked.store.v4i8.p0(<4 x i8> %v, ptr align 1 %p, <4 x i1> <i1 true, i1 false, i1 true, i1 false>)
  call void @llvm.masked.store.v4i8.p0(<4 x i8> %v, ptr align 1 %p, <4 x i1> splat (i1 true))
  call void @llvm.masked.store.v4i8.p0(<4 x i8> %v, ptr align 1 %p, <4 x i1> zeroinitializer)
  call void @llvm.masked.store.v4i1.p0(<4 x i1> %b, ptr align 1 %p, <4 x i1> <i1 true, i1 false, i1 false, i1 false>)
  ret void
}

!0 = !{!1, !1, i64 0}
!1 = !{!"char", !2}
!2 = !{!"root"}
