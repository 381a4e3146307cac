; Offsets in bytes that are the last bits of a multiple become remainders that are multiplied. What is no multiple, what asks
; for bits of a sign, and what is no part of an address stays.
; RUN: veczc --step=raise-remainders %s | FileCheck %s

define double @joined_with_an_extension(ptr addrspace(3) %p, i64 %id) {
; CHECK-LABEL: @joined_with_an_extension(
; CHECK: [[NEXT:%.*]] = add i64 %id, 1
; CHECK: [[INDEX:%.*]] = and i64 [[NEXT]], 255
; CHECK: [[OFFSET:%.*]] = shl i64 [[INDEX]], 3
; CHECK: getelementptr inbounds nuw i8, ptr addrspace(3) %p, i64 [[OFFSET]]
  %far = shl i64 %id, 32
  %next = add i64 %far, 4294967296
  %bytes = lshr exact i64 %next, 29
  %offset = and i64 %bytes, 2040
  %a = getelementptr inbounds nuw i8, ptr addrspace(3) %p, i64 %offset
  %v = load double, ptr addrspace(3) %a
  ret double %v
}

define float @sums(ptr addrspace(1) %p, i64 %id, i64 %n) {
; CHECK-LABEL: @sums(
; CHECK: [[MORE:%.*]] = mul i64 %n, -3
; CHECK: [[SUM:%.*]] = sub i64 %id, [[MORE]]
; CHECK: [[LEFT:%.*]] = add i64 [[SUM]], -1
; CHECK: [[INDEX:%.*]] = and i64 [[LEFT]], 1023
; CHECK: shl i64 [[INDEX]], 2
  %bytes = shl nuw i64 %id, 2
  %more = mul i64 %n, -12
  %sum = sub i64 %bytes, %more
  %left = add i64 %sum, -4
  %offset = and i64 %left, 4092
  %a = getelementptr i8, ptr addrspace(1) %p, i64 %offset
  %v = load float, ptr addrspace(1) %a
  ret float %v
}

define float @no_multiples(ptr addrspace(1) %p, i64 %id) {
; CHECK-LABEL: @no_multiples(
; CHECK: %first = and i64 %sum, 4092
; CHECK: getelementptr i8, ptr addrspace(1) %p, i64 %first
; CHECK: %second = and i64 %top, 4294967292
; CHECK: getelementptr i8, ptr addrspace(1) %p, i64 %second
; CHECK: %third = and i64 %bytes, 4090
; CHECK: getelementptr i8, ptr addrspace(1) %p, i64 %third
  %bytes = shl i64 %id, 2
  %sum = add i64 %bytes, 2
  %first = and i64 %sum, 4092
  %a = getelementptr i8, ptr addrspace(1) %p, i64 %first
  %v = load float, ptr addrspace(1) %a
  %far = shl i64 %id, 36
  %top = ashr i64 %far, 34
  %second = and i64 %top, 4294967292
  %b = getelementptr i8, ptr addrspace(1) %p, i64 %second
  %w = load float, ptr addrspace(1) %b
  %third = and i64 %bytes, 4090
  %c = getelementptr i8, ptr addrspace(1) %p, i64 %third
  %x = load float, ptr addrspace(1) %c
  %y = fadd float %v, %w
  %z = fadd float %x, %y
  ret float %z
}

define i64 @no_address(ptr addrspace(1) %p, i64 %id) {
; CHECK-LABEL: @no_address(
; CHECK-NEXT: %bytes
; CHECK-NEXT: %offset
; CHECK-NEXT: ret
  %bytes = shl i64 %id, 2
  %offset = and i64 %bytes, 4092
  ret i64 %offset
}
