; What a launch knows of an image's format and of a sampler becomes constants, also inside functions
; that take the image; what it does not know stays.
; RUN: muxc --passes=fold-image-facts %s | FileCheck %s

define spir_kernel void @k(ptr addrspace(2) %image, ptr addrspace(2) %other, i32 %sampler, ptr addrspace(1) %out) !lanewise.images !0 !lanewise.samplers !1 {
; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NOT: !lanewise
; The order, CL_RGBA, and the type, CL_UNORM_INT8; a texel of four bytes.
; CHECK: store i32 4277, ptr addrspace(1) %out
; CHECK: store i32 4306,
; CHECK: store i32 4,
; The width is not known, nor is anything of the other image.
; CHECK: [[WIDTH:%.*]] = load i32, ptr addrspace(2) %width.at
; CHECK: store i32 [[WIDTH]],
; CHECK: [[OTHER:%.*]] = load i32, ptr addrspace(2) %other.type.at
; CHECK: store i32 [[OTHER]],
; CHECK: store i32 35,
  %order.at = getelementptr inbounds i8, ptr addrspace(2) %image, i64 36
  %order = load i32, ptr addrspace(2) %order.at
  store i32 %order, ptr addrspace(1) %out
  %type = call spir_func i32 @type_of(ptr addrspace(2) %image)
  store i32 %type, ptr addrspace(1) %out
  %size.at = getelementptr inbounds i8, ptr addrspace(2) %image, i64 44
  %size = load i32, ptr addrspace(2) %size.at
  store i32 %size, ptr addrspace(1) %out
  %width.at = getelementptr inbounds i8, ptr addrspace(2) %image, i64 24
  %width = load i32, ptr addrspace(2) %width.at
  store i32 %width, ptr addrspace(1) %out
  %other.type.at = getelementptr inbounds i8, ptr addrspace(2) %other, i64 40
  %other.type = load i32, ptr addrspace(2) %other.type.at
  store i32 %other.type, ptr addrspace(1) %out
  store i32 %sampler, ptr addrspace(1) %out
  ret void
}

define internal spir_func i32 @type_of(ptr addrspace(2) %image) {
  %at = getelementptr inbounds i8, ptr addrspace(2) %image, i64 40
  %type = load i32, ptr addrspace(2) %at
  ret i32 %type
}

!0 = !{!2}
!1 = !{!3}
!2 = !{i32 0, i32 4277, i32 4306}
!3 = !{i32 2, i32 35}
