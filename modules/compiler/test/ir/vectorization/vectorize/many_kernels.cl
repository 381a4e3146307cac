// Of more than 40 kernels in a module none is vectorised, and the report says why; of 40 all are, and of more if that is
// asked for.
// RUN: muxc -cl --passes=inline-group-functions,number-barriers,vectorize -pass-remarks=vecz -pass-remarks-missed=vecz %s 2>&1 >/dev/null | FileCheck %s
// RUN: sed s/^R8.32.$// %s > %t.cl
// RUN: muxc -cl --passes=inline-group-functions,number-barriers,vectorize -pass-remarks=vecz -pass-remarks-missed=vecz %t.cl 2>&1 >/dev/null | FileCheck %s --check-prefix=FEW
// RUN: env LANEWISE_VECTORIZE=on muxc -cl --passes=inline-group-functions,number-barriers,vectorize -pass-remarks=vecz -pass-remarks-missed=vecz %s 2>&1 >/dev/null | FileCheck %s --check-prefix=ASKED

// CHECK-NOT: is vectorised
// CHECK: kernel 'k0' is not vectorised: the program has very many kernels; specialised variants are vectorised
// CHECK-NOT: is vectorised
// FEW: kernel 'k0' is vectorised
// FEW-NOT: not vectorised
// ASKED: kernel 'k0' is vectorised
// ASKED-NOT: not vectorised

ulong __mux_get_global_id(uint);
#define ONE(n) kernel void k##n(global float* p) { p[__mux_get_global_id(0)] *= 1.5f; }
#define R8(n) ONE(n##0) ONE(n##1) ONE(n##2) ONE(n##3) ONE(n##4) ONE(n##5) ONE(n##6) ONE(n##7)
ONE(0)
R8(1) R8(2) R8(3) R8(4)
ONE(50) ONE(51) ONE(52) ONE(53) ONE(54) ONE(55) ONE(56)
R8(32)
