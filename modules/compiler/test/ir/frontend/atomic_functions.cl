// Operands of atomic functions become the type of the atomic object, which Clang's own declarations leave open for 64-bit
// unsigned integers.
// RUN: muxc -cl -options="-cl-std=CL3.0" %s | FileCheck %s
// RUN: muxc -cl -options="-cl-std=CL2.0" %s | FileCheck %s --check-prefix=TWO
// RUN: muxc -cl -options="-cl-std=CLC++2021" %s | FileCheck %s
// RUN: muxc -cl -options="-cl-std=CL3.0 -DOWN" %s | FileCheck %s --check-prefix=OWN
// RUN: not muxc -cl -options="-cl-std=CL3.0 -DWRONG" %s 2>&1 | FileCheck %s --check-prefix=WRONG

#if defined(OWN)
// A program's own functions are its own.
// OWN: call spir_func i64 @atomic_fetch_add(
ulong atomic_fetch_add(volatile global atomic_ulong* p, ulong x) { return 0; }
kernel void k(global atomic_ulong* p) { atomic_fetch_add(p, 1); }
#elif defined(WRONG)
// The diagnostics are those of the program as it stands.
// WRONG: error: call to 'atomic_fetch_add' is ambiguous
// WRONG: error: use of undeclared identifier 'nothing'
kernel void k(global atomic_ulong* p) { atomic_fetch_add(p, 1); nothing; }
#else
// CHECK: call spir_func {{.*}}i64 @_Z16atomic_fetch_addPU3AS1VU7_Atomicmm(ptr addrspace(1) {{.*}}, i64 {{.*}} 1)
// CHECK: call spir_func {{.*}}i64 @_Z25atomic_fetch_sub_explicitPU3AS3VU7_Atomicmm12memory_order(ptr addrspace(3) {{.*}}, i64 {{.*}} -1, i32
// CHECK: call spir_func {{.*}}i64 @_Z25atomic_fetch_add_explicitPU3AS4VU7_Atomicmm12memory_order12memory_scope(ptr addrspace(4) {{.*}}, i64 {{.*}} 2, i32
// TWO: call spir_func {{.*}}i64 @_Z16atomic_fetch_addPU3AS1VU7_Atomicmm(ptr addrspace(1) {{.*}}, i64 {{.*}} 1)
kernel void k(volatile global atomic_ulong* p, local atomic_size_t* q) {
  atomic_fetch_add(p, 1);
  atomic_fetch_sub_explicit(q, -1, memory_order_relaxed);
  volatile atomic_uintptr_t* r = p;
  atomic_fetch_add_explicit(r, (short)2, memory_order_relaxed, memory_scope_device);
}
#endif
