; Kernels become weak_odr, other functions keep their linkage, and -O0 leaves no trace.
; RUN: clang-sycl-linker --only=kernels %s -o - | FileCheck %s
target triple = "spirv64-unknown-unknown"

; CHECK: define weak_odr spir_kernel void @kernel() {
define spir_kernel void @kernel() noinline optnone {
  ret void
}

; CHECK: define spir_func void @function() {
define spir_func void @function() {
  ret void
}
