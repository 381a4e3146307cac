; Eight parts a lane are taken apart and put together in three stages of eight shuffles of two vectors.
; RUN: veczc --step=packetize --width=4 %s | FileCheck %s

declare spir_func i64 @__mux_get_global_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: [[ALL:%.*]] = load <32 x float>
; CHECK-COUNT-8: shufflevector <32 x float> [[ALL]], <32 x float> poison, <4 x i32>
; CHECK-COUNT-24: shufflevector <4 x float> {{.*}}, <4 x i32> <i32 {{0, i32 2, i32 4, i32 6|1, i32 3, i32 5, i32 7}}>
; CHECK: fadd <4 x float>
; CHECK-COUNT-24: shufflevector <4 x float> {{.*}}, <4 x i32> <i32 {{0, i32 4, i32 1, i32 5|2, i32 6, i32 3, i32 7}}>
; CHECK: store <32 x float>
define spir_kernel void @k(ptr addrspace(1) %data) {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %p = getelementptr <8 x float>, ptr addrspace(1) %data, i64 %id
  %v = load <8 x float>, ptr addrspace(1) %p, align 4
  %w = fadd <8 x float> %v, splat (float 1.0)
  store <8 x float> %w, ptr addrspace(1) %p, align 4
  ret void
}
