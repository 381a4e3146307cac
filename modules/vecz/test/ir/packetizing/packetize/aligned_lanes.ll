; Local ids of lane 0 are multiples of the width in forms that are not masked. Then quotients and remainders by powers of
; two are strided, or the same in all lanes, and so is what is made of them.
; RUN: veczc --step=packetize --width=8 %s | FileCheck %s

declare i64 @__mux_get_local_id(i32)
declare i64 @__mux_get_global_id(i32)

; A tile of 32 columns is filled: rows and columns of lanes are known.
; CHECK-LABEL: @tile(
; CHECK: [[ROW:%.*]] = lshr i64 %item, 5
; CHECK: [[COLUMN:%.*]] = and i64 %item, 31
; CHECK: [[START:%.*]] = mul i64 [[ROW]], %pitch
; CHECK: [[PLACE:%.*]] = add i64 [[START]], [[COLUMN]]
; CHECK: [[FROM:%.*]] = getelementptr float, ptr addrspace(1) %in, i64 [[PLACE]]
; CHECK: load <8 x float>, ptr addrspace(1) [[FROM]]
; CHECK: store <8 x float>
define void @tile(ptr addrspace(1) %in, ptr addrspace(3) %tile, i64 %y, i64 %pitch) "vecz-aligned-lanes" {
  %x = call i64 @__mux_get_local_id(i32 0)
  %rows = shl i64 %y, 4
  %item = add i64 %rows, %x
  %row = lshr i64 %item, 5
  %column = and i64 %item, 31
  %start = mul nsw i64 %row, %pitch
  %place = add nsw i64 %start, %column
  %from = getelementptr float, ptr addrspace(1) %in, i64 %place
  %v = load float, ptr addrspace(1) %from
  %to = getelementptr [32 x float], ptr addrspace(3) %tile, i64 %row, i64 %column
  store float %v, ptr addrspace(3) %to
  ret void
}

; In a loop whose counter keeps the low bits; a comparison of rows is one for all lanes.
; CHECK-LABEL: @rounds(
; CHECK: [[ROW:%.*]] = lshr i64 %e, 3
; CHECK: icmp ult i64 [[ROW]], %n
; CHECK: store <8 x i64>
define void @rounds(ptr addrspace(1) %out, i64 %n) "vecz-aligned-lanes" {
entry:
  %x = call i64 @__mux_get_local_id(i32 0)
  br label %loop
loop:
  %e = phi i64 [ %x, %entry ], [ %next, %loop ]
  %i = phi i64 [ 0, %entry ], [ %more, %loop ]
  %row = lshr i64 %e, 3
  %inside = icmp ult i64 %row, %n
  %value = select i1 %inside, i64 %e, i64 0
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %e
  store i64 %value, ptr addrspace(1) %to
  %next = add i64 %e, 64
  %more = add i64 %i, 1
  %again = icmp ult i64 %more, 4
  br i1 %again, label %loop, label %done
done:
  ret void
}

; Not strided: bits within the width, a counter that loses its low zeros, global ids, any form without the promise.
; CHECK-LABEL: @others(
; CHECK: lshr <8 x i64> {{.*}}, splat (i64 1)
; CHECK: and <8 x i64> {{.*}}, splat (i64 3)
; CHECK: lshr <8 x i64> {{.*}}, splat (i64 3)
; CHECK: lshr <8 x i64> {{.*}}, splat (i64 4)
define void @others(ptr addrspace(1) %out, i64 %u) "vecz-aligned-lanes" {
  %x = call i64 @__mux_get_local_id(i32 0)
  %pairs = lshr i64 %x, 1
  %turn = and i64 %x, 3
  %shifted = add i64 %x, %u
  %row = lshr i64 %shifted, 3
  %g = call i64 @__mux_get_global_id(i32 0)
  %far = lshr i64 %g, 4
  %a = xor i64 %pairs, %turn
  %b = xor i64 %a, %row
  %c = xor i64 %b, %far
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %x
  store i64 %c, ptr addrspace(1) %to
  ret void
}
; CHECK-LABEL: @masked(
; CHECK: lshr <8 x i64> {{.*}}, splat (i64 3)
define void @masked(ptr addrspace(1) %out) {
  %x = call i64 @__mux_get_local_id(i32 0)
  %row = lshr i64 %x, 3
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %x
  store i64 %row, ptr addrspace(1) %to
  ret void
}

; Of twos, the lowest bits of lanes do not reach beyond four bits.
; CHECK-LABEL: @doubled(
; CHECK: [[HALF:%.*]] = lshr i64 %twice, 1
; CHECK: getelementptr i64, ptr addrspace(1) %out, i64 [[HALF]]
; CHECK: lshr i64 %twice, 4
define void @doubled(ptr addrspace(1) %out) "vecz-aligned-lanes" {
  %x = call i64 @__mux_get_local_id(i32 0)
  %twice = shl i64 %x, 1
  %half = lshr i64 %twice, 1
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %half
  %same = lshr i64 %twice, 4
  store i64 %same, ptr addrspace(1) %to
  ret void
}

; Numbers that need all bits of their type may have a sign, which an arithmetic shift moves in, and more than all wrap: only
; the third shift is that of lane 0.
; CHECK-LABEL: @all_bits(
; CHECK: ashr <8 x i32> {{.*}}, splat (i32 1)
; CHECK: lshr <8 x i32> {{.*}}, splat (i32 1)
; CHECK: [[HALF:%.*]] = lshr i32 %{{.*}}, 1
; CHECK: [[INSERT:%.*]] = insertelement <8 x i32> poison, i32 [[HALF]], i64 0
define void @all_bits(ptr addrspace(1) %out) "vecz-aligned-lanes" {
  %x = call i64 @__mux_get_local_id(i32 0)
  %l = trunc i64 %x to i32
  %top = shl i32 %l, 29
  %a = ashr i32 %top, 1
  %beyond = shl i32 %l, 30
  %b = lshr i32 %beyond, 1
  %c = lshr i32 %top, 1
  %ab = xor i32 %a, %b
  %abc = xor i32 %ab, %c
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 %abc, ptr addrspace(1) %to
  ret void
}
