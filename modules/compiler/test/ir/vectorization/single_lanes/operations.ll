; Work-items that run one by one are groups of one lane, which is active and the first.
; RUN: muxc --passes=single-lanes %s | FileCheck %s

; CHECK-NOT: vecz
define spir_kernel void @k(ptr addrspace(1) %out, i1 %p, i32 %x, i32 %from) {
; CHECK-LABEL: define spir_kernel void @k(
; CHECK: [[LANES:%.*]] = zext i1 %p to i64
; CHECK-NEXT: store i64 [[LANES]], ptr addrspace(1) %out
  %lanes = call i64 @vecz.ballot(i1 %p)
  store i64 %lanes, ptr addrspace(1) %out
; CHECK-NEXT: store i32 %x, ptr addrspace(1) %out
  %read = call i32 @vecz.read.i32(i32 %x, i32 %from)
  store i32 %read, ptr addrspace(1) %out
; CHECK-NEXT: store i32 %x, ptr addrspace(1) %out
  %filled = call i32 @vecz.fill.i32(i32 %x, i32 7)
  store i32 %filled, ptr addrspace(1) %out
; CHECK-NEXT: store i32 %x, ptr addrspace(1) %out
  %sum = call i32 @vecz.fold.vector.reduce.add.i32(i32 %x)
  store i32 %sum, ptr addrspace(1) %out
; CHECK-NEXT: store i64 0, ptr addrspace(1) %out
  %lane = call i64 @vecz.lane(i32 0)
  store i64 %lane, ptr addrspace(1) %out
; CHECK-NEXT: store i32 0, ptr addrspace(1) %out
  %every = call i32 @vecz.every_lane()
  store i32 %every, ptr addrspace(1) %out
  ret void
}

declare i64 @vecz.ballot(i1)
declare i32 @vecz.read.i32(i32, i32)
declare i32 @vecz.fill.i32(i32, i32)
declare i32 @vecz.fold.vector.reduce.add.i32(i32)
declare i64 @vecz.lane(i32)
declare i32 @vecz.every_lane()
