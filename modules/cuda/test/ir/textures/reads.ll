; Reads of textures are instructions of texture units.
; RUN: muxc --passes=cuda-textures %s | FileCheck %s
; RUN: muxc --passes=cuda-textures,emit-ptx %s | FileCheck %s --check-prefix=VALID
; VALID: define void @reads
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define void @reads(
; CHECK: [[A:%.*]] = call { float, float, float, float } @llvm.nvvm.tex.unified.2d.v4f32.s32(i64 %t, i32 %x, i32 %y)
; CHECK: extractvalue { float, float, float, float } [[A]], 3
; CHECK: call { i32, i32, i32, i32 } @llvm.nvvm.tex.unified.2d.v4s32.s32(i64 %t, i32 %x, i32 %y)
; CHECK: call { float, float, float, float } @llvm.nvvm.tex.unified.2d.v4f32.f32(i64 %t, float %u, float %v)
; CHECK-NOT: __mux
define void @reads(i64 %t, i32 %x, i32 %y, float %u, float %v, ptr addrspace(1) %p) {
  %a = call spir_func <4 x float> @__mux_read_texel_float(i64 %t, i32 %x, i32 %y)
  store volatile <4 x float> %a, ptr addrspace(1) %p
  %b = call spir_func <4 x i32> @__mux_read_texel_int(i64 %t, i32 %x, i32 %y)
  store volatile <4 x i32> %b, ptr addrspace(1) %p
  %c = call spir_func <4 x float> @__mux_filter_texels(i64 %t, float %u, float %v)
  store volatile <4 x float> %c, ptr addrspace(1) %p
  ret void
}

declare spir_func <4 x float> @__mux_read_texel_float(i64, i32, i32)
declare spir_func <4 x i32> @__mux_read_texel_int(i64, i32, i32)
declare spir_func <4 x float> @__mux_filter_texels(i64, float, float)
