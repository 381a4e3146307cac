// A pointer of another type is worth a warning, as it is to other OpenCL compilers; Clang calls it
// an error.
// RUN: muxc -cl %s 2>&1 | FileCheck %s

// CHECK: warning: incompatible pointer types
// CHECK: define {{.*}}@k(
kernel void k(global ulong *out) {
  ulong8 all = 3;
  ulong *first = &all;
  *out = first[7];
}
