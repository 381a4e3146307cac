; An alias scope that the function does not declare: a copy of its blocks would keep the promise of the original.
; RUN: not muxc --passes=constant-loads %s 2>&1 | FileCheck %s
; CHECK: muxc: error: after constant-loads: 'promises hold' does not hold: it names an alias scope that its function does not declare: %v = load i32

define void @f(ptr addrspace(1) %p) {
  %v = load i32, ptr addrspace(1) %p, !noalias !0
  ret void
}

!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
