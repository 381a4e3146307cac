// A group that keeps all it has read in registers, for many rounds, fetches what the fourth group from
// here will read, between its writes; not where that is not known, nor what does not lie line by line.
// RUN: env LANEWISE_CACHE=0 LANEWISE_VECTORIZE=16 LANEWISE_PRINT_AFTER=prefetch-groups clc -lanewise-cpu=x86-64-v4 %s -o %t 2>&1 | FileCheck %s

#define ROUNDS(n) \
  barrier(CLK_LOCAL_MEM_FENCE); \
  for (uint s = 1; s < n; s <<= 1) { \
    uint before = l >= s ? t[l - s] : 0; \
    barrier(CLK_LOCAL_MEM_FENCE); \
    t[l] += before; \
    barrier(CLK_LOCAL_MEM_FENCE); \
  }

// CHECK: define {{.*}}void @side_by_side(
// CHECK-NOT: prefetch
// CHECK: store <{{[0-9]+}} x i32>
// CHECK-NEXT: call void @llvm.prefetch.p1(ptr addrspace(1) %[[FIRST:[^,]+]], i32 0, i32 3, i32 1)
// CHECK-COUNT-15: call void @llvm.prefetch
// CHECK-NOT: prefetch
// CHECK: ret void
kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void side_by_side(global uint *out, global const uint *in) {
  local uint t[256];
  uint l = get_local_id(0);
  t[l] = in[get_global_id(0)];
  ROUNDS(256)
  out[get_global_id(0)] = t[l];
}

// CHECK: define {{.*}}void @anywhere(
// CHECK-NOT: prefetch
// CHECK: ret void
kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void anywhere(global uint *out, global const uint *in) {
  local uint t[256];
  uint l = get_local_id(0), g = get_group_id(0);
  t[l] = in[(g ^ g >> 1) * 256 + l];
  ROUNDS(256)
  out[get_global_id(0)] = t[l];
}

// CHECK: define {{.*}}void @soon_done(
// CHECK-NOT: prefetch
// CHECK: ret void
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void soon_done(global uint *out, global const uint *in) {
  local uint t[64];
  uint l = get_local_id(0);
  t[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = t[63 - l];
}

// Work-items may have loops of their own, and read a place again behind a write: 48 lines for the 768 numbers of a row.
// CHECK: define {{.*}}void @rows(
// CHECK-COUNT-48: call void @llvm.prefetch.p1(ptr addrspace(1) {{.*}}, i32 0, i32 3, i32 1)
// CHECK-NOT: prefetch
// CHECK: ret void
float sum_of_group(local float *parts, float value) {
  int l = get_local_id(0);
  parts[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 128; step > 0; step /= 2) {
    if (l < step)
      parts[l] += parts[l + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  value = parts[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  return value;
}
kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void rows(global float *out, global const float *in, local float *parts) {
  int l = get_local_id(0), row = get_group_id(0);
  global const float *from = in + row * 768;
  float sum = 0, squares = 0;
  for (int x = l; x < 768; x += 256)
    sum += from[x];
  float mean = sum_of_group(parts, sum) / 768;
  for (int x = l; x < 768; x += 256)
    squares += (from[x] - mean) * (from[x] - mean);
  float variance = sum_of_group(parts, squares) / 768;
  for (int x = l; x < 768; x += 256)
    out[row * 768 + x] = (from[x] - mean) * variance;
}
