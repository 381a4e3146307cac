; Initial values are what Clang's functions store, in their order and through generic pointers and
; loops; the kernel that calls them goes, and a variable in the constant space becomes constant.
; RUN: muxc -passes=evaluate-constructors %s | FileCheck %s
target datalayout = "e-i64:64-G1"
target triple = "spir64"

; CHECK: @a = addrspace(1) global i32 7
; CHECK: @b = addrspace(1) global i32 8
; CHECK: @numbers = addrspace(1) global [4 x i32] [i32 0, i32 3, i32 6, i32 9]
; CHECK: @fixed = addrspace(2) constant i32 5
; CHECK-NOT: llvm.global_ctors
; CHECK-NOT: @_GLOBAL__sub_I_file
; CHECK-NOT: @init
@a = addrspace(1) global i32 0
@b = addrspace(1) global i32 0
@numbers = addrspace(1) global [4 x i32] zeroinitializer
@fixed = addrspace(2) global i32 0
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @_GLOBAL__sub_I_file, ptr null }]

define internal spir_func void @init_a() {
  call spir_func void @set(ptr addrspace(4) addrspacecast (ptr addrspace(1) @a to ptr addrspace(4)), i32 7)
  ret void
}

define internal spir_func void @init_b() {
  %a = load i32, ptr addrspace(1) @a
  %b = add i32 %a, 1
  store i32 %b, ptr addrspace(1) @b
  ret void
}

define internal spir_func void @init_numbers() {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr i32, ptr addrspace(4) addrspacecast (ptr addrspace(1) @numbers to ptr addrspace(4)), i64 %i
  %triple = mul i64 %i, 3
  %value = trunc i64 %triple to i32
  store i32 %value, ptr addrspace(4) %place
  %next = add i64 %i, 1
  %over = icmp eq i64 %next, 4
  br i1 %over, label %exit, label %loop
exit:
  ret void
}

define internal spir_func void @init_fixed() {
  store i32 5, ptr addrspace(2) @fixed
  ret void
}

; CHECK: define spir_func void @set(
define spir_func void @set(ptr addrspace(4) %this, i32 %value) {
  %kept = alloca ptr addrspace(4)
  store ptr addrspace(4) %this, ptr %kept
  %loaded = load ptr addrspace(4), ptr %kept
  store i32 %value, ptr addrspace(4) %loaded
  ret void
}

define internal spir_kernel void @_GLOBAL__sub_I_file() {
  call spir_func void @init_a()
  call spir_func void @init_b()
  call spir_func void @init_numbers()
  call spir_func void @init_fixed()
  ret void
}

; CHECK: define spir_kernel void @k(
define spir_kernel void @k() {
  ret void
}
