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
