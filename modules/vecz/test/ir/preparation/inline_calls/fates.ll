; Calls of functions that are defined are inlined, those within them as well; noinline is kept to.
; RUN: veczc --step=inline-calls %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NOT: call i32 @outer
; CHECK: mul i32 %n, 2
; CHECK: call i32 @kept(
; CHECK-NOT: call i32 @inner
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %out, i32 %n) {
  %a = call i32 @outer(i32 %n)
  %b = call i32 @kept(i32 %a)
  store i32 %b, ptr addrspace(1) %out
  ret void
}

define internal i32 @outer(i32 %x) {
  %y = call i32 @inner(i32 %x)
  ret i32 %y
}

define internal i32 @inner(i32 %x) {
  %y = mul i32 %x, 2
  ret i32 %y
}

define internal i32 @kept(i32 %x) noinline {
  %y = add i32 %x, 1
  ret i32 %y
}
