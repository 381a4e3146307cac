; Functions that call each other twice, 20 deep: all calls inlined would make a million copies.
; Functions that ask for ids get them as arguments instead, except small ones; those that nothing
; but a mark wants inlined lose it.
; RUN: muxc --passes=inline-group-functions %s | FileCheck %s
; RUN: muxc --passes=inline-group-functions %s 2>&1 >/dev/null | FileCheck %s --check-prefix=REPORT
; REPORT: note: 'f19': it stays a function, as a kernel would become larger than 20000 instructions

declare spir_func i64 @__mux_get_global_id(i32) memory(none)
declare spir_func i64 @__mux_get_local_size(i32) memory(none)
declare spir_func i32 @__mux_get_work_dim() memory(none)

define spir_func i64 @f0(i64 %x, i32 %d) {
  %id = call spir_func i64 @__mux_get_global_id(i32 %d)
  %size = call spir_func i64 @__mux_get_local_size(i32 1)
  %dim = call spir_func i32 @__mux_get_work_dim()
  %wide = zext i32 %dim to i64
  %a = add i64 %x, %id
  %b = add i64 %a, %size
  %c = add i64 %b, %wide
  ret i64 %c
}

define spir_func i64 @f1(i64 %x, i32 %d) {
  %y = xor i64 %x, 1
  %a = call spir_func i64 @f0(i64 %x, i32 %d)
  %b = call spir_func i64 @f0(i64 %y, i32 %d)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f2(i64 %x, i32 %d) {
  %y = xor i64 %x, 2
  %a = call spir_func i64 @f1(i64 %x, i32 %d)
  %b = call spir_func i64 @f1(i64 %y, i32 %d)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f3(i64 %x, i32 %d) {
  %y = xor i64 %x, 3
  %a = call spir_func i64 @f2(i64 %x, i32 %d)
  %b = call spir_func i64 @f2(i64 %y, i32 %d)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f4(i64 %x, i32 %d) {
  %y = xor i64 %x, 4
  %a = call spir_func i64 @f3(i64 %x, i32 %d)
  %b = call spir_func i64 @f3(i64 %y, i32 %d)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f5(i64 %x, i32 %d) {
  %y = xor i64 %x, 5
  %a = call spir_func i64 @f4(i64 %x, i32 %d)
  %b = call spir_func i64 @f4(i64 %y, i32 %d)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f6(i64 %x, i32 %d) {
  %y = xor i64 %x, 6
  %a = call spir_func i64 @f5(i64 %x, i32 %d)
  %b = call spir_func i64 @f5(i64 %y, i32 %d)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f7(i64 %x, i32 %d) {
  %y = xor i64 %x, 7
  %a = call spir_func i64 @f6(i64 %x, i32 %d)
  %b = call spir_func i64 @f6(i64 %y, i32 %d)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f8(i64 %x, i32 %d) {
  %y = xor i64 %x, 8
  %a = call spir_func i64 @f7(i64 %x, i32 %d)
  %b = call spir_func i64 @f7(i64 %y, i32 %d)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f9(i64 %x, i32 %d) {
  %y = xor i64 %x, 9
  %a = call spir_func i64 @f8(i64 %x, i32 %d)
  %b = call spir_func i64 @f8(i64 %y, i32 %d)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f10(i64 %x, i32 %d) {
  %y = xor i64 %x, 10
  %a = call spir_func i64 @f9(i64 %x, i32 %d)
  %b = call spir_func i64 @f9(i64 %y, i32 %d)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f11(i64 %x, i32 %d) {
  %y = xor i64 %x, 11
  %a = call spir_func i64 @f10(i64 %x, i32 %d)
  %b = call spir_func i64 @f10(i64 %y, i32 %d)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f12(i64 %x, i32 %d) {
  %y = xor i64 %x, 12
  %a = call spir_func i64 @f11(i64 %x, i32 %d)
  %b = call spir_func i64 @f11(i64 %y, i32 %d)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f13(i64 %x, i32 %d) {
  %y = xor i64 %x, 13
  %a = call spir_func i64 @f12(i64 %x, i32 %d)
  %b = call spir_func i64 @f12(i64 %y, i32 %d)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f14(i64 %x, i32 %d) {
  %y = xor i64 %x, 14
  %a = call spir_func i64 @f13(i64 %x, i32 %d)
  %b = call spir_func i64 @f13(i64 %y, i32 %d)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f15(i64 %x, i32 %d) {
  %y = xor i64 %x, 15
  %a = call spir_func i64 @f14(i64 %x, i32 %d)
  %b = call spir_func i64 @f14(i64 %y, i32 %d)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f16(i64 %x, i32 %d) {
  %y = xor i64 %x, 16
  %a = call spir_func i64 @f15(i64 %x, i32 %d)
  %b = call spir_func i64 @f15(i64 %y, i32 %d)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f17(i64 %x, i32 %d) {
  %y = xor i64 %x, 17
  %a = call spir_func i64 @f16(i64 %x, i32 %d)
  %b = call spir_func i64 @f16(i64 %y, i32 %d)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f18(i64 %x, i32 %d) {
  %y = xor i64 %x, 18
  %a = call spir_func i64 @f17(i64 %x, i32 %d)
  %b = call spir_func i64 @f17(i64 %y, i32 %d)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f19(i64 %x, i32 %d) {
  %y = xor i64 %x, 19
  %a = call spir_func i64 @f18(i64 %x, i32 %d)
  %b = call spir_func i64 @f18(i64 %y, i32 %d)
  %c = mul i64 %a, %b
  ret i64 %c
}

define spir_func i64 @f20(i64 %x, i32 %d) {
  %y = xor i64 %x, 20
  %a = call spir_func i64 @f19(i64 %x, i32 %d)
  %b = call spir_func i64 @f19(i64 %y, i32 %d)
  %c = mul i64 %a, %b
  ret i64 %c
}

; CHECK-NOT: define spir_func i64 @f0(
; CHECK: define spir_func i64 @f19(i64 %x, i32 %d, i64 %global_id.0, i64 %global_id.1, i64 %global_id.2, i64 %local_size.1, i32 %work_dim.0)
; CHECK-NOT: __mux
; CHECK: ret i64
; CHECK: define spir_kernel void @k(
; CHECK-DAG: [[ID0:%.*]] = call spir_func i64 @__mux_get_global_id(i32 0)
; CHECK-DAG: [[SIZE:%.*]] = call spir_func i64 @__mux_get_local_size(i32 1)
; CHECK-DAG: [[DIM:%.*]] = call spir_func i32 @__mux_get_work_dim()
; CHECK: call spir_func i64 @f19(i64 7, i32 0, i64 [[ID0]], i64 %{{.*}}, i64 %{{.*}}, i64 [[SIZE]], i32 [[DIM]])
define spir_kernel void @k(ptr addrspace(1) %out) {
  %v = call spir_func i64 @f20(i64 7, i32 0)
  %w = call spir_func i64 @f20(i64 8, i32 0)
  %s = add i64 %v, %w
  store i64 %s, ptr addrspace(1) %out
  ret void
}
