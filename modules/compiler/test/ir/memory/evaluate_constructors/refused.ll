; The message names the variable whose value cannot be computed.
; RUN: not muxc -passes=evaluate-constructors %s 2>&1 | FileCheck %s
; CHECK: the initial value of 'a' cannot be computed while the program is built
target triple = "spir64"

@a = addrspace(1) global float 0.0
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @_GLOBAL__sub_I_file, ptr null }]

declare spir_func float @_Z3sinf(float)

define internal spir_func void @init() {
  %sine = call spir_func float @_Z3sinf(float 0.5)
  store float %sine, ptr addrspace(1) @a
  ret void
}

define internal spir_kernel void @_GLOBAL__sub_I_file() {
  call spir_func void @init()
  ret void
}
