; Functions native_... get bodies of the hardware's approximations; those of other types and names stay.
; RUN: muxc --passes=cuda-native-functions %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

; CHECK: define internal spir_func float @_Z10native_expf(float %0) #[[INLINED:[0-9]+]]
; CHECK-NEXT: entry:
; CHECK-NEXT: [[POWER:%.*]] = fmul float %0, 0x3FF7154760000000
; CHECK-NEXT: [[E:%.*]] = call float @llvm.nvvm.ex2.approx.f32(float [[POWER]])
; CHECK-NEXT: ret float [[E]]
declare spir_func float @_Z10native_expf(float)

; CHECK: define internal spir_func <2 x float> @_Z11native_powrDv2_fS_(<2 x float> %0, <2 x float> %1)
; CHECK: [[X:%.*]] = extractelement <2 x float> %0, i64 0
; CHECK: [[Y:%.*]] = extractelement <2 x float> %1, i64 0
; CHECK: [[LOG:%.*]] = call float @llvm.nvvm.lg2.approx.f(float [[X]])
; CHECK: [[P:%.*]] = fmul float [[Y]], [[LOG]]
; CHECK: call float @llvm.nvvm.ex2.approx.f32(float [[P]])
declare spir_func <2 x float> @_Z11native_powrDv2_fS_(<2 x float>, <2 x float>)

; CHECK: declare spir_func half @_Z10native_sinDh(half)
declare spir_func half @_Z10native_sinDh(half)
; CHECK: declare spir_func float @_Z11native_sinhf(float)
declare spir_func float @_Z11native_sinhf(float)

; CHECK: attributes #[[INLINED]] = { alwaysinline }
