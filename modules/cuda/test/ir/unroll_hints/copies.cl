// Four iterations become one where loads of threads take their time, or where the body is long; eight
// where a loop without memory ends at any time. NVIDIA's assembler may go on unrolling: no .pragma on the main loop.
// RUN: %ptx -lanewise-gpu sm_80 %s | FileCheck %s

// CHECK-LABEL: .entry columns(
// CHECK-NOT: nounroll
// CHECK-COUNT-4: ld.global.s8
// CHECK-NOT: ld.global.s8
// CHECK: .pragma "nounroll"
// CHECK: ld.global.s8
// CHECK-NOT: ld.global.s8
// CHECK: ret;
kernel void columns(global int4* c, global const char* a, global const char4* b, int n, int k) {
  int col = get_global_id(0);
  int4 sum = 0;
  for (int i = 0; i < k; i++)
    sum += (int)a[i] * convert_int4(b[i * n + col]);
  c[col] = sum;
}

// LLVM would copy it eight times, and leave up to seven iterations to the loop behind it.
// CHECK-LABEL: .entry row(
// CHECK: .pragma "nounroll"
// CHECK-COUNT-1: fma.rn.f32
// CHECK-COUNT-4: fma.rn.f32
// CHECK-NOT: fma.rn.f32
// CHECK: ret;
kernel void row(global float* y, global const int* begins, global const int* columns,
                global const float* values, global const float* x) {
  int i = get_global_id(0);
  float sum = 0;
  for (int j = begins[i]; j < begins[i + 1]; j++)
    sum += values[j] * x[columns[j]];
  y[i] = sum;
}

// CHECK-LABEL: .entry escape(
// CHECK-COUNT-8: setp.{{[a-z]+}}.f32
// CHECK-NOT: setp.{{[a-z]+}}.f32
// CHECK: ret;
kernel void escape(global int* out, float c) {
  float x = 0;
  int i = 0;
  for (; i < 256 && x < 4; i++)
    x = x * x + c;
  out[get_global_id(0)] = i;
}

// So few iterations that all loads can be under way at once.
// CHECK-LABEL: .entry bins(
// CHECK-COUNT-16: ld.global
// CHECK-NOT: bra
// CHECK: ret;
kernel void bins(global uint* out, global const uint* in) {
  local uint counts[256];
  uint l = get_local_id(0), g = get_group_id(0);
  counts[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 16; i++) {
    uint word = in[(g * 16 + i) * 256 + l];
    atomic_inc(&counts[word & 255]);
    atomic_inc(&counts[word >> 8 & 255]);
    atomic_inc(&counts[word >> 16 & 255]);
    atomic_inc(&counts[word >> 24]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g * 256 + l] = counts[l];
}
