; Kernels that reach the block of local memory get a parameter for it, others do not; each call for
; memory of a fixed size becomes a variable.
; RUN: clang-sycl-linker --only=local-memory %s -o - | FileCheck %s
target triple = "spirv64-unknown-unknown"

%T = type { i64 }

declare spir_func ptr addrspace(3) @__lanewise_sycl_local_block()
declare spir_func ptr addrspace(3) @__lanewise_sycl_local_memory(i64, i64)

define spir_func ptr addrspace(3) @helper(i64 %offset) noinline {
  %block = call spir_func ptr addrspace(3) @__lanewise_sycl_local_block()
  %at = getelementptr i8, ptr addrspace(3) %block, i64 %offset
  ret ptr addrspace(3) %at
}

; CHECK-DAG: [[A:@sycl[.]local[.0-9]*]] = internal addrspace(3) global [64 x i8] poison, align 16
; CHECK-DAG: [[B:@sycl[.]local[.0-9]*]] = internal addrspace(3) global [4 x i8] poison, align 4

; CHECK: define weak_odr spir_kernel void @with_block(ptr byval(%T) %0, ptr addrspace(3) %local_block) [[ATTRIBUTES:#[0-9]+]]
; CHECK: getelementptr i8, ptr addrspace(3) %local_block, i64 8
define weak_odr spir_kernel void @with_block(ptr byval(%T) %0) {
  %at = call spir_func ptr addrspace(3) @helper(i64 8)
  store i32 1, ptr addrspace(3) %at
  ret void
}

; CHECK: define weak_odr spir_kernel void @with_variables(ptr byval(%T) %0)
; CHECK-DAG: store i32 1, ptr addrspace(3) [[A]]
; CHECK-DAG: store i32 2, ptr addrspace(3) [[B]]
define weak_odr spir_kernel void @with_variables(ptr byval(%T) %0) {
  %a = call spir_func ptr addrspace(3) @__lanewise_sycl_local_memory(i64 64, i64 16)
  %b = call spir_func ptr addrspace(3) @__lanewise_sycl_local_memory(i64 4, i64 4)
  store i32 1, ptr addrspace(3) %a
  store i32 2, ptr addrspace(3) %b
  ret void
}
; CHECK-NOT: __lanewise_sycl_local
; CHECK: attributes [[ATTRIBUTES]] = { "lanewise-sycl-local-block" }
