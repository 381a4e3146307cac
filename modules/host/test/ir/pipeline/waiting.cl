// A function in whose loop work-items wait for others is inlined for the loop's progress point, and simplified with the kernel: what
// its arguments decide is decided before the kernel is cut.
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=progress-points clc -cl-std=CL3.0 %s -o %t 2>&1 | FileCheck %s

// CHECK: define {{.*}}@k(
// CHECK-NOT: call {{.*}}@wait_for(
// CHECK-NOT: store i32 -1
// CHECK: call {{.*}}@__mux_progress_point(
// CHECK-NOT: store i32 -1
// CHECK: {{^}}}
__attribute__((noinline)) void wait_for(global atomic_int* flag, int wanted, global int* note) {
  if (wanted < 0) *note = -1;
  while (atomic_load_explicit(flag, memory_order_acquire, memory_scope_work_group) != wanted) {
  }
}
kernel void k(global atomic_int* flag, global int* p) {
  if (get_local_id(0) == 0) {
    p[0] = 1;
    atomic_store_explicit(flag, 1, memory_order_release, memory_scope_work_group);
  }
  wait_for(flag, 1, p + 1);
  p[get_global_id(0) + 2] = p[0];
}
