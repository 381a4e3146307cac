; The kernel stays as it is and refers to its vector form.
; RUN: veczc --step=vectorize --width=16 %s | FileCheck %s

declare i64 @__mux_get_global_id(i32) memory(none)

; CHECK: define spir_kernel void @k(ptr addrspace(1) %p) !vecz.vectorized ![[FORM:[0-9]+]]
; CHECK: store i32 1
; CHECK: define internal spir_func void @k.vecz.16(ptr addrspace(1) %p)
; CHECK: store <16 x i32> splat (i32 1)
; CHECK: ![[FORM]] = !{ptr @k.vecz.16, i32 16, i32 0}
define spir_kernel void @k(ptr addrspace(1) %p) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %id
  store i32 1, ptr addrspace(1) %q
  ret void
}
