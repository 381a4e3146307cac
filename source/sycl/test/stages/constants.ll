; Specialization constants: calls become pieces, which are numbered in the order of names, with the
; default from the variable; afterwards each piece is one constant of SPIR-V.
; RUN: clang-sycl-linker --only=constant-names %s -o - | FileCheck --check-prefix=NAMES %s
; RUN: clang-sycl-linker --only=constant-numbers %s -o %t.ll
; RUN: FileCheck --check-prefix=NUMBERS %s < %t.ll
; RUN: clang-sycl-linker --only=constants %t.ll -o - | FileCheck %s
target triple = "spirv64-unknown-unknown"

@b = linkonce_odr addrspace(1) constant { i32 } { i32 7 }
@a = internal addrspace(1) constant { i32, i8, [3 x i8] } { i32 -1, i8 5, [3 x i8] undef }
@name_b = private addrspace(1) constant [2 x i8] c"b\00"
@name_a = private addrspace(1) constant [2 x i8] c"a\00"
@unit = private addrspace(1) constant [5 x i8] c"file\00"

declare spir_func void @__lanewise_sycl_specialization_constant(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4), ptr addrspace(4), i64)

; Only what the file alone knows is named after it.
; NAMES: c"a@file\00"
; NAMES-NOT: c"b@file\00"

; NUMBERS: define spir_kernel void @kernel({{.*}}) #[[ASKS:[0-9]+]]
; NUMBERS: call i32 @lanewise.sycl.piece.2()
; NUMBERS: call i32 @lanewise.sycl.piece.0()
; NUMBERS: call i16 @lanewise.sycl.piece.1()
; NUMBERS-DAG: attributes #[[ASKS]] = { "lanewise-sycl-constants"="0,2" }
; NUMBERS-DAG: !{!"a", i64 0, i64 6}
; NUMBERS-DAG: !{!"b", i64 2, i64 4}

; Nothing keeps the device's compiler from inlining them.
; CHECK: define internal i32 @lanewise.sycl.piece.0() {
; CHECK-NEXT: call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 -1)
; CHECK: define internal i16 @lanewise.sycl.piece.1() {
; CHECK-NEXT: call i16 @_Z20__spirv_SpecConstantis(i32 1, i16 5)
; CHECK: define internal i32 @lanewise.sycl.piece.2() {
; CHECK-NEXT: call i32 @_Z20__spirv_SpecConstantii(i32 2, i32 7)
define spir_kernel void @kernel(ptr addrspace(4) %to) {
  call spir_func void @__lanewise_sycl_specialization_constant(ptr addrspace(4) %to, ptr addrspace(4) addrspacecast (ptr addrspace(1) @b to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @name_b to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @unit to ptr addrspace(4)), i64 4)
  call spir_func void @__lanewise_sycl_specialization_constant(ptr addrspace(4) %to, ptr addrspace(4) addrspacecast (ptr addrspace(1) @a to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @name_a to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @unit to ptr addrspace(4)), i64 6)
  ret void
}
