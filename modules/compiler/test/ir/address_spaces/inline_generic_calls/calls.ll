; A call that passes a pointer of a named space as a generic one is inlined in kernels; one that passes a generic pointer, or
; of a function that is not to be inlined, stays.
; RUN: muxc --passes=inline-generic-calls %s | FileCheck %s

define spir_func i32 @get(ptr addrspace(4) %p) {
  %x = load i32, ptr addrspace(4) %p
  ret i32 %x
}
define spir_func i32 @apart(ptr addrspace(4) %p) noinline {
  %x = load i32, ptr addrspace(4) %p
  ret i32 %x
}

define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) {
; CHECK-LABEL: @k(
; CHECK: [[CAST:%.*]] = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
; CHECK-NEXT: load i32, ptr addrspace(4) [[CAST]]
; CHECK-NEXT: call spir_func i32 @apart(
; CHECK: [[ANY:%.*]] = load ptr addrspace(4), ptr addrspace(1) %q
; CHECK-NEXT: call spir_func i32 @get(ptr addrspace(4) [[ANY]])
  %cast = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  %a = call spir_func i32 @get(ptr addrspace(4) %cast)
  %b = call spir_func i32 @apart(ptr addrspace(4) %cast)
  %any = load ptr addrspace(4), ptr addrspace(1) %q
  %c = call spir_func i32 @get(ptr addrspace(4) %any)
  %ab = add i32 %a, %b
  %abc = add i32 %ab, %c
  store i32 %abc, ptr addrspace(1) %p
  ret void
}
