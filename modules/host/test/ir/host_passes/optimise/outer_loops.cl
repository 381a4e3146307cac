// Conditions of a launch, whether rows have whole vectors and whether they leave a rest, do not make
// copies of the loops over groups and rows: the sum stands there twice, for whole vectors and masked.
// RUN: env LANEWISE_CACHE=0 LANEWISE_VECTORIZE=8 LANEWISE_REMAINDER=masked LANEWISE_PRINT_AFTER=optimise clc %s -o %t 2>&1 | FileCheck %s

// CHECK: fadd <8 x float>
// CHECK: fadd <8 x float>
// CHECK-NOT: fadd
kernel void k(global float *a, global const float *b) {
  size_t i = get_global_id(0);
  a[i] += b[i];
}
