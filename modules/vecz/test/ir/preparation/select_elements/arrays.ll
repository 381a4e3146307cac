; An index that is not constant and can only choose among few elements of a private array becomes
; selections among all of them.
; RUN: veczc --step=select-elements %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @row(
; CHECK: [[A:%.*]] = getelementptr inbounds i8, ptr %w, i64 4
; CHECK-NEXT: [[FIRST:%.*]] = load float, ptr [[A]], align 4
; CHECK-NEXT: [[B:%.*]] = getelementptr inbounds i8, ptr %w, i64 12
; CHECK-NEXT: [[SECOND:%.*]] = load float, ptr [[B]], align 4
; CHECK-NEXT: [[IS:%.*]] = icmp eq i64 %i, 1
; CHECK-NEXT: [[X:%.*]] = select i1 [[IS]], float [[SECOND]], float [[FIRST]]
; CHECK-NEXT: store float [[X]], ptr addrspace(1) %out
define spir_kernel void @row(ptr addrspace(1) %out, i64 %i) {
  %w = alloca [2 x [2 x float]]
  store float 1.0, ptr %w
  %p = getelementptr [2 x [2 x float]], ptr %w, i64 0, i64 %i, i64 1
  %x = load float, ptr %p
  store float %x, ptr addrspace(1) %out
  ret void
}

; The constant part of the index counts: only elements 1 and 2 of three are meant, by -1 and 0.
; CHECK-LABEL: define spir_kernel void @behind(
; CHECK: [[OLD:%.*]] = load i32, ptr %{{.*}}
; CHECK-NEXT: [[IS:%.*]] = icmp eq i64 %i, -2
; CHECK-NEXT: [[NEW:%.*]] = select i1 [[IS]], i32 7, i32 [[OLD]]
; CHECK: store i32 [[NEW]], ptr
; CHECK: icmp eq i64 %i, -1
; CHECK: icmp eq i64 %i, 0
; CHECK-NOT: icmp
; CHECK: ret void
define spir_kernel void @behind(i64 %i) {
  %w = alloca [3 x i32]
  %q = getelementptr i32, ptr %w, i64 2
  %p = getelementptr i32, ptr %q, i64 %i
  store i32 7, ptr %p
  ret void
}

; Two indices, many elements, an address that goes elsewhere.
; CHECK-LABEL: define spir_kernel void @stay(
; CHECK-NOT: select
; CHECK: ret void
define spir_kernel void @stay(ptr addrspace(1) %out, i64 %i, i64 %j) {
  %two = alloca [2 x [2 x float]]
  %p = getelementptr [2 x [2 x float]], ptr %two, i64 0, i64 %i, i64 %j
  store float 1.0, ptr %p
  %many = alloca [9 x float]
  %q = getelementptr float, ptr %many, i64 %i
  store float 1.0, ptr %q
  %known = alloca [2 x float]
  store ptr %known, ptr addrspace(1) %out
  %r = getelementptr float, ptr %known, i64 %i
  store float 1.0, ptr %r
  ret void
}
