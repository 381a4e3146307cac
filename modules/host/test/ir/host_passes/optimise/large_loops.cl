// LLVM vectorises a loop of a work-item, but not one with more than 256 accesses, which it would have to weigh against each
// other: that loop is marked as done.
// RUN: env LANEWISE_CACHE=0 LANEWISE_VECTORIZE=off LANEWISE_PRINT_AFTER=optimise clc -lanewise-cpu=x86-64-v3 %s -o %t 2>&1 | FileCheck %s

#define TWICE(x) x x
#define MANY(x) TWICE(TWICE(TWICE(TWICE(TWICE(TWICE(TWICE(x)))))))

// CHECK-LABEL: define void @lanewise.entry.small(
// CHECK-NOT: lanewise-large-loops
// CHECK: fadd <8 x float>
// CHECK-LABEL: define void @lanewise.entry.large(
// CHECK-SAME: [[LARGE:#[0-9]+]]
// CHECK-NOT: fadd <
// CHECK-COUNT-128: fadd float
// CHECK-NOT: fadd
// CHECK: br i1 {{.*}} !llvm.loop [[LOOP:![0-9]+]]
// CHECK: attributes [[LARGE]] = { {{.*}}"lanewise-large-loops"
// CHECK-DAG: [[DONE:![0-9]+]] = !{!"llvm.loop.isvectorized", i32 1}
// CHECK-DAG: [[LOOP]] = distinct !{[[LOOP]], [[DONE]],
kernel void small(global float* restrict p, global float* restrict q, int n) {
  for (int i = 0; i < n; ++i) {
    TWICE(p[i] = q[i] + p[i]; p += 1024; q += 1024;)
    p -= 2 * 1024;
    q -= 2 * 1024;
  }
}
kernel void large(global float* restrict p, global float* restrict q, int n) {
  for (int i = 0; i < n; ++i) {
    MANY(p[i] = q[i] + p[i]; p += 1024; q += 1024;)
    p -= 128 * 1024;
    q -= 128 * 1024;
  }
}
