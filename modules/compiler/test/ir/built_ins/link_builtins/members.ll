; Definitions of what is declared and called move in, with what these call in turn, as internal functions; what the
; library does not know stays declared, and the vocabulary waits for later passes.
; RUN: muxc --passes=link-builtins %s | FileCheck %s --implicit-check-not=_Z3cosf

declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func float @_Z3sinf(float)
declare spir_func float @of_nobody(float)

; CHECK: declare spir_func float @of_nobody(float)

define spir_kernel void @k(ptr addrspace(1) %out, float %x) {
; CHECK: define spir_kernel void @k(
; CHECK: call spir_func i64 @_Z13get_global_idj(i32 0)
; CHECK: call spir_func float @_Z3sinf(float
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %y = call spir_func float @_Z3sinf(float %x)
  %z = call spir_func float @of_nobody(float %y)
  %p = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %z, ptr addrspace(1) %p
  ret void
}

; CHECK-DAG: define internal spir_func {{.*}}i64 @_Z13get_global_idj(
; CHECK-DAG: define internal spir_func {{.*}}float @_Z3sinf(
; CHECK-DAG: declare {{.*}}i64 @__mux_get_global_id(
