; Plain loads of constant memory do not depend on stores; others may.
; RUN: muxc --passes=constant-loads %s | FileCheck %s

define i32 @loads(ptr addrspace(2) %p, ptr addrspace(1) %q) {
; CHECK: %a = load i32, ptr addrspace(2) %p, align 4, !invariant.load
; CHECK: %b = load i32, ptr addrspace(1) %q, align 4{{$}}
; CHECK: %c = load volatile i32, ptr addrspace(2) %p, align 4{{$}}
  %a = load i32, ptr addrspace(2) %p
  %b = load i32, ptr addrspace(1) %q
  %c = load volatile i32, ptr addrspace(2) %p
  %ab = add i32 %a, %b
  %abc = add i32 %ab, %c
  ret i32 %abc
}
