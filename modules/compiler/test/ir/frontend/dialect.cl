// The IR that Clang makes of a kernel: neutral triple, address spaces, names of built-ins.
// RUN: muxc -cl %s | FileCheck %s

// CHECK: target triple = "spir64"
// CHECK: @k.tile = internal addrspace(3) global [4 x float] undef
// CHECK: define {{.*}}spir_kernel void @k(ptr addrspace(1) {{.*}} %p, ptr addrspace(2) {{.*}} %c, ptr addrspace(3) {{.*}} %l)
// CHECK-SAME: !reqd_work_group_size
// CHECK: call spir_func void @_Z7barrierj(i32 noundef 1)
// CHECK: call spir_func i64 @_Z13get_global_idj(i32 noundef 0)

kernel __attribute__((reqd_work_group_size(4, 1, 1)))
void k(global float *p, constant float *c, local float *l) {
  local float tile[4];
  tile[get_local_id(0)] = c[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  p[get_global_id(0)] = tile[0] + l[0];
}
