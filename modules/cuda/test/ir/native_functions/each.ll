; What each function native_... is made of: instructions for powers and logarithms to the base 2, and a factor for other bases.
; RUN: muxc --passes=cuda-native-functions %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

; CHECK: @_Z10native_cosf(
; CHECK: [[COS:%.*]] = call float @llvm.nvvm.cos.approx.f(float %0)
; CHECK-NEXT: ret float [[COS]]
declare spir_func float @_Z10native_cosf(float)

; CHECK: @_Z13native_divideff(
; CHECK: [[QUOTIENT:%.*]] = call float @llvm.nvvm.div.approx.f(float %0, float %1)
; CHECK-NEXT: ret float [[QUOTIENT]]
declare spir_func float @_Z13native_divideff(float, float)

; CHECK: @_Z11native_exp2f(
; CHECK: [[POWER:%.*]] = call float @llvm.nvvm.ex2.approx.f32(float %0)
; CHECK-NEXT: ret float [[POWER]]
declare spir_func float @_Z11native_exp2f(float)

; By the logarithm of 10 to the base 2.
; CHECK: @_Z12native_exp10f(
; CHECK: [[SCALED:%.*]] = fmul float %0, 0x400A934F00000000
; CHECK-NEXT: [[POWER:%.*]] = call float @llvm.nvvm.ex2.approx.f32(float [[SCALED]])
; CHECK-NEXT: ret float [[POWER]]
declare spir_func float @_Z12native_exp10f(float)

; By the natural logarithm of 2.
; CHECK: @_Z10native_logf(
; CHECK: [[LOG:%.*]] = call float @llvm.nvvm.lg2.approx.f(float %0)
; CHECK-NEXT: [[SCALED:%.*]] = fmul float [[LOG]], 0x3FE62E4300000000
; CHECK-NEXT: ret float [[SCALED]]
declare spir_func float @_Z10native_logf(float)

; CHECK: @_Z11native_log2f(
; CHECK: [[LOG:%.*]] = call float @llvm.nvvm.lg2.approx.f(float %0)
; CHECK-NEXT: ret float [[LOG]]
declare spir_func float @_Z11native_log2f(float)

; By the logarithm of 2 to the base 10.
; CHECK: @_Z12native_log10f(
; CHECK: [[LOG:%.*]] = call float @llvm.nvvm.lg2.approx.f(float %0)
; CHECK-NEXT: [[SCALED:%.*]] = fmul float [[LOG]], 0x3FD3441360000000
; CHECK-NEXT: ret float [[SCALED]]
declare spir_func float @_Z12native_log10f(float)

; CHECK: @_Z12native_recipf(
; CHECK: [[QUOTIENT:%.*]] = call float @llvm.nvvm.div.approx.f(float 1.000000e+00, float %0)
; CHECK-NEXT: ret float [[QUOTIENT]]
declare spir_func float @_Z12native_recipf(float)

; CHECK: @_Z12native_rsqrtf(
; CHECK: [[ROOT:%.*]] = call float @llvm.nvvm.rsqrt.approx.f(float %0)
; CHECK-NEXT: ret float [[ROOT]]
declare spir_func float @_Z12native_rsqrtf(float)

; CHECK: @_Z10native_sinf(
; CHECK: [[SIN:%.*]] = call float @llvm.nvvm.sin.approx.f(float %0)
; CHECK-NEXT: ret float [[SIN]]
declare spir_func float @_Z10native_sinf(float)

; CHECK: @_Z11native_sqrtf(
; CHECK: [[ROOT:%.*]] = call float @llvm.nvvm.sqrt.approx.f(float %0)
; CHECK-NEXT: ret float [[ROOT]]
declare spir_func float @_Z11native_sqrtf(float)

; CHECK: @_Z10native_tanf(
; CHECK: [[SIN:%.*]] = call float @llvm.nvvm.sin.approx.f(float %0)
; CHECK-NEXT: [[COS:%.*]] = call float @llvm.nvvm.cos.approx.f(float %0)
; CHECK-NEXT: [[QUOTIENT:%.*]] = call float @llvm.nvvm.div.approx.f(float [[SIN]], float [[COS]])
; CHECK-NEXT: ret float [[QUOTIENT]]
declare spir_func float @_Z10native_tanf(float)
