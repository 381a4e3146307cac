; Found, too, are functions that use a local variable in a constant expression, and those with variables that are too large
; for the stack; one with a small variable stays a call.
; RUN: muxc --passes=inline-group-functions %s | FileCheck %s

@tile = internal addrspace(3) global [4 x i32] poison

define spir_func void @behind_tile(i32 %v) {
  store i32 %v, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tile, i64 8)
  ret void
}

define spir_func i8 @large(i64 %i) {
  %own = alloca [20000 x i8]
  %at = getelementptr i8, ptr %own, i64 %i
  %x = load i8, ptr %at
  ret i8 %x
}

define spir_func i8 @small(i64 %i) {
  %own = alloca [16384 x i8]
  %at = getelementptr i8, ptr %own, i64 %i
  %x = load i8, ptr %at
  ret i8 %x
}

; CHECK-NOT: @behind_tile
; CHECK-NOT: @large
; CHECK-LABEL: define spir_kernel void @k(
; CHECK: alloca [20000 x i8]
; CHECK: store i32 %v, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tile, i64 8)
; CHECK: call spir_func i8 @small(
define spir_kernel void @k(i32 %v, i64 %i, ptr addrspace(1) %p) {
  call spir_func void @behind_tile(i32 %v)
  %l = call spir_func i8 @large(i64 %i)
  %s = call spir_func i8 @small(i64 %i)
  %both = add i8 %l, %s
  store i8 %both, ptr addrspace(1) %p
  ret void
}
