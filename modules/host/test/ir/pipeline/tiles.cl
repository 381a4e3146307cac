// A tile in local memory that only copies global memory is left out. Where local memory is to be
// zeros first it stays: the fills have to be there.
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=number-barriers clc %s -o %t 2>&1 | FileCheck %s --check-prefix=LEFT_OUT
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=number-barriers clc -lanewise-zero-memory=local %s -o %t 2>&1 | FileCheck %s --check-prefix=STAYS

// LEFT_OUT: define {{.*}}@k(
// LEFT_OUT-NOT: ptr addrspace(3)
// LEFT_OUT: load float, ptr addrspace(1)
// LEFT_OUT-NOT: ptr addrspace(3)
// LEFT_OUT: {{^}}}
// STAYS: define {{.*}}@k(
// STAYS: store float {{%.*}}, ptr addrspace(3)
// STAYS: call {{.*}}@__mux_work_group_barrier(
// STAYS: load float, ptr addrspace(3)
__attribute__((reqd_work_group_size(16, 1, 1)))
kernel void k(global const float* in, global float* out) {
  local float tile[16];
  tile[get_local_id(0)] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int i = 0; i < 16; ++i) sum += tile[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = sum;
}
