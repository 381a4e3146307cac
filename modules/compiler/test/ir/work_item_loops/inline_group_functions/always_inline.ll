; The same for functions that are marked always_inline: where that would be too much, the mark goes.
; RUN: muxc --passes=inline-group-functions %s | FileCheck %s

; CHECK: define spir_func i64 @f0(i64 %x) [[MARKED:#[0-9]+]] {
; CHECK: define spir_func i64 @f19(i64 %x) [[OTHER:#[0-9]+]] {
; CHECK-DAG: attributes [[MARKED]] = { alwaysinline }
; CHECK-DAG: attributes [[OTHER]] = { noinline }
define spir_func i64 @f0(i64 %x) alwaysinline {
  %c = add i64 %x, 1
  ret i64 %c
}

define spir_func i64 @f1(i64 %x) alwaysinline {
  %y = xor i64 %x, 1
  %a = call spir_func i64 @f0(i64 %x)
  %b = call spir_func i64 @f0(i64 %y)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f2(i64 %x) alwaysinline {
  %y = xor i64 %x, 2
  %a = call spir_func i64 @f1(i64 %x)
  %b = call spir_func i64 @f1(i64 %y)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f3(i64 %x) alwaysinline {
  %y = xor i64 %x, 3
  %a = call spir_func i64 @f2(i64 %x)
  %b = call spir_func i64 @f2(i64 %y)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f4(i64 %x) alwaysinline {
  %y = xor i64 %x, 4
  %a = call spir_func i64 @f3(i64 %x)
  %b = call spir_func i64 @f3(i64 %y)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f5(i64 %x) alwaysinline {
  %y = xor i64 %x, 5
  %a = call spir_func i64 @f4(i64 %x)
  %b = call spir_func i64 @f4(i64 %y)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f6(i64 %x) alwaysinline {
  %y = xor i64 %x, 6
  %a = call spir_func i64 @f5(i64 %x)
  %b = call spir_func i64 @f5(i64 %y)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f7(i64 %x) alwaysinline {
  %y = xor i64 %x, 7
  %a = call spir_func i64 @f6(i64 %x)
  %b = call spir_func i64 @f6(i64 %y)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f8(i64 %x) alwaysinline {
  %y = xor i64 %x, 8
  %a = call spir_func i64 @f7(i64 %x)
  %b = call spir_func i64 @f7(i64 %y)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f9(i64 %x) alwaysinline {
  %y = xor i64 %x, 9
  %a = call spir_func i64 @f8(i64 %x)
  %b = call spir_func i64 @f8(i64 %y)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f10(i64 %x) alwaysinline {
  %y = xor i64 %x, 10
  %a = call spir_func i64 @f9(i64 %x)
  %b = call spir_func i64 @f9(i64 %y)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f11(i64 %x) alwaysinline {
  %y = xor i64 %x, 11
  %a = call spir_func i64 @f10(i64 %x)
  %b = call spir_func i64 @f10(i64 %y)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f12(i64 %x) alwaysinline {
  %y = xor i64 %x, 12
  %a = call spir_func i64 @f11(i64 %x)
  %b = call spir_func i64 @f11(i64 %y)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f13(i64 %x) alwaysinline {
  %y = xor i64 %x, 13
  %a = call spir_func i64 @f12(i64 %x)
  %b = call spir_func i64 @f12(i64 %y)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f14(i64 %x) alwaysinline {
  %y = xor i64 %x, 14
  %a = call spir_func i64 @f13(i64 %x)
  %b = call spir_func i64 @f13(i64 %y)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f15(i64 %x) alwaysinline {
  %y = xor i64 %x, 15
  %a = call spir_func i64 @f14(i64 %x)
  %b = call spir_func i64 @f14(i64 %y)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f16(i64 %x) alwaysinline {
  %y = xor i64 %x, 16
  %a = call spir_func i64 @f15(i64 %x)
  %b = call spir_func i64 @f15(i64 %y)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f17(i64 %x) alwaysinline {
  %y = xor i64 %x, 17
  %a = call spir_func i64 @f16(i64 %x)
  %b = call spir_func i64 @f16(i64 %y)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f18(i64 %x) alwaysinline {
  %y = xor i64 %x, 18
  %a = call spir_func i64 @f17(i64 %x)
  %b = call spir_func i64 @f17(i64 %y)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f19(i64 %x) alwaysinline {
  %y = xor i64 %x, 19
  %a = call spir_func i64 @f18(i64 %x)
  %b = call spir_func i64 @f18(i64 %y)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f20(i64 %x) alwaysinline {
  %y = xor i64 %x, 20
  %a = call spir_func i64 @f19(i64 %x)
  %b = call spir_func i64 @f19(i64 %y)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_kernel void @k(ptr addrspace(1) %out) {
  %v = call spir_func i64 @f20(i64 7)
  %w = call spir_func i64 @f20(i64 8)
  %s = add i64 %v, %w
  store i64 %s, ptr addrspace(1) %out
  ret void
}
