// Unroll counts of hints are lowered so that a function grows by at most 8000 instructions.
// RUN: muxc -cl --passes=simplify,limit-unroll-hints %s | FileCheck %s
// RUN: muxc -cl --passes=simplify,limit-unroll-hints %s 2>&1 >/dev/null | FileCheck %s --check-prefix=REPORT
// REPORT: note: {{.*}}: loops are unrolled less than their hints ask for, which would add more than 8000 instructions

#define OP(n) x = (x ^ n) * 3;
#define R8(n) OP(n) OP(n + 1) OP(n + 2) OP(n + 3) OP(n + 4) OP(n + 5) OP(n + 6) OP(n + 7)
#define R64(n) R8(n) R8(n + 8) R8(n + 16) R8(n + 24) R8(n + 32) R8(n + 40) R8(n + 48) R8(n + 56)
#define R512(n) R64(n) R64(n + 64) R64(n + 128) R64(n + 192) R64(n + 256) R64(n + 320) R64(n + 384) R64(n + 448)
#define HINT(n) __attribute__((opencl_unroll_hint(n)))

// A loop of some 20 instructions: all copies fit.
// CHECK-LABEL: @fits(
// CHECK: !llvm.loop [[FITS:![0-9]+]]
int fits(int n, int x) {
  HINT(64) for (int i = 0; i < n; ++i) { R8(1) }
  return x;
}
// A loop of some 260: fewer copies do, also if all are asked for.
// CHECK-LABEL: @lowered(
// CHECK: !llvm.loop [[LOWERED:![0-9]+]]
int lowered(int n, int x) {
  HINT(64) for (int i = 0; i < n; ++i) { R64(1) R64(65) }
  return x;
}
// CHECK-LABEL: @full(
// CHECK: !llvm.loop [[FULL:![0-9]+]]
int full(int n, int x) {
  HINT() for (int i = 0; i < 100; ++i) { R64(1) R64(65) }
  return x;
}
// A loop of more than 8000: none.
// CHECK-LABEL: @none(
// CHECK: !llvm.loop [[NONE:![0-9]+]]
int none(int n, int x) {
  HINT(64) for (int i = 0; i < n; ++i) { R512(0) R512(512) R512(1024) R512(1536) R512(2048) R512(2560) R512(3072) R512(3584) }
  return x;
}
// The inner loop first, which leaves too little for the outer one.
// CHECK-LABEL: @nested(
// CHECK: !llvm.loop [[INNER:![0-9]+]]
// CHECK: !llvm.loop [[OUTER:![0-9]+]]
int nested(int n, int x) {
  HINT(64) for (int j = 0; j < n; ++j)
    HINT(64) for (int i = 0; i < n; ++i) { R8(1) R8(9) R8(17) R8(25) }
  return x;
}
// Called functions count as well.
// CHECK-LABEL: @calls(
// CHECK: !llvm.loop [[CALLS:![0-9]+]]
int calls(int n, int x) {
  HINT(64) for (int i = 0; i < n; ++i) x = none(n, x ^ i) * 3;
  return x;
}

// CHECK-DAG: [[FITS]] = distinct !{[[FITS]], {{.*}}[[ALL:![0-9]+]]}
// CHECK-DAG: [[ALL]] = !{!"llvm.loop.unroll.count", i32 64}
// CHECK-DAG: [[LOWERED]] = distinct !{[[LOWERED]], {{.*}}[[SOME:![0-9]+]]}
// CHECK-DAG: [[SOME]] = !{!"llvm.loop.unroll.count", i32 31}
// CHECK-DAG: [[FULL]] = distinct !{[[FULL]], {{.*}}[[SOME]]}
// CHECK-DAG: [[NONE]] = distinct !{[[NONE]], {{.*}}[[DISABLED:![0-9]+]]}
// CHECK-DAG: [[DISABLED]] = !{!"llvm.loop.unroll.disable"}
// CHECK-DAG: [[CALLS]] = distinct !{[[CALLS]], {{.*}}[[DISABLED]]}
// CHECK-DAG: [[INNER]] = distinct !{[[INNER]], {{.*}}[[ALL]]}
// CHECK-DAG: [[OUTER]] = distinct !{[[OUTER]], {{.*}}[[DISABLED]]}
