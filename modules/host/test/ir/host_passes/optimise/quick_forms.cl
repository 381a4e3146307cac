// Few of LLVM's passes run over the entry of a kernel with a quick form, which leaves short loops as they are; those over other
// kernels of the program are unrolled.
// RUN: env LANEWISE_CACHE=0 LANEWISE_QUICK_FORMS=large LANEWISE_PRINT_AFTER=optimise clc -lanewise-cpu=x86-64-v4 %s -o %t 2>&1 | FileCheck %s --check-prefixes=CHECK,QUICK
// RUN: env LANEWISE_CACHE=0 LANEWISE_QUICK_FORMS=0 LANEWISE_PRINT_AFTER=optimise clc -lanewise-cpu=x86-64-v4 %s -o %t 2>&1 | FileCheck %s --check-prefixes=CHECK,NONE

#define TWICE(x) x x
#define SIX(x) TWICE(x) TWICE(x) TWICE(x)

// CHECK: define void @lanewise.entry.much(
// QUICK: mul {{.*}}<8 x i32> {{.*}}, splat (i32 77)
// QUICK-NOT: splat (i32 77)
// NONE-COUNT-3: splat (i32 77)
// CHECK: ret void
kernel void much(global int* p, global const int* q) {
  int i = q[get_global_id(0)];
  for (int k = 0; k < 3; ++k) {
    i = (i * 77 ^ i >> 5) & 255;
  }
  TWICE(SIX(p[i] += 1; i = i * 3 & 255;))
}

// CHECK: define void @lanewise.entry.little(
// CHECK-COUNT-3: splat (i32 55)
// CHECK: ret void
kernel void little(global int* p, global const int* q) {
  int i = q[get_global_id(0)];
  for (int k = 0; k < 3; ++k) {
    i = (i * 55 ^ i >> 5) & 255;
  }
  p[i] += 1;
}
