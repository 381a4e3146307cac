; Loads of neighbours under a mask are plain ones where all are in one page; else a loop over the active lanes.
; RUN: muxc --passes=expand-masked-accesses %s | FileCheck %s
; RUN: muxc --passes=expand-masked-accesses,retarget,emit-object %s | FileCheck %s

; CHECK-LABEL: @load(
; CHECK: [[MASK:%.*]] = freeze <16 x i1> %mask
; CHECK-NEXT: [[ANY:%.*]] = call i1 @llvm.vector.reduce.or.v16i1(<16 x i1> [[MASK]])
; CHECK-NEXT: br i1 [[ANY]], label %active, label %[[BEHIND:.*]]
; CHECK: active:
; CHECK-NEXT: [[PLACE:%.*]] = ptrtoint ptr %p to i64
; CHECK-NEXT: [[OFFSET:%.*]] = and i64 [[PLACE]], 4095
; CHECK-NEXT: [[FITS:%.*]] = icmp ule i64 [[OFFSET]], 4080
; CHECK-NEXT: br i1 [[FITS]], label %in.page, label %across, !prof
; CHECK: in.page:
; CHECK-NEXT: [[ALL:%.*]] = load <16 x i8>, ptr %p, align 1
; CHECK-NEXT: [[SOME:%.*]] = select <16 x i1> [[MASK]], <16 x i8> [[ALL]], <16 x i8> %other
; CHECK: across:
; CHECK: lane:
; CHECK: load i8
; CHECK: {{^}}[[BEHIND]]:
; CHECK-NEXT: [[V:%.*]] = phi <16 x i8> [ %other, %0 ], [ [[SOME]], %in.page ], [ {{.*}} ]
; CHECK-NEXT: ret <16 x i8> [[V]]
define <16 x i8> @load(ptr %p, <16 x i1> %mask, <16 x i8> %other) {
  %v = call <16 x i8> @llvm.masked.load.v16i8.p0(ptr align 1 %p, <16 x i1> %mask, <16 x i8> %other)
  ret <16 x i8> %v
}

; What is aligned to its size is in one page.
; CHECK-LABEL: @aligned(
; CHECK: br i1 true, label %in.page
define <16 x i8> @aligned(ptr %p, <16 x i1> %mask) {
  %v = call <16 x i8> @llvm.masked.load.v16i8.p0(ptr align 16 %p, <16 x i1> %mask, <16 x i8> poison)
  ret <16 x i8> %v
}

; Stores, few lanes and masks that are known stay.
; CHECK-LABEL: @others(
; CHECK-NOT: in.page
; CHECK: ret void
define void @others(ptr %p, <16 x i1> %mask, <16 x i8> %x, <2 x i1> %few) {
  call void @llvm.masked.store.v16i8.p0(<16 x i8> %x, ptr align 1 %p, <16 x i1> %mask)
  %v = call <2 x i8> @llvm.masked.load.v2i8.p0(ptr align 1 %p, <2 x i1> %few, <2 x i8> poison)
  call void @llvm.masked.store.v2i8.p0(<2 x i8> %v, ptr align 1 %p, <2 x i1> splat (i1 true))
  %w = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %p, <4 x i1> <i1 true, i1 true, i1 true, i1 false>, <4 x i8> poison)
  store volatile <4 x i8> %w, ptr %p
  ret void
}
