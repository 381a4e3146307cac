// Writes to 3D images are an extension of OpenCL C 1.2: an error where the target lacks it.
// RUN: muxc -cl %s | FileCheck %s
// RUN: not muxc -cl -without=cl_khr_3d_image_writes,__opencl_c_3d_image_writes %s 2>&1 | FileCheck %s --check-prefix=LACKS

// CHECK: call spir_func void @_Z12write_imagef
// LACKS: error: use of type '__write_only image3d_t' requires cl_khr_3d_image_writes support
kernel void k(write_only image3d_t to) { write_imagef(to, (int4)(0), (float4)(1)); }
