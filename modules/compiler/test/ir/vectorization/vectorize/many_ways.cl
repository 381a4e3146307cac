// A switch whose cases work-items take differently: each phi behind it is carried past the guard of
// each case. A few dozen cases are vectorised; of hundreds the kernel stays scalar, and the report
// says why.
// RUN: sed s/^#undef/#define/ %s > %t.cl
// RUN: muxc -cl --passes=inline-group-functions,number-barriers,vectorize -pass-remarks=vecz -pass-remarks-missed=vecz %t.cl 2>&1 >/dev/null | FileCheck %s --check-prefix=FEW
// RUN: muxc -cl --passes=inline-group-functions,number-barriers,vectorize -pass-remarks=vecz -pass-remarks-missed=vecz %s 2>&1 >/dev/null | FileCheck %s

// FEW: kernel 'k' is vectorised
// CHECK: kernel 'k' is not vectorised: work-items go too many different ways, as in a switch of many cases

#undef FEW
#define ONE(n) case n: a = p[n % 8] + n; b ^= p[(n + 1) % 8] * a; c += b * a; d = c - p[(n + 3) % 8]; p[n % 5] = d; break;
#define R8(n) ONE(n) ONE(n + 1) ONE(n + 2) ONE(n + 3) ONE(n + 4) ONE(n + 5) ONE(n + 6) ONE(n + 7)
#define R64(n) R8(n) R8(n + 8) R8(n + 16) R8(n + 24) R8(n + 32) R8(n + 40) R8(n + 48) R8(n + 56)
ulong __mux_get_local_id(uint);
kernel void k(global int* io, global const int* op, int i) {
  int a = i, b = 1, c = 2, d = 3;
  global int* p = io + __mux_get_local_id(0) * 8;
  switch (op[__mux_get_local_id(0)]) {
#ifdef FEW
  R8(0) R8(8)
#else
  R64(0) R64(64) R64(128) R64(192)
#endif
  }
  p[7] = a + b + c + d;
}
