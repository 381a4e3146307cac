// LANEWISE_DUMP leaves the module after each step, and last the assembly that code generation makes of it.
// RUN: rm -rf %t && env LANEWISE_CACHE=0 LANEWISE_DUMP=%t clc -lanewise-cpu=x86-64-v3 -o %t.bin %s
// RUN: cat %t/*/*vectorize* | FileCheck %s --check-prefix=IR
// RUN: cat %t/*/*.s | FileCheck %s

// IR: define {{.*}}@k.vecz.
// CHECK: lanewise.entry.k:
// CHECK: {{v?mulps|v?addps}}
kernel void k(global float* p) { p[get_global_id(0)] *= 2.0f; }
