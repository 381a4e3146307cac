; Functions that differ in the access of their images only are one function of the library.
; RUN: muxc --passes=lower-images %s | FileCheck %s

define spir_kernel void @k(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %a, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1) %b) {
; CHECK: call spir_func i32 @__lanewise_get_image_width_2d(ptr addrspace(2) %a)
; CHECK: call spir_func i32 @__lanewise_get_image_width_2d(ptr addrspace(2) %b)
  %x = call spir_func i32 @_Z15get_image_width14ocl_image2d_ro(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %a)
  %y = call spir_func i32 @_Z15get_image_width14ocl_image2d_wo(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1) %b)
  ret void
}

; CHECK: declare spir_func i32 @__lanewise_get_image_width_2d(ptr addrspace(2))
; CHECK-NOT: declare
declare spir_func i32 @_Z15get_image_width14ocl_image2d_ro(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0))
declare spir_func i32 @_Z15get_image_width14ocl_image2d_wo(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1))
