; An argument that does not fit its format, of any type, makes the call print nothing and give -1.
; RUN: muxc --passes=lower-printf %s | FileCheck %s

@int = private addrspace(2) constant [3 x i8] c"%d\00"
@star = private addrspace(2) constant [4 x i8] c"%*d\00"
@text = private addrspace(2) constant [3 x i8] c"%s\00"
@vector = private addrspace(2) constant [7 x i8] c"%v4hlf\00"
@pointer = private addrspace(2) constant [3 x i8] c"%p\00"
@variable = addrspace(1) global [3 x i8] c"%d\00"

declare spir_func i32 @printf(ptr addrspace(2), ...)

define spir_kernel void @k(ptr addrspace(1) %out, ptr addrspace(2) %f, <4 x i32> %v, <4 x double> %d, target("spirv.Event") %e) {
; CHECK-LABEL: @k(
; CHECK-COUNT-9: store volatile i32 -1
; CHECK-NOT: store
; CHECK: ret void
  %r0 = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @int)
  store volatile i32 %r0, ptr addrspace(1) %out
  %r1 = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @int, <4 x i32> %v)
  store volatile i32 %r1, ptr addrspace(1) %out
  %r2 = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @star, i64 1, i32 1)
  store volatile i32 %r2, ptr addrspace(1) %out
  %r3 = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @text, i32 1)
  store volatile i32 %r3, ptr addrspace(1) %out
  %r4 = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @vector, float 1.0)
  store volatile i32 %r4, ptr addrspace(1) %out
  %r5 = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @vector, <4 x double> %d)
  store volatile i32 %r5, ptr addrspace(1) %out
  %r6 = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @pointer, target("spirv.Event") %e)
  store volatile i32 %r6, ptr addrspace(1) %out
  %r7 = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) %f, i32 1)
  store volatile i32 %r7, ptr addrspace(1) %out
  %r8 = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) addrspacecast (ptr addrspace(1) @variable to ptr addrspace(2)), i32 1)
  store volatile i32 %r8, ptr addrspace(1) %out
  ret void
}
