; Local memory is not invariant.
; RUN: not muxc --passes=constant-loads %s 2>&1 | FileCheck %s
; CHECK: muxc: error: after constant-loads: 'promises hold' does not hold: it is marked as invariant, but its memory may be written: %v = load i32

define void @f(ptr addrspace(3) %p) {
  %v = load i32, ptr addrspace(3) %p, !invariant.load !0
  ret void
}

!0 = !{}
