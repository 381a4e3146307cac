; Atomic operations on local memory become plain ones; those on global memory stay.
; RUN: muxc --passes=lower-local-atomics %s | FileCheck %s

define i32 @update(ptr addrspace(3) %p, ptr addrspace(1) %q) {
; CHECK-LABEL: @update(
; CHECK: [[OLD:%.*]] = load i32, ptr addrspace(3) %p
; CHECK: [[NEW:%.*]] = add i32 [[OLD]], 5
; CHECK: store i32 [[NEW]], ptr addrspace(3) %p
; CHECK: atomicrmw add ptr addrspace(1) %q, i32 [[OLD]] monotonic
  %a = atomicrmw add ptr addrspace(3) %p, i32 5 monotonic
  %b = atomicrmw add ptr addrspace(1) %q, i32 %a monotonic
  ret i32 %b
}

define i32 @least(ptr addrspace(3) %p) {
; CHECK-LABEL: @least(
; CHECK-NOT: atomicrmw
; CHECK: icmp ule i32
; CHECK: store i32
  %a = atomicrmw umin ptr addrspace(3) %p, i32 5 monotonic
  ret i32 %a
}

define i32 @exchange(ptr addrspace(3) %p, i32 %c, i32 %v) {
; CHECK-LABEL: @exchange(
; CHECK-NOT: cmpxchg
; CHECK: [[OLD:%.*]] = load i32, ptr addrspace(3) %p
; CHECK: [[SAME:%.*]] = icmp eq i32 [[OLD]], %c
; CHECK: [[NEW:%.*]] = select i1 [[SAME]], i32 %v, i32 [[OLD]]
; CHECK: store i32 [[NEW]], ptr addrspace(3) %p
  %pair = cmpxchg ptr addrspace(3) %p, i32 %c, i32 %v monotonic monotonic
  %old = extractvalue { i32, i1 } %pair, 0
  ret i32 %old
}

; Loads and stores stay atomic, without an order; those of global memory keep theirs.
define i32 @flags(ptr addrspace(3) %p, ptr addrspace(1) %q) {
; CHECK-LABEL: @flags(
; CHECK: store atomic i32 1, ptr addrspace(3) %p monotonic, align 4
; CHECK: load atomic i32, ptr addrspace(3) %p monotonic, align 4
; CHECK: store atomic i32 1, ptr addrspace(1) %q seq_cst, align 4
; CHECK: load atomic i32, ptr addrspace(1) %q acquire, align 4
  store atomic i32 1, ptr addrspace(3) %p seq_cst, align 4
  %a = load atomic i32, ptr addrspace(3) %p acquire, align 4
  store atomic i32 1, ptr addrspace(1) %q seq_cst, align 4
  %b = load atomic i32, ptr addrspace(1) %q acquire, align 4
  %c = add i32 %a, %b
  ret i32 %c
}

define float @floats(ptr addrspace(3) %p) {
; CHECK-LABEL: @floats(
; CHECK: [[OLD:%.*]] = load float, ptr addrspace(3) %p
; CHECK: [[NEW:%.*]] = fadd float [[OLD]], 2.000000e+00
; CHECK: store float [[NEW]], ptr addrspace(3) %p
  %a = atomicrmw fadd ptr addrspace(3) %p, float 2.0 acq_rel, align 4
  ret float %a
}
