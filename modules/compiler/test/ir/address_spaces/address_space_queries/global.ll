; In global memory is what is in neither of the others: local memory, the stack and scratch memory.
; RUN: muxc --passes=address-space-queries %s | FileCheck %s

target triple = "spir64-unknown-unknown"

declare spir_func i1 @__mux_is_in_space(ptr addrspace(4), i32)

; CHECK-LABEL: @k(
; CHECK: call spir_func i64 @__mux_get_memory_bound(i32 1)
; CHECK-NEXT: [[LOCAL:%.*]] = icmp ult i64
; CHECK-DAG: call spir_func i64 @__mux_get_memory_bound(i32 3)
; CHECK-DAG: call spir_func i64 @__mux_get_memory_bound(i32 5)
; CHECK: [[PRIVATE:%.*]] = or i1 {{%.*}}, {{%.*}}
; CHECK: [[EITHER:%.*]] = or i1 [[LOCAL]], [[PRIVATE]]
; CHECK: [[GLOBAL:%.*]] = xor i1 [[EITHER]], true
; CHECK: store i1 [[GLOBAL]], ptr addrspace(1) %out
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %out) {
  %q = load ptr addrspace(4), ptr addrspace(1) %p
  %is = call spir_func i1 @__mux_is_in_space(ptr addrspace(4) %q, i32 1)
  store i1 %is, ptr addrspace(1) %out
  ret void
}
