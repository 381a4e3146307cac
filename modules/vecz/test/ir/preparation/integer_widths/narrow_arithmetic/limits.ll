; Numbers of a small range are compared with one that is the same for all lanes, and may be any, in 16 bits: what that is
; beyond the range makes no difference.
; RUN: veczc --step=narrow-arithmetic %s | FileCheck %s

declare i64 @__mux_get_global_id(i32)

; CHECK-LABEL: @of_bytes(
; CHECK: [[X:%.*]] = zext i8 %b to i16
; CHECK: [[SUM:%.*]] = add i16 {{.*}}[[X]]
; CHECK: [[A:%.*]] = call i32 @llvm.smax.i32(i32 %limit, i32 0)
; CHECK: [[B:%.*]] = call i32 @llvm.smin.i32(i32 [[A]], i32 511)
; CHECK: [[C:%.*]] = trunc i32 [[B]] to i16
; CHECK: icmp uge i16 [[SUM]], [[C]]
; CHECK: [[A:%.*]] = call i32 @llvm.smax.i32(i32 %limit, i32 -1)
; CHECK: [[B:%.*]] = call i32 @llvm.smin.i32(i32 [[A]], i32 510)
; CHECK: [[N:%.*]] = add i32 [[B]], 1
; CHECK: [[C:%.*]] = trunc i32 [[N]] to i16
; CHECK: icmp uge i16 [[SUM]], [[C]]
; CHECK: [[A:%.*]] = call i32 @llvm.umin.i32(i32 %limit, i32 511)
; CHECK: [[C:%.*]] = trunc i32 [[A]] to i16
; CHECK: icmp ult i16 [[SUM]], [[C]]
; CHECK: [[A:%.*]] = sub i32 %limit, 0
; CHECK: [[IN:%.*]] = icmp ult i32 [[A]], 511
; CHECK: [[B:%.*]] = select i1 [[IN]], i32 %limit, i32 511
; CHECK: [[C:%.*]] = trunc i32 [[B]] to i16
; CHECK: icmp eq i16 [[SUM]], [[C]]
define i1 @of_bytes(ptr addrspace(1) %in, i32 %limit) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %p = getelementptr i8, ptr addrspace(1) %in, i64 %id
  %b = load i8, ptr addrspace(1) %p
  %w = zext i8 %b to i32
  %sum = add i32 %w, %w
  %c1 = icmp sle i32 %limit, %sum
  %c2 = icmp sgt i32 %sum, %limit
  %c3 = icmp ult i32 %sum, %limit
  %c4 = icmp eq i32 %sum, %limit
  %a = xor i1 %c1, %c2
  %b1 = xor i1 %a, %c3
  %b2 = xor i1 %b1, %c4
  ret i1 %b2
}

; Numbers that may be negative are not compared as unsigned ones.
; CHECK-LABEL: @with_a_sign(
; CHECK: smax.i32(i32 %limit, i32 -256)
; CHECK: smin.i32(i32 {{.*}}, i32 255)
; CHECK: icmp slt i16
; CHECK: icmp ult i32 {{%.*}}, %limit
define i1 @with_a_sign(ptr addrspace(1) %in, i32 %limit) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %p = getelementptr i8, ptr addrspace(1) %in, i64 %id
  %b = load i8, ptr addrspace(1) %p
  %w = sext i8 %b to i32
  %sum = add i32 %w, %w
  %twice = sub i32 %sum, %w
  %half = ashr i32 %twice, 1
  %c1 = icmp slt i32 %sum, %limit
  %c2 = icmp ult i32 %sum, %limit
  %c3 = icmp slt i32 %half, %sum
  %a = xor i1 %c1, %c2
  %b1 = xor i1 %a, %c3
  ret i1 %b1
}

; 16 bits are full.
; CHECK-LABEL: @of_16_bits(
; CHECK: icmp slt i32
define i1 @of_16_bits(ptr addrspace(1) %in, i32 %limit) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %p = getelementptr i16, ptr addrspace(1) %in, i64 %id
  %b = load i16, ptr addrspace(1) %p
  %w = zext i16 %b to i32
  %c = icmp slt i32 %w, %limit
  ret i1 %c
}
