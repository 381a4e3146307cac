// Machine code of a function that is too large for optimised code generation is made without, and the report says so. Vectors of
// several registers count as several instructions: of this kernel, those of 64 lanes are too many, and those of 8 are not.
// RUN: env LANEWISE_CACHE=0 LANEWISE_VECTORIZE=64 LANEWISE_REMAINDER=scalar clc -lanewise-vec-report -lanewise-cpu=x86-64-v3 -o %t %s 2>&1 | FileCheck %s
// RUN: env LANEWISE_CACHE=0 LANEWISE_VECTORIZE=8 LANEWISE_REMAINDER=scalar clc -lanewise-vec-report -lanewise-cpu=x86-64-v3 -o %t %s 2>&1 | FileCheck %s --check-prefix=USUAL

#define TWICE(x) x x
#define MANY(x) TWICE(TWICE(TWICE(TWICE(TWICE(TWICE(TWICE(TWICE(TWICE(x)))))))))

// CHECK: note: {{.*}}huge.cl:[[#@LINE+4]]:{{[0-9]+}}: kernel 'k': machine code is generated without optimisation, as a function has more than 40 000 instructions, or half as many of wide vectors
// CHECK: what helps: divide the kernel, or launch it often
// USUAL: kernel 'k' is vectorised, 8 work-items at once
// USUAL-NOT: without optimisation
kernel void k(global ulong* p, ulong a) {
  ulong x = p[get_global_id(0)];
  MANY(x = (x + a) ^ (x >> 3);)
  p[get_global_id(0)] = x;
}
