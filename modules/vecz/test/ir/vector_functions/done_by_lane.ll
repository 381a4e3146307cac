; A call that says so is neither inlined nor one of a vector function.
; RUN: veczc --step=vectorize --width=2 %s | FileCheck %s --implicit-check-not=twice.vecz

declare i64 @__mux_get_global_id(i32) memory(none)

define internal i32 @twice(i32 %i) {
  %r = mul i32 %i, 2
  ret i32 %r
}

; CHECK: define internal spir_func void @k.vecz.2(
; CHECK: call i32 @twice(i32
; CHECK: call i32 @twice(i32
define spir_kernel void @k(ptr addrspace(1) %p) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %i = trunc i64 %id to i32
  %a = call i32 @twice(i32 %i) noinline "vecz.done_by_lane"
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %id
  store i32 %a, ptr addrspace(1) %q
  ret void
}
