// Sub-groups are warps.
// RUN: %ptx -cl-std=CL3.0 %s | FileCheck %s
// RUN: not clc -d cuda -cl-std=CL3.0 -DSIZE=16 -o %t.bin %s 2>&1 | FileCheck %s --check-prefix=OTHER
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_clustered_reduce : enable

#ifndef SIZE
#define SIZE 32
#endif
// OTHER: kernel 'collective' requires sub-groups of 16 work-items; this target has those of 32

// CHECK: .visible .entry collective(
// CHECK: activemask.b32
// CHECK-DAG: shfl.sync.idx.b32
// CHECK-DAG: vote.sync.ballot.b32
__attribute__((intel_reqd_sub_group_size(SIZE))) kernel void collective(global int* p, global double* d) {
  size_t g = get_global_id(0);
  p[g] = sub_group_reduce_add(p[g]) + sub_group_scan_exclusive_max(p[g]) + sub_group_all(p[g] > 3);
  d[g] = sub_group_shuffle(d[g], 3) + sub_group_clustered_reduce_mul(d[g], 8);
}
