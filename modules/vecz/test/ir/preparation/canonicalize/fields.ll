; The fields of a structure are read together.
; RUN: veczc --step=canonicalize %s | FileCheck %s

define spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) noalias %out) {
; CHECK-LABEL: @k(
; CHECK: load <2 x float>, ptr addrspace(1) %in
; CHECK: store <2 x float>
  %q = getelementptr float, ptr addrspace(1) %in, i64 1
  %a = load float, ptr addrspace(1) %in
  %b = load float, ptr addrspace(1) %q
  %r = getelementptr float, ptr addrspace(1) %out, i64 1
  store float %b, ptr addrspace(1) %out
  store float %a, ptr addrspace(1) %r
  ret void
}
