// atomic_init knows half, wherever the program names the type. Clang's own would take the object for an int.
// RUN: muxc -cl -options="-cl-std=CL3.0 -w -DHALF=atomic_half" %s | FileCheck %s
// RUN: muxc -cl -options="-cl-std=CLC++2021 -w -DHALF=atomic_half" %s | FileCheck %s
// RUN: muxc -cl -options="-cl-std=CL3.0 -w -DHALF=atomic_half -DOWN" %s | FileCheck %s --check-prefix=OWN
// RUN: mkdir -p %t
// RUN: echo "typedef global atomic_half* half_pointer;" > %t/half.h
// RUN: sed "s/atomic_hal[f]/its type/; s/^typedef.*/#include \"half.h\"/" %s > %t/uses.cl
// RUN: muxc -cl -options="-cl-std=CL3.0 -w -I %t" %t/uses.cl | FileCheck %s

typedef global HALF* half_pointer;
#ifdef OWN
// A program's own functions are its own.
// OWN: call spir_func i64 @atomic_fetch_add(
ulong atomic_fetch_add(volatile global atomic_ulong* p, ulong x) { return 0; }
kernel void k(global atomic_ulong* p) { atomic_fetch_add(p, 1); }
#else
// CHECK: call spir_func {{.*}}void @_Z11atomic_initPU3AS1VU7_AtomicDhDh(ptr addrspace(1) {{.*}}, half {{.*}} 0xH3C00)
kernel void k(half_pointer p) { atomic_init(p, 1); }
#endif
