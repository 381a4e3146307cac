; Dot products of the bytes of two words are one instruction each, by the signs of both sides.
; RUN: muxc --passes=cuda-dot-products %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

declare spir_func i32 @__lanewise_elementwise_dot_ss(i32, i32)
declare spir_func i32 @__lanewise_elementwise_dot_us(i32, i32)
declare spir_func i32 @__lanewise_elementwise_dot_uu(i32, i32)

; CHECK-LABEL: @dots(
; CHECK-NEXT: [[SS:%.*]] = call i32 @llvm.nvvm.idp4a.s.s(i32 %a, i32 %b, i32 0)
; CHECK-NEXT: [[US:%.*]] = call i32 @llvm.nvvm.idp4a.u.s(i32 %a, i32 [[SS]], i32 0)
; CHECK-NEXT: [[UU:%.*]] = call i32 @llvm.nvvm.idp4a.u.u(i32 %a, i32 [[US]], i32 0)
; CHECK-NEXT: ret i32 [[UU]]
; CHECK-NOT: elementwise
define spir_func i32 @dots(i32 %a, i32 %b) {
  %ss = call spir_func i32 @__lanewise_elementwise_dot_ss(i32 %a, i32 %b)
  %us = call spir_func i32 @__lanewise_elementwise_dot_us(i32 %a, i32 %ss)
  %uu = call spir_func i32 @__lanewise_elementwise_dot_uu(i32 %a, i32 %us)
  ret i32 %uu
}
