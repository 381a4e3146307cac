; The promise of a work-item's load about its value does not hold for inactive lanes.
; RUN: not muxc --passes=constant-loads %s 2>&1 | FileCheck %s
; CHECK: muxc: error: after constant-loads: 'promises hold' does not hold: it says something of the values of lanes that may be inactive: %v = call <4 x i8>

declare <4 x i8> @llvm.masked.load.v4i8.p1(ptr addrspace(1), i32, <4 x i1>, <4 x i8>)

define void @f(ptr addrspace(1) %p, <4 x i1> %mask) {
  %v = call <4 x i8> @llvm.masked.load.v4i8.p1(ptr addrspace(1) %p, i32 1, <4 x i1> %mask, <4 x i8> poison), !noundef !0
  ret void
}

!0 = !{}
