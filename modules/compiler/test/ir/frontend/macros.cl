// Predefined macros follow the device's features and the options: images (section 6.10).
// RUN: muxc -cl %s | FileCheck %s

// CHECK-LABEL: define {{.*}}@defined(
// CHECK: store i32 1,
// CHECK: store i32 310,
// CHECK-NOT: store i32 1,
// CHECK: store i32 2,
// CHECK: ret void
kernel void defined(global int *p) {
#ifdef __IMAGE_SUPPORT__
  p[0] = __IMAGE_SUPPORT__;
#endif
  p[1] = __OPENCL_VERSION__;
#ifdef __FAST_RELAXED_MATH__
  p[0] = __FAST_RELAXED_MATH__;
#endif
#ifdef __ENDIAN_LITTLE__
  p[2] = 1 + __ENDIAN_LITTLE__;
#endif
}
