; A private array that is filled as a whole is filled element by element, so that it can lie so.
; RUN: veczc --step=vectorize --width=4 %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"

declare i64 @__mux_get_global_id(i32)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define spir_kernel void @k(i64 %i, ptr addrspace(1) %out) {
; CHECK-LABEL: @k.vecz.4(
; CHECK: %a = alloca [256 x i8]
; CHECK-COUNT-16: store <4 x i32> splat (i32 16843009)
; CHECK-NOT: memset
; CHECK: [[V:%.*]] = load <4 x i32>, ptr
; CHECK: store <4 x i32> [[V]], ptr addrspace(1)
  %a = alloca [16 x i32]
  call void @llvm.memset.p0.i64(ptr align 4 %a, i8 1, i64 64, i1 false)
  %p = getelementptr [16 x i32], ptr %a, i64 0, i64 %i
  %v = load i32, ptr %p
  %id = call i64 @__mux_get_global_id(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %v, ptr addrspace(1) %q
  ret void
}
