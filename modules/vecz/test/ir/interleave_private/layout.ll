; A private array lies element after element: an index that is the same for all lanes gives one vector,
; another one gathers within it. What is filled as a whole is filled element by element.
; RUN: veczc --step=packetize --width=4 %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"

declare i64 @__mux_get_global_id(i32)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @use(ptr)

define void @uniform(i64 %i, ptr addrspace(1) %out) {
; CHECK-LABEL: @uniform(
; CHECK: %a = alloca [128 x i8]
; CHECK: store <4 x i32> splat (i32 16843009), ptr {{.*}}, align 4
; CHECK: store <4 x i32> splat (i32 16843009), ptr {{.*}}, align 4
; CHECK-NOT: memset
; CHECK: [[O:%.*]] = mul i64 %i, 16
; CHECK: %p = getelementptr i8, ptr %a, i64 [[O]]
; CHECK: load <4 x i32>, ptr %p, align 4
  %a = alloca [8 x i32]
  call void @llvm.memset.p0.i64(ptr align 4 %a, i8 1, i64 8, i1 false)
  %p = getelementptr [8 x i32], ptr %a, i64 0, i64 %i
  %v = load i32, ptr %p
  %id = call i64 @__mux_get_global_id(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %v, ptr addrspace(1) %q
  ret void
}

define void @varying(ptr addrspace(1) %out) {
; CHECK-LABEL: @varying(
; CHECK: %a = alloca [128 x i8]
; CHECK: [[LANES:%.*]] = getelementptr i8, ptr %a, <4 x i64> <i64 0, i64 4, i64 8, i64 12>
; CHECK: [[O:%.*]] = mul <4 x i64> {{.*}}, splat (i64 16)
; CHECK: [[P:%.*]] = getelementptr i8, <4 x ptr> [[LANES]], <4 x i64> [[O]]
; CHECK: call <4 x i32> @llvm.masked.gather{{.*}}(<4 x ptr> align 4 [[P]]
  %a = alloca [8 x i32]
  %id = call i64 @__mux_get_global_id(i32 0)
  %i = and i64 %id, 7
  %p = getelementptr i32, ptr %a, i64 %i
  %v = load i32, ptr %p
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %v, ptr addrspace(1) %q
  ret void
}

; Two sizes of accesses, or an address that goes elsewhere: lane after lane, each 32 bytes.
define void @sizes(i64 %i) {
; CHECK-LABEL: @sizes(
; CHECK: %a = alloca [128 x i8]
; CHECK-NOT: mul i64 %i
; CHECK: getelementptr i8, ptr %p, <4 x i64> <i64 0, i64 32, i64 64, i64 96>
; CHECK: ret void
  %a = alloca [8 x i32]
  %p = getelementptr i32, ptr %a, i64 %i
  store i32 1, ptr %p
  store i16 1, ptr %p
  ret void
}

define void @escapes() {
; CHECK-LABEL: @escapes(
; CHECK: %a = alloca [128 x i8]
; CHECK: getelementptr i8, ptr %a, i64 32
; CHECK: call void @use(ptr
  %a = alloca [8 x i32]
  call void @use(ptr %a)
  ret void
}
