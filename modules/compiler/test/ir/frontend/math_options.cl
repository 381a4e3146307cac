// The effect of each option about arithmetic on the same program.
// RUN: muxc -cl %s | FileCheck %s --check-prefix=NONE
// RUN: muxc -cl -options="-cl-mad-enable" %s | FileCheck %s --check-prefix=MAD
// RUN: muxc -cl -options="-cl-finite-math-only" %s | FileCheck %s --check-prefix=FINITE
// RUN: muxc -cl -options="-cl-unsafe-math-optimizations" %s | FileCheck %s --check-prefix=UNSAFE
// RUN: muxc -cl -options="-cl-fast-relaxed-math" %s | FileCheck %s --check-prefix=FAST
// RUN: muxc -cl -options="-cl-no-signed-zeros" %s | FileCheck %s --check-prefix=NSZ
// RUN: muxc -cl -options="-cl-fp32-correctly-rounded-divide-sqrt" %s | FileCheck %s --check-prefix=EXACT
// RUN: muxc -cl -options="-cl-single-precision-constant" %s | FileCheck %s --check-prefix=SINGLE
// SINGLE: @table = {{.*}}[2 x double] [double 0x3FB99999A0000000, double 2.500000e-01]

kernel void k(global float* a) {
  // NONE: fmul float
  // NONE: fadd float
  // MAD: fmul contract float
  // MAD: fadd contract float
  float t = a[1] * a[2];
  a[0] = t + a[3];
  // NONE: fcmp une float
  // FINITE: fcmp nnan ninf une float
  // UNSAFE: fcmp reassoc nsz arcp contract afn une float
  // FAST: fcmp fast une float
  // NSZ: fcmp nsz une float
  a[4] = a[5] != a[5];
  // NONE: fdiv float {{.*}}!fpmath
  // EXACT: fdiv float {{[^!]*$}}
  a[6] = a[7] / a[8];
  // NONE: call spir_func float @_Z3sinf
  // UNSAFE: @_Z10native_sinf
  // FAST: @_Z10native_sinf
  a[9] = sin(a[10]);
  // NONE: fmul double {{.*}}1.000000e-01
  // SINGLE: fmul float {{.*}}0x3FB99999A0000000
  a[11] = a[12] * 0.1;
}

// Constants are single also in a program with doubles, as operands and as initial values.
constant double table[2] = {0.1, 0.25};

// SINGLE-LABEL: define {{.*}} @__clang_ocl_kern_imp_doubles(
kernel void doubles(global double* a) {
  // SINGLE: fmul double {{.*}}, 0x3FB99999A0000000
  a[0] *= 0.1;
  // SINGLE: store double 0x3FD3333340000000
  double local_value = 0.3;
  // SINGLE: store double 0x7FF0000000000000
  a[1] = 1e300;
  a[2] = local_value + table[(int)a[0]];
}
