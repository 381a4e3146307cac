// A component of a computed vector behind a constant part of a vector literal stays a component.
// RUN: muxc -cl %s | FileCheck %s

// CHECK-LABEL: define {{.*}}spir_kernel void @k(
// CHECK: define {{.*}}spir_func void @__clang_ocl_kern_imp_k(
// CHECK: [[COMPONENT:%.*]] = extractelement <8 x i8> {{.*}}, i64 4
// CHECK: insertelement <8 x i8> {{.*}}, i8 [[COMPONENT]], i32 3
kernel void k(global uchar8* out, uchar8 eight, uchar3 three, uchar one) {
  *out = (uchar8)((uchar3)(200) / ((uchar3)(6) | (uchar3)(1)), (eight + (uchar8)1).s4, three, one);
}
