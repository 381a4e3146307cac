; Where a texel of the known format is a load, hardware is not asked for it, though it is for filters; of other formats it is.
; RUN: muxc --passes=fold-image-facts %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: [[FILTER:%.*]] = load i64, ptr addrspace(2) %plain.filter.at
; CHECK: store i64 [[FILTER]],
; CHECK: store i64 0,
; CHECK: [[TEXELS:%.*]] = load i64, ptr addrspace(2) %norm.at
; CHECK: store i64 [[TEXELS]],
define spir_kernel void @k(ptr addrspace(2) %plain, ptr addrspace(2) %norm, ptr addrspace(1) %out) !lanewise.images !0 {
  %plain.filter.at = getelementptr inbounds i8, ptr addrspace(2) %plain, i64 56
  %filter = load i64, ptr addrspace(2) %plain.filter.at
  store i64 %filter, ptr addrspace(1) %out
  %plain.at = getelementptr inbounds i8, ptr addrspace(2) %plain, i64 64
  %plain.texels = load i64, ptr addrspace(2) %plain.at
  store i64 %plain.texels, ptr addrspace(1) %out
  %norm.at = getelementptr inbounds i8, ptr addrspace(2) %norm, i64 64
  %norm.texels = load i64, ptr addrspace(2) %norm.at
  store i64 %norm.texels, ptr addrspace(1) %out
  ret void
}

!0 = !{!1, !2}
; CL_RGBA of CL_FLOAT and of CL_UNORM_INT8
!1 = !{i32 0, i32 4277, i32 4318}
!2 = !{i32 1, i32 4277, i32 4306}
