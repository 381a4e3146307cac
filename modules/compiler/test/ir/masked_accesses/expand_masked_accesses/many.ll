; Where LLVM would make more than 512 branches in a function, accesses of 4 lanes and more become loops, too.
; RUN: muxc --passes=expand-masked-accesses %s | FileCheck %s
; RUN: muxc --passes=expand-masked-accesses,retarget,emit-object %s | FileCheck %s

; CHECK-LABEL: @some(
; CHECK-COUNT-16: masked.store.v30i8
; CHECK: masked.store.v2i32
; CHECK: masked.store.v4i32
define void @some(ptr %p, ptr %q, <30 x i1> %many, <4 x i1> %mask, <30 x i8> %x, <4 x i32> %y) {
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
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %y, ptr align 4 %q, <4 x i1> %mask)
  ret void
}

; CHECK-LABEL: @many(
; CHECK-NOT: masked.store.v30i8
; CHECK: masked.store.v2i32
; CHECK-NOT: masked.store.v4
; CHECK: bitcast <4 x i1> %mask to i4
; CHECK: store i32 {{.*}}, align 4
define void @many(ptr %p, ptr %q, <30 x i1> %many, <4 x i1> %mask, <30 x i8> %x, <4 x i32> %y) {
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
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %y, ptr align 4 %q, <4 x i1> %mask)
  ret void
}

declare void @llvm.masked.store.v30i8.p0(<30 x i8>, ptr, <30 x i1>)
declare void @llvm.masked.store.v2i32.p0(<2 x i32>, ptr, <2 x i1>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, <4 x i1>)
