// Memory of one type may be accessed as another: nothing says that a number of one type is not where one of another is.
// RUN: muxc -cl %s | FileCheck %s --implicit-check-not=!tbaa
// CHECK: store float
// CHECK: load i32
kernel void k(global float* f, global int* i) {
  f[get_global_id(0)] = 1;
  i[0] = *(global int*)f;
}
