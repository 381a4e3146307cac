// A mask that is taken as a number and then used up by a scatter is there for both, whatever the order of instructions.
// RUN: rm -rf %t && env LANEWISE_CACHE=0 LANEWISE_VECTORIZE=16 LANEWISE_DUMP=%t clc -lanewise-cpu=znver4 -o %t.bin %s
// RUN: cat %t/*/*.s | FileCheck %s

// CHECK: fill.vecz.16.8.masked:
// CHECK-NOT: vpmovmskb
// CHECK: vpmov{{b2m|w2m|d2m}} {{.*}}, [[MASK:%k[0-7]]]
// CHECK: vpscatterdd {{.*}} {[[MASK]]}
typedef struct {
  int a;
  ushort b;
} pair;
__attribute__((noinline)) void fill(pair* p) {
  p->a = 1;
  p->b = 0;
}
kernel void k(global uint* out) {
  pair mine;
  fill(&mine);
  out[get_global_id(0) * 4 + 3] = mine.a;
}
