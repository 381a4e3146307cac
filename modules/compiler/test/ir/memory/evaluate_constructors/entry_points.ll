; Initializers of SPIR-V store by themselves, in the order of the list; one may stand there twice. They go, as their calls do.
; RUN: muxc -passes=evaluate-constructors %s | FileCheck %s
target datalayout = "e-i64:64-G1"
target triple = "spir64"

; CHECK: @a = addrspace(1) global i32 42
; CHECK: @b = addrspace(1) global i32 44
; CHECK-NOT: llvm.global_ctors
; CHECK-NOT: @first
; CHECK-NOT: @second
@a = addrspace(1) global i32 0
@b = addrspace(1) global i32 0
@llvm.global_ctors = appending global [3 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @first, ptr null }, { i32, ptr, ptr } { i32 65535, ptr @second, ptr null }, { i32, ptr, ptr } { i32 65535, ptr @second, ptr null }]

define internal spir_kernel void @first() {
  store i32 42, ptr addrspace(1) @a
  ret void
}

define internal spir_kernel void @second() {
  %a = load i32, ptr addrspace(1) @a
  %b = load i32, ptr addrspace(1) @b
  %next = add i32 %b, 1
  %sum = select i1 false, i32 %a, i32 %next
  %is_first = icmp eq i32 %b, 0
  %value = select i1 %is_first, i32 43, i32 %sum
  store i32 %value, ptr addrspace(1) @b
  ret void
}

; CHECK: define spir_kernel void @k(
define spir_kernel void @k(ptr addrspace(1) %p) {
  %a = load i32, ptr addrspace(1) @a
  store i32 %a, ptr addrspace(1) %p
  ret void
}
