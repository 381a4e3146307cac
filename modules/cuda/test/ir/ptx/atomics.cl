// Atomic functions of every order and kind have it in PTX.
// RUN: %ptx -cl-std=CL3.0 %s | FileCheck %s

// CHECK: .visible .entry lock(
// CHECK: fence.acq_rel.sys;
// CHECK: atom.sys.global.exch.b32
// CHECK: fence.acq_rel.sys;
// CHECK: st.release.sys.global.b32
kernel void lock(global atomic_flag* f, global int* p) {
  if (!atomic_flag_test_and_set_explicit(f, memory_order_acq_rel, memory_scope_device)) {
    ++*p;
    atomic_flag_clear_explicit(f, memory_order_release, memory_scope_device);
  }
}

// CHECK: .visible .entry counters(
// CHECK-NOT: fence
// CHECK: atom.sys.global.add.u32
// CHECK-NOT: fence
// CHECK: atom.shared.max.s32
// CHECK-NOT: fence
// CHECK: atom.acquire.sys.global.cas.b32
// CHECK: ld.acquire.sys.global.b32
kernel void counters(global atomic_int* p, local atomic_int* l, global int* out) {
  out[0] = atomic_fetch_add_explicit(p, 1, memory_order_relaxed, memory_scope_device);
  out[1] = atomic_fetch_max_explicit(l, 1, memory_order_relaxed, memory_scope_work_group);
  int expected = 3;
  out[2] = atomic_compare_exchange_strong_explicit(p, &expected, 1, memory_order_acquire, memory_order_acquire, memory_scope_device);
  out[3] = atomic_load_explicit(p, memory_order_acquire, memory_scope_device);
}
