// Code for AArch64 from any machine: NEON for what is vectorised, FPCR saved, set and restored, and
// nothing called.
// RUN: rm -rf %t && env LANEWISE_DUMP=%t clc -lanewise-cpu=armv8-a -o %t.bin %s
// RUN: cat %t/*/*-assembly.s | FileCheck %s
// RUN: rm -rf %t && env LANEWISE_DUMP=%t clc -lanewise-cpu=cortex-a72 -cl-denorms-are-zero -o %t.bin %s
// RUN: cat %t/*/*-assembly.s | FileCheck %s --check-prefix=FLUSH

kernel void saxpy(global float* y, global const float* x, float a) {
  size_t i = get_global_id(0);
  y[i] = fma(a, x[i], y[i]);
}
// CHECK-LABEL: lanewise.entry.saxpy:
// CHECK: mrs [[SAVED:x[0-9]+]], FPCR
// CHECK: msr FPCR, xzr
// CHECK: fmla v{{[0-9]+}}.4s, v{{[0-9]+}}.4s, v{{[0-9]+}}.
// CHECK: msr FPCR, [[SAVED]]
// CHECK-NOT: {{[[:space:]]blr?[[:space:]]}}

// FLUSH-LABEL: lanewise.entry.saxpy:
// FLUSH: mov w[[OWN:[0-9]+]], #16777216
// FLUSH: msr FPCR, x[[OWN]]

// Lanes leave at different times: their masks are vectors.
kernel void collatz(global uint* out) {
  uint x = get_global_id(0) + 1, n = 0;
  while (x != 1) {
    x = x & 1 ? 3 * x + 1 : x / 2;
    ++n;
  }
  out[get_global_id(0)] = n;
}
// CHECK-LABEL: lanewise.entry.collatz:
// CHECK-DAG: cm{{eq|tst}} v{{[0-9]+}}.4s
// CHECK-DAG: {{bsl|bit|bif}} v{{[0-9]+}}.16b

kernel void halves(global half* out, global const float* x) {
  vstore_half(x[get_global_id(0)], get_global_id(0), out);
}
// CHECK-LABEL: lanewise.entry.halves:
// CHECK: fcvtn{{2?}} v{{[0-9]+}}.{{4|8}}h, v{{[0-9]+}}.4s
// CHECK-NOT: __trunc
