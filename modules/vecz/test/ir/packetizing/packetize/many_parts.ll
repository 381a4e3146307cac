; Eight parts a lane are taken apart and put together in three stages of eight shuffles of two vectors.
; RUN: veczc --step=packetize --width=4 %s | FileCheck %s

declare spir_func i64 @__mux_get_global_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: [[ALL:%.*]] = load <32 x float>
; CHECK-COUNT-8: shufflevector <32 x float> [[ALL]], <32 x float> poison, <4 x i32>
; CHECK-COUNT-24: shufflevector <4 x float> {{.*}}, <4 x i32> <i32 {{0, i32 2, i32 4, i32 6|1, i32 3, i32 5, i32 7}}>
; CHECK-NOT: extractelement
; CHECK-COUNT-24: shufflevector <4 x float> {{.*}}, <4 x i32> <i32 {{0, i32 4, i32 1, i32 5|2, i32 6, i32 3, i32 7}}>
; CHECK: store <32 x float>
define spir_kernel void @k(ptr addrspace(1) %data) {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %p = getelementptr <8 x float>, ptr addrspace(1) %data, i64 %id
  %v = load <8 x float>, ptr addrspace(1) %p, align 4
  %v0 = extractelement <8 x float> %v, i32 0
  %v1 = extractelement <8 x float> %v, i32 1
  %v2 = extractelement <8 x float> %v, i32 2
  %v3 = extractelement <8 x float> %v, i32 3
  %v4 = extractelement <8 x float> %v, i32 4
  %v5 = extractelement <8 x float> %v, i32 5
  %v6 = extractelement <8 x float> %v, i32 6
  %v7 = extractelement <8 x float> %v, i32 7
  %w0 = insertelement <8 x float> poison, float %v7, i32 0
  %w1 = insertelement <8 x float> %w0, float %v6, i32 1
  %w2 = insertelement <8 x float> %w1, float %v5, i32 2
  %w3 = insertelement <8 x float> %w2, float %v4, i32 3
  %w4 = insertelement <8 x float> %w3, float %v3, i32 4
  %w5 = insertelement <8 x float> %w4, float %v2, i32 5
  %w6 = insertelement <8 x float> %w5, float %v1, i32 6
  %w7 = insertelement <8 x float> %w6, float %v0, i32 7
  store <8 x float> %w7, ptr addrspace(1) %p, align 4
  ret void
}
