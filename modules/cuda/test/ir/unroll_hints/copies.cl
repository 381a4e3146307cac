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

// Elements of vectors are instructions each, and too many for NVIDIA's assembler to unroll.
// CHECK-LABEL: .entry vectors(
// CHECK-COUNT-4: setp.lt.f32
// CHECK: .pragma "nounroll"
// CHECK-COUNT-1: setp.lt.f32
// CHECK-NOT: setp.lt.f32
// CHECK: ret;
kernel void vectors(global int* nearest, global const float8* points, constant float8* centres, int count) {
  float8 point = points[get_global_id(0)];
  float least = MAXFLOAT;
  int which = 0;
  for (int c = 0; c < count; c++) {
    float8 apart = point - centres[c], square = apart * apart;
    float4 four = square.lo + square.hi;
    float distance = four.x + four.y + four.z + four.w;
    if (distance < least) {
      least = distance;
      which = c;
    }
  }
  nearest[get_global_id(0)] = which;
}

// The last few bytes: to compute how many they are takes as long as they do.
// CHECK-LABEL: .entry rest(
// CHECK-COUNT-1: ld.global.b8
// CHECK-NOT: ld.global.b8
// CHECK: ret;
kernel void rest(global uint* out, global const uchar* keys, uint size) {
  uint id = get_global_id(0), all = 0;
  for (uint i = size / 4 * 4; i < size; i++)
    all |= (uint)keys[id + i] << 8 * (i % 4);
  out[id] = all;
}

// Blocks are in their natural order, in which NVIDIA's assembler unrolls further: the loop ends with a branch back to it.
// CHECK-LABEL: .entry sometimes(
// CHECK: [[LOOP:\$L__BB[0-9_]+]]:
// CHECK-COUNT-4: fma.rn.f32
// CHECK: setp
// CHECK-NEXT: @%p{{[0-9]+}} bra [[LOOP]];
// CHECK-NOT: bra.uni
// CHECK: ret;
kernel void sometimes(global float* y, global const int* columns, global const float* values,
                      global const float* x, int pitch, int width) {
  int row = get_global_id(0);
  float sum = 0;
  for (int j = 0; j < width; j++) {
    int column = columns[j * pitch + row];
    if (column >= 0)
      sum += values[j * pitch + row] * x[column];
  }
  y[row] = sum;
}
