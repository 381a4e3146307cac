; Where masked stores are slow, each register is stored plainly if all of its lanes are active and not at all
; if none is; masks are made again where they are needed. Loads and what does not fill registers stay.
; RUN: muxc --passes=expand-slow-masked-accesses %s | FileCheck %s

; CHECK-LABEL: @store(
; CHECK: [[A:%.*]] = shufflevector <16 x i32> %a, <16 x i32> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK: [[B:%.*]] = shufflevector <16 x i32> %b, <16 x i32> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK: [[M:%.*]] = icmp ult <8 x i32> [[A]], [[B]]
; CHECK: [[BITS:%.*]] = bitcast <8 x i1> [[M]] to i8
; CHECK: [[SAFE:%.*]] = freeze i8 [[BITS]]
; CHECK: switch i8 [[SAFE]], label %[[SOME:.*]] [
; CHECK-NEXT: i8 -1, label %[[ALL:.*]]
; CHECK-NEXT: i8 0, label %[[NEXT:.*]]
; CHECK-NEXT: ], !prof
; CHECK: [[ALL]]:
; CHECK: [[V:%.*]] = shufflevector <16 x float> %v, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK-NEXT: store <8 x float> [[V]], ptr {{.*}}, align 64
; CHECK: [[SOME]]:
; CHECK: [[AGAIN:%.*]] = icmp ult <8 x i32>
; CHECK: call void @llvm.masked.store.v8f32.p0(<8 x float> {{.*}}, ptr align 64 {{.*}}, <8 x i1> [[AGAIN]])
; CHECK: [[NEXT]]:
; CHECK: switch i8
; CHECK: [[UPPER:%.*]] = getelementptr i8, ptr %p, i64 32
; CHECK: store <8 x float> {{.*}}, ptr [[UPPER]], align 32
; CHECK: ret void
define void @store(ptr %p, <16 x i32> %a, <16 x i32> %b, <16 x float> %v) {
  %mask = icmp ult <16 x i32> %a, %b
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v, ptr align 64 %p, <16 x i1> %mask)
  ret void
}

; CHECK-LABEL: @narrow(
; CHECK: bitcast <4 x i1> {{.*}} to i4
; CHECK: store <4 x float> {{.*}}, align 4
; CHECK: call void @llvm.masked.store.v4f32.p0(
define void @narrow(ptr %p, <4 x i1> %mask, <4 x float> %v) {
  call void @llvm.masked.store.v4f32.p0(<4 x float> %v, ptr align 4 %p, <4 x i1> %mask)
  ret void
}

; CHECK-LABEL: @others(
; CHECK-NEXT: call void @llvm.masked.store.v12f32.p0(
; CHECK-NEXT: call <8 x float> @llvm.masked.load.v8f32.p0(
; CHECK-NEXT: ret
define <8 x float> @others(ptr %p, <12 x i1> %odd, <12 x float> %v, <8 x i1> %mask) {
  call void @llvm.masked.store.v12f32.p0(<12 x float> %v, ptr align 4 %p, <12 x i1> %odd)
  %w = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %p, <8 x i1> %mask, <8 x float> poison)
  ret <8 x float> %w
}

; Each lane's bit three times: moved as integers, also for a load.
; CHECK-LABEL: @repeated(
; CHECK: [[ALL:%.*]] = sext <8 x i1> %mask to <8 x i32>
; CHECK: [[SOME:%.*]] = shufflevector <8 x i32> [[ALL]], <8 x i32> poison, <8 x i32> <i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 2, i32 2>
; CHECK: [[PART:%.*]] = icmp slt <8 x i32> [[SOME]], zeroinitializer
; CHECK: [[V:%.*]] = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 {{.*}}, <8 x i1> [[PART]], <8 x float>
; CHECK-COUNT-2: call <8 x float> @llvm.masked.load.v8f32.p0(
; CHECK: shufflevector <8 x float> [[V]]
; CHECK: icmp slt <8 x i32>
; CHECK: switch i8
; CHECK: ret void
define void @repeated(ptr %p, ptr %q, <8 x i1> %mask) {
  %each = shufflevector <8 x i1> %mask, <8 x i1> poison, <24 x i32> <i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7>
  %v = call <24 x float> @llvm.masked.load.v24f32.p0(ptr align 4 %p, <24 x i1> %each, <24 x float> poison)
  call void @llvm.masked.store.v24f32.p0(<24 x float> %v, ptr align 4 %q, <24 x i1> %each)
  ret void
}
