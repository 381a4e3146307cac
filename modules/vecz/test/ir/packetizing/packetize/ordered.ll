; Accesses stay on their side of atomic operations that acquire or release, and of fences. Each lane does its
; own, with its order; a fence is one for all lanes.
; RUN: veczc --step=packetize --width=2 %s | FileCheck %s

declare spir_func i64 @__mux_get_global_id(i32) memory(none)
declare spir_func void @__mux_mem_barrier(i32, i32)

; CHECK-LABEL: define spir_kernel void @publish(
; CHECK: store <2 x i32>
; CHECK-COUNT-2: store atomic i32 1, ptr addrspace(1) {{.*}} release, align 4
; CHECK: store <2 x i32>
; CHECK: atomicrmw add ptr addrspace(1) %count, i32 2 acq_rel, align 4
; CHECK: load <2 x i32>
; CHECK: fence acquire
; CHECK-NOT: fence
; CHECK: load <2 x i32>
; CHECK: call spir_func void @__mux_mem_barrier(i32 1, i32 520)
; CHECK-NOT: __mux_mem_barrier
; CHECK: store <2 x i32>
; CHECK-COUNT-2: cmpxchg ptr addrspace(1) {{.*}} seq_cst acquire, align 4
; CHECK: ret void
define spir_kernel void @publish(ptr addrspace(1) %data, ptr addrspace(1) %flags, ptr addrspace(1) %count) {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %data, i64 %id
  %flag = getelementptr i32, ptr addrspace(1) %flags, i64 %id
  %value = trunc i64 %id to i32
  store i32 %value, ptr addrspace(1) %p, align 4
  store atomic i32 1, ptr addrspace(1) %flag release, align 4
  store i32 7, ptr addrspace(1) %p, align 4
  %old = atomicrmw add ptr addrspace(1) %count, i32 1 acq_rel, align 4
  %a = load i32, ptr addrspace(1) %p, align 4
  fence acquire
  %b = load i32, ptr addrspace(1) %p, align 4
  call spir_func void @__mux_mem_barrier(i32 1, i32 520)
  %sum = add i32 %a, %b
  store i32 %sum, ptr addrspace(1) %p, align 4
  %pair = cmpxchg ptr addrspace(1) %flag, i32 1, i32 %sum seq_cst acquire, align 4
  ret void
}
