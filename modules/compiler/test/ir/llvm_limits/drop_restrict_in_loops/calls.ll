; Functions that are called in loops, and what they call, lose `noalias`; others keep it.
; RUN: muxc --passes=drop-restrict-in-loops %s | FileCheck %s

; CHECK: define spir_func void @inner(ptr %p)
define spir_func void @inner(ptr noalias %p) {
  store i32 1, ptr %p
  ret void
}

; CHECK: define spir_func void @in_loop(ptr %p, ptr %q)
; CHECK: call spir_func void @inner(ptr %p)
define spir_func void @in_loop(ptr noalias %p, ptr noalias %q) {
  call spir_func void @inner(ptr noalias %p)
  ret void
}

; CHECK: define spir_func void @once(ptr noalias %p)
define spir_func void @once(ptr noalias %p) {
  store i32 1, ptr %p
  ret void
}

; CHECK: define spir_kernel void @k(ptr noalias %a, ptr noalias %b, i32 %n)
; CHECK: call spir_func void @once(ptr noalias %a)
; CHECK: call spir_func void @in_loop(ptr %a, ptr %b)
define spir_kernel void @k(ptr noalias %a, ptr noalias %b, i32 %n) {
entry:
  call spir_func void @once(ptr noalias %a)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call spir_func void @in_loop(ptr noalias %a, ptr noalias %b)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
