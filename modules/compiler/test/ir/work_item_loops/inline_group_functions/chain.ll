; A function that reaches the vocabulary or a local variable, through any number of calls, is
; inlined into the kernel; other functions stay calls.
; RUN: muxc --passes=inline-group-functions %s | FileCheck %s

@tile = internal addrspace(3) global [4 x i32] poison

declare spir_func void @__mux_work_group_barrier(i32, i32, i32)

define spir_func void @inner() noinline {
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  ret void
}

define spir_func void @outer() {
  call spir_func void @inner()
  ret void
}

define spir_func void @writes_tile(i32 %v) {
  store i32 %v, ptr addrspace(3) @tile
  ret void
}

define spir_func i32 @plain(i32 %v) {
  ret i32 %v
}

define spir_kernel void @k(i32 %v) {
; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NEXT: call spir_func void @__mux_work_group_barrier
; CHECK-NEXT: store i32 %v, ptr addrspace(3) @tile
; CHECK-NEXT: call spir_func i32 @plain
; CHECK-NEXT: ret void
  call spir_func void @outer()
  call spir_func void @writes_tile(i32 %v)
  %p = call spir_func i32 @plain(i32 %v)
  ret void
}
; CHECK-NOT: @inner
; CHECK-NOT: @outer
; CHECK-NOT: @writes_tile
