; Functions that only read memory do not say so, as LLVM 22's SPIR-V back end would say that they read none.
; RUN: clang-sycl-linker --only=memory-effects %s -o %t.ll && FileCheck %s < %t.ll
; RUN: llc -mtriple=spirv64-unknown-unknown %t.ll -o - | FileCheck --check-prefix=SPIRV %s
; This fails when LLVM has it repaired.
; RUN: llc -mtriple=spirv64-unknown-unknown %s -o - | FileCheck --check-prefix=STOCK %s
target triple = "spirv64-unknown-unknown"
%pair = type { i32, i32 }

; CHECK: define internal spir_func i32 @reads(ptr byval(%pair) %p) #[[READS:[0-9]+]]
; SPIRV: OpName %[[#READS:]] "reads"
; SPIRV: OpName %[[#PURE:]] "pure"
; STOCK: OpName %[[#READS:]] "reads"
; SPIRV: %[[#READS]] = OpFunction %{{[0-9]+}} DontInline %
; STOCK: %[[#READS]] = OpFunction %{{[0-9]+}} DontInline|Const %
define internal spir_func i32 @reads(ptr byval(%pair) %p) noinline nounwind memory(argmem: read) {
  %x = load i32, ptr %p
  ret i32 %x
}
; CHECK: define internal spir_func i32 @pure(i32 %x) #[[PURE:[0-9]+]]
; SPIRV: %[[#PURE]] = OpFunction %{{[0-9]+}} DontInline|Pure %
define internal spir_func i32 @pure(i32 %x) noinline nounwind memory(none) {
  ret i32 %x
}
define spir_kernel void @k(ptr addrspace(1) %to) {
  %own = alloca %pair
  store i32 1, ptr %own
  %a = call spir_func i32 @reads(ptr byval(%pair) %own)
  %b = call spir_func i32 @pure(i32 %a)
  store i32 %b, ptr addrspace(1) %to
  ret void
}
; CHECK: attributes #[[READS]] = { noinline nounwind memory(readwrite) }
; CHECK: attributes #[[PURE]] = { noinline nounwind memory(none) }
