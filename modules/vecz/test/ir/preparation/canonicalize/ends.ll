; A function ends at `unreachable`, and a branch with two equal successors becomes unconditional.
; RUN: veczc --step=canonicalize %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @ends(
; CHECK-NOT: unreachable
; CHECK-NOT: br i1 %c
; CHECK: ret void
; CHECK-NOT: unreachable
; CHECK: }
define spir_kernel void @ends(ptr addrspace(1) %out, i1 %c, i1 %d) {
entry:
  br i1 %c, label %next, label %next
next:
  store volatile i32 1, ptr addrspace(1) %out
  br i1 %d, label %nowhere, label %end
nowhere:
  store volatile i32 2, ptr addrspace(1) %out
  unreachable
end:
  ret void
}
