// From source to PTX: parameters, local memory, barriers, built-in functions without a library of the vendor's, atomics.
// RUN: %ptx -cl-std=CL3.0 %s | FileCheck %s
// RUN: %ptx -cl-std=CL3.0 -lanewise-gpu sm_90a %s | FileCheck %s --check-prefix=NEWER
// RUN: %ptx -cl-std=CL3.0 -cl-opt-disable -g %s | FileCheck %s --check-prefix=LINES
// RUN: not clc -d cuda -cl-std=CL3.0 -lanewise-gpu sm_10 -o %t.bin %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// CHECK-NOT: lanewise: not optimised
// NEWER: .target sm_90a
// LINES: {{^}}// lanewise: not optimised
// LINES: .entry tile(
// LINES: .loc {{[0-9]+}} {{[0-9]+}}
// LINES: .section .debug_info
// UNKNOWN: unknown GPU 'sm_10'; expected one of sm_70, {{.*}}sm_90a

// CHECK: .target sm_70
// CHECK: .extern .shared .align 128 .b8 lanewise_local[];

// CHECK: .visible .entry tile(
// CHECK: .param .u64 .ptr .global .align 4 tile_param_0,
// CHECK: .param .u64 tile_param_1,
// CHECK: .param .align 8 .b8 tile_param_2[168]
// CHECK: .maxntid 1024
// CHECK: st.shared
// CHECK: bar.sync 0;
// CHECK: ld.shared
// CHECK: st.global
kernel void tile(global float* p, local float* t) {
  size_t l = get_local_id(0);
  t[l] = p[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  p[get_global_id(0)] = t[get_local_size(0) - 1 - l];
}

// A fused multiply-add where the program allows it, and only there; constant memory is read without a look for writes.
// CHECK: .visible .entry numbers(
// CHECK-DAG: ld.global.nc
// CHECK-DAG: fma.rn.f64
// CHECK-DAG: mul.rn.f32
// CHECK-DAG: div.full.f32
// CHECK-NOT: call
// CHECK: ret;
constant float table[4] = {1, 2, 4, 8};
kernel void numbers(global float* p, global double* d, int i) {
  p[1] = sin(p[0]) * table[i & 3] + exp(p[2]);
  p[2] = p[3] / p[4];
  d[0] = fma(d[1], d[2], d[3]);
}

// CHECK: .visible .entry counts(
// CHECK-DAG: atom.{{.*}}global.{{.*}}add.u32
// CHECK-DAG: atom.{{.*}}shared.{{.*}}or.b32
// CHECK-DAG: atom{{.*}}sys.global.cas.b64
kernel void counts(global int* c, global atomic_long* a, local int* l) {
  atomic_add(c, 1);
  atomic_or(l, 4);
  long expected = 1;
  atomic_compare_exchange_strong(a, &expected, 2L);
  c[1] = (int)expected;
}
