// Where the CPU's model asks for a scheduler behind register allocation, a block has 128 accesses of memory at most there.
// RUN: rm -rf %t && env LANEWISE_CACHE=0 LANEWISE_VECTORIZE=off LANEWISE_DUMP=%t clc -lanewise-cpu=znver3 -o %t.bin %s
// RUN: cat %t/*/*.s | FileCheck %s
// RUN: rm -rf %t && env LANEWISE_CACHE=0 LANEWISE_VECTORIZE=off LANEWISE_DUMP=%t clc -lanewise-cpu=x86-64-v3 -o %t.bin %s
// RUN: cat %t/*/*.s | FileCheck %s --check-prefix=WHOLE

#define R8 *p = x; *p = x; *p = x; *p = x; *p = x; *p = x; *p = x; *p = x;
#define R64 R8 R8 R8 R8 R8 R8 R8 R8

kernel void k(volatile global int* p, int x) { R64 R64 R64 }

// CHECK: # %row.i{{$}}
// CHECK: # %x2.i{{$}}
// CHECK-COUNT-128: movl %e{{..}}, (%r{{..?}})
// CHECK-NEXT: # %bb{{.*}}# %x2.i{{$}}
// CHECK-COUNT-64: movl %e{{..}}, (%r{{..?}})
// CHECK-NOT: movl %e{{..}}, (%r{{..?}})
// CHECK: # %k.exit

// WHOLE: # %x2.i{{$}}
// WHOLE-NOT: %x2.i
// WHOLE: # %k.exit
