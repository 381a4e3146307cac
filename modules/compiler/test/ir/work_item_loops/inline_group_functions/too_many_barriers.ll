; Functions that call each other twice, 20 deep, with a barrier in the innermost: a kernel is one function, so
; there is no way to build it.
; RUN: not muxc --passes=inline-group-functions %s 2>&1 | FileCheck %s
; CHECK: error: kernel 'k' would have more than 100000 instructions with all calls inlined of functions that have barriers, local memory or printf

declare spir_func void @__mux_work_group_barrier(i32, i32, i32)

define spir_func void @f0() {
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  ret void
}

define spir_func void @f1() {
  call spir_func void @f0()
  call spir_func void @f0()
  ret void
}

define spir_func void @f2() {
  call spir_func void @f1()
  call spir_func void @f1()
  ret void
}

define spir_func void @f3() {
  call spir_func void @f2()
  call spir_func void @f2()
  ret void
}

define spir_func void @f4() {
  call spir_func void @f3()
  call spir_func void @f3()
  ret void
}

define spir_func void @f5() {
  call spir_func void @f4()
  call spir_func void @f4()
  ret void
}

define spir_func void @f6() {
  call spir_func void @f5()
  call spir_func void @f5()
  ret void
}

define spir_func void @f7() {
  call spir_func void @f6()
  call spir_func void @f6()
  ret void
}

define spir_func void @f8() {
  call spir_func void @f7()
  call spir_func void @f7()
  ret void
}

define spir_func void @f9() {
  call spir_func void @f8()
  call spir_func void @f8()
  ret void
}

define spir_func void @f10() {
  call spir_func void @f9()
  call spir_func void @f9()
  ret void
}

define spir_func void @f11() {
  call spir_func void @f10()
  call spir_func void @f10()
  ret void
}

define spir_func void @f12() {
  call spir_func void @f11()
  call spir_func void @f11()
  ret void
}

define spir_func void @f13() {
  call spir_func void @f12()
  call spir_func void @f12()
  ret void
}

define spir_func void @f14() {
  call spir_func void @f13()
  call spir_func void @f13()
  ret void
}

define spir_func void @f15() {
  call spir_func void @f14()
  call spir_func void @f14()
  ret void
}

define spir_func void @f16() {
  call spir_func void @f15()
  call spir_func void @f15()
  ret void
}

define spir_func void @f17() {
  call spir_func void @f16()
  call spir_func void @f16()
  ret void
}

define spir_func void @f18() {
  call spir_func void @f17()
  call spir_func void @f17()
  ret void
}

define spir_func void @f19() {
  call spir_func void @f18()
  call spir_func void @f18()
  ret void
}

define spir_func void @f20() {
  call spir_func void @f19()
  call spir_func void @f19()
  ret void
}

define spir_kernel void @k() {
  call spir_func void @f20()
  ret void
}
