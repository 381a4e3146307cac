; Each place where a named barrier is made has local memory of its own.
; RUN: muxc --passes=local-variables %s | FileCheck %s

declare spir_func ptr addrspace(3) @__mux_get_named_barrier()

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-SAME: #[[#ATTRIBUTES:]]
; CHECK: %[[ONE:named.barrier.*]] = getelementptr inbounds i8, ptr addrspace(3) %local.block, i64 0
; CHECK: %[[OTHER:named.barrier.*]] = getelementptr inbounds i8, ptr addrspace(3) %local.block, i64 16
; CHECK-NOT: __mux_get_named_barrier
define spir_kernel void @k() {
  %a = call spir_func ptr addrspace(3) @__mux_get_named_barrier()
  %b = call spir_func ptr addrspace(3) @__mux_get_named_barrier()
  store i32 1, ptr addrspace(3) %a
  store i32 2, ptr addrspace(3) %b
  ret void
}
; CHECK: attributes #[[#ATTRIBUTES]] = { {{.*}}"lanewise-local-bytes"="28"
