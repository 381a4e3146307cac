; Divisions by constants are done in 16 bits: of numbers that have no sign without one, for which fewer instructions are
; needed.
; RUN: veczc --step=narrow-arithmetic %s | FileCheck %s

declare i64 @__mux_get_global_id(i32)

; CHECK-LABEL: @of_sums(
; CHECK: udiv i16 {{%.*}}, 9
; CHECK: urem i16 {{%.*}}, 10
; CHECK: sdiv i16 {{%.*}}, 3
; CHECK: srem i16 {{%.*}}, 7
; CHECK: udiv i32 {{%.*}}, 5
; CHECK: sdiv i32 {{%.*}}, -3
; CHECK: udiv i32 {{%.*}}, 40000
define i32 @of_sums(ptr addrspace(1) %in) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %p = getelementptr i8, ptr addrspace(1) %in, i64 %id
  %a = load i8, ptr addrspace(1) %p
  %w = zext i8 %a to i32
  %sum = mul i32 %w, 9
  %q = sdiv i32 %sum, 9
  %r = srem i32 %q, 10
  %minus = sub i32 %r, %w
  %t = sdiv i32 %minus, 3
  %u = srem i32 %t, 7
  %v = add i32 %u, %t
  %huge = udiv i32 %v, 5
  %negative = sdiv i32 %v, -3
  %large = udiv i32 %sum, 40000
  %x = add i32 %huge, %negative
  %y = add i32 %x, %large
  ret i32 %y
}
