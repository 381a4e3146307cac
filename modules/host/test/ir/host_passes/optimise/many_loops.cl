// Of a function with more than 128 loops LLVM's passes would take too long: few of them run, and
// the report says so. Its loops are not vectorised, but invariant values are computed once, before
// them.
// RUN: env LANEWISE_CACHE=0 LANEWISE_VECTORIZE=off LANEWISE_PRINT_AFTER=optimise clc -lanewise-vec-report -lanewise-cpu=x86-64-v3 %s -o %t 2>&1 | FileCheck %s

#define TWICE(x) x x
#define MANY(x) TWICE(TWICE(TWICE(TWICE(TWICE(TWICE(TWICE(x)))))))

// CHECK: define void @lanewise.entry.k(
// CHECK: [[FACTOR:%.*]] = fmul float {{%.*}}, 3.000000e+00
// CHECK-NOT: fmul
// CHECK-COUNT-128: fdiv float {{%.*}}, [[FACTOR]]
// CHECK-NOT: {{fmul|fdiv}}
// CHECK: {{^}}}
// CHECK: {{^}}note: {{.*}}many_loops.cl:[[#@LINE+2]]:{{[0-9]+}}: kernel 'k': few of LLVM's passes run, as a function has more than 12 000 instructions or 128 loops
// CHECK: {{^}}  what helps: divide the kernel, or the program
kernel void k(global float* restrict p, float factor, int n) {
  MANY(for (int i = 0; i < n; ++i) p[i] /= factor * 3.0f; p += 1024;)
}
