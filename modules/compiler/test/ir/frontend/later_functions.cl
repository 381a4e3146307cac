// Functions of later versions are declared where the program has none of that name.
// RUN: muxc -cl %s | FileCheck %s
// RUN: muxc -cl -options="-DOWN" %s | FileCheck %s --check-prefix=OWN
// RUN: muxc -cl -options="-DVARIABLE" %s | FileCheck %s --check-prefix=VARIABLE
// RUN: muxc -cl -options="-cl-std=CL3.0" %s | FileCheck %s
// RUN: not muxc -cl -options="-DWRONG" %s 2>&1 | FileCheck %s --check-prefix=WRONG

#ifdef WRONG
// The diagnostics are those of the program as it stands.
// WRONG: error: use of undeclared identifier 'ctz'
// WRONG: error: use of undeclared identifier 'nothing'
// WRONG-NOT: error:
int wrong(int x) { return ctz(x) + nothing; }
#elif defined(OWN)
int ctz(int x) { return x - 1; }
#endif

// VARIABLE-LABEL: define {{.*}} @__clang_ocl_kern_imp_k(
#ifndef WRONG
kernel void k(global int* a, global ulong4* b) {
#ifdef VARIABLE
  // VARIABLE-NOT: call spir_func i32
  int ctz = a[1];
  a[0] = ctz;
#else
  // CHECK: call spir_func i32 @_Z3ctzi(
  // OWN: call spir_func i32 @ctz(
  a[0] = ctz(a[1]);
#endif
#if !defined(OWN) && !defined(VARIABLE)
  // CHECK: call spir_func <4 x i64> @_Z3ctzDv4_m(
  b[0] = ctz(b[1]);
#endif
}
#endif
