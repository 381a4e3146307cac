; Where LLVM would make more than 512 branches in a function, accesses of 4 lanes and more become loops, too.
; RUN: muxc --passes=expand-masked-accesses %s | FileCheck %s
; RUN: muxc --passes=expand-masked-accesses,retarget,emit-object %s | FileCheck %s

; CHECK-LABEL: @some(
; CHECK-COUNT-16: masked.store.v30i8
; CHECK: masked.store.v2i32
; CHECK: masked.load.v4i32
define <4 x i32> @some(ptr %p, ptr %q, <30 x i1> %many, <4 x i1> %mask, <30 x i8> %x) {
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  %few = shufflevector <4 x i1> %mask, <4 x i1> poison, <2 x i32> <i32 0, i32 1>
  call void @llvm.masked.store.v2i32.p0(<2 x i32> splat (i32 7), ptr align 4 %p, <2 x i1> %few)
  %v = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %q, <4 x i1> %mask, <4 x i32> zeroinitializer)
  ret <4 x i32> %v
}

; CHECK-LABEL: @many(
; CHECK-NOT: masked.store.v30i8
; CHECK: masked.store.v2i32
; CHECK-NOT: masked.load.v4
; CHECK: bitcast <4 x i1> %mask to i4
; CHECK: %v = load <4 x i32>
define <4 x i32> @many(ptr %p, ptr %q, <30 x i1> %many, <4 x i1> %mask, <30 x i8> %x) {
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  call void @llvm.masked.store.v30i8.p0(<30 x i8> %x, ptr align 1 %p, <30 x i1> %many)
  %few = shufflevector <4 x i1> %mask, <4 x i1> poison, <2 x i32> <i32 0, i32 1>
  call void @llvm.masked.store.v2i32.p0(<2 x i32> splat (i32 7), ptr align 4 %p, <2 x i1> %few)
  %v = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %q, <4 x i1> %mask, <4 x i32> zeroinitializer)
  ret <4 x i32> %v
}

declare void @llvm.masked.store.v30i8.p0(<30 x i8>, ptr, <30 x i1>)
declare void @llvm.masked.store.v2i32.p0(<2 x i32>, ptr, <2 x i1>)
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, <4 x i1>, <4 x i32>)
