; With the format known, reads of neighbouring texels are vector loads where all are inside, and
; one by one only behind a branch for those that are not; writes are vector stores.
; RUN: env LANEWISE_VECTORIZE=4 muxc --passes=link-builtins,fold-target-facts,fold-image-facts,vectorize %s | FileCheck %s

; CHECK-LABEL: @k.vecz.4(
; CHECK: call <16 x i32> @llvm.masked.load.v16i32
; CHECK-COUNT-4: call <4 x i32> @llvm.masked.load.v4i32
; CHECK: call void @llvm.masked.store.v16i32
; CHECK-NOT: masked.scatter
define spir_kernel void @k(ptr addrspace(2) noundef readonly align 8 dereferenceable(48) %from, ptr addrspace(2) noundef readonly align 8 dereferenceable(48) %to) !lanewise.images !0 {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %x = trunc i64 %id to i32
  %y64 = call spir_func i64 @__mux_get_global_id(i32 1)
  %y = trunc i64 %y64 to i32
  %right = add nsw i32 %x, 1
  %a = insertelement <2 x i32> poison, i32 %right, i64 0
  %c = insertelement <2 x i32> %a, i32 %y, i64 1
  %color = call spir_func <4 x float> @__lanewise_read_imagef_2d_int(ptr addrspace(2) %from, i32 18, <2 x i32> %c)
  %b = insertelement <2 x i32> poison, i32 %x, i64 0
  %d = insertelement <2 x i32> %b, i32 %y, i64 1
  call spir_func void @__lanewise_write_imagef_2d(ptr addrspace(2) %to, <2 x i32> %d, <4 x float> %color)
  ret void
}

declare spir_func i64 @__mux_get_global_id(i32)
declare spir_func <4 x float> @__lanewise_read_imagef_2d_int(ptr addrspace(2), i32, <2 x i32>)
declare spir_func void @__lanewise_write_imagef_2d(ptr addrspace(2), <2 x i32>, <4 x float>)

; Both are CL_RGBA and CL_FLOAT.
!0 = !{!1, !2}
!1 = !{i32 0, i32 4277, i32 4318}
!2 = !{i32 1, i32 4277, i32 4318}
