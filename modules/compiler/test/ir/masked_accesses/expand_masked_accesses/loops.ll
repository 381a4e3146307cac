; Wide gathers, scatters and masked stores become loops over the bits of their masks, and so do loads that are not in one page; narrower ones stay, and those of 32 lanes that are all active.
; RUN: muxc --passes=expand-masked-accesses %s | FileCheck %s
; RUN: muxc --passes=expand-masked-accesses,retarget,emit-object %s | FileCheck %s

; CHECK-LABEL: @gather(
; CHECK: %[[VALUES:.*]] = alloca [32 x i16]
; CHECK: %[[ADDRESSES:.*]] = alloca [32 x ptr]
; CHECK: store <32 x ptr> %p, ptr %[[ADDRESSES]]
; CHECK: store <32 x i16> %other, ptr %[[VALUES]]
; CHECK: %[[ALL:.*]] = bitcast <32 x i1> %mask to i32
; CHECK: %[[ANY:.*]] = icmp ne i32 %[[ALL]], 0
; CHECK: br i1 %[[ANY]], label %[[LOOP:[^,]+]], label %[[BEHIND:.+]]
; CHECK: [[LOOP]]:
; CHECK: %[[BITS:.*]] = phi i32 [ %[[ALL]], %0 ], [ %[[REST:.*]], %[[LOOP]] ]
; CHECK: %[[NUMBER:.*]] = call i32 @llvm.cttz.i32(i32 %[[BITS]], i1 true)
; CHECK: %[[LANE:.*]] = zext i32 %[[NUMBER]] to i64
; CHECK: %[[PLACE:.*]] = getelementptr inbounds ptr, ptr %[[ADDRESSES]], i64 %[[LANE]]
; CHECK: %[[ADDRESS:.*]] = load ptr, ptr %[[PLACE]]
; CHECK: %[[TO:.*]] = getelementptr inbounds i16, ptr %[[VALUES]], i64 %[[LANE]]
; CHECK: %[[VALUE:.*]] = load i16, ptr %[[ADDRESS]], align 2
; CHECK: store i16 %[[VALUE]], ptr %[[TO]]
; CHECK: %[[LESS:.*]] = add i32 %[[BITS]], -1
; CHECK: %[[REST]] = and i32 %[[BITS]], %[[LESS]]
; CHECK: br i1 {{.*}}, label %[[LOOP]], label %[[BEHIND]]
; CHECK: [[BEHIND]]:
; CHECK-NEXT: %v = load <32 x i16>, ptr %[[VALUES]]
; CHECK-NEXT: ret <32 x i16> %v
define <32 x i16> @gather(<32 x ptr> %p, <32 x i1> %mask, <32 x i16> %other) {
  %v = call <32 x i16> @llvm.masked.gather.v32i16.v32p0(<32 x ptr> align 2 %p, <32 x i1> %mask, <32 x i16> %other)
  ret <32 x i16> %v
}

; Twice in a row the same arrays serve.
; CHECK-LABEL: @scatters(
; CHECK-COUNT-2: alloca
; CHECK-NOT: alloca
; CHECK: store <64 x i32> %a
; CHECK: phi i64 [ -1, %0 ]
; CHECK: store i32 {{.*}}, align 4
; CHECK: store <64 x i32> %b
; CHECK: store i32 {{.*}}, align 4
; CHECK: ret void
define void @scatters(<64 x ptr> %p, <64 x i32> %a, <64 x i32> %b) {
  call void @llvm.masked.scatter.v64i32.v64p0(<64 x i32> %a, <64 x ptr> align 4 %p, <64 x i1> splat (i1 true))
  call void @llvm.masked.scatter.v64i32.v64p0(<64 x i32> %b, <64 x ptr> align 4 %p, <64 x i1> splat (i1 true))
  ret void
}

; CHECK-LABEL: @side_by_side(
; CHECK: in.page:
; CHECK: load <64 x i32>, ptr %p, align 64
; CHECK: %[[ADDRESS:.*]] = getelementptr i32, ptr %p, i64 %{{.*}}
; CHECK: load i32, ptr %[[ADDRESS]], align 4
; CHECK: %v = load <64 x i32>
; CHECK: %[[TO:.*]] = getelementptr i32, ptr %q, i64 %{{.*}}
; CHECK: store i32 %{{.*}}, ptr %[[TO]], align 4
define void @side_by_side(ptr %p, ptr %q, <64 x i1> %mask) {
  %v = call <64 x i32> @llvm.masked.load.v64i32.p0(ptr align 64 %p, <64 x i1> %mask, <64 x i32> poison)
  call void @llvm.masked.store.v64i32.p0(<64 x i32> %v, ptr align 64 %q, <64 x i1> %mask)
  ret void
}

; CHECK-LABEL: @stay(
; CHECK-NEXT: call void @llvm.masked.store.v16i32
; CHECK-NEXT: call <32 x i32> @llvm.masked.gather
; CHECK-NEXT: ret void
define void @stay(ptr %p, <16 x i1> %mask, <32 x ptr> %q, <16 x i32> %x) {
  call void @llvm.masked.store.v16i32.p0(<16 x i32> %x, ptr align 4 %p, <16 x i1> %mask)
  %w = call <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr> align 4 %q, <32 x i1> splat (i1 true), <32 x i32> poison)
  ret void
}
