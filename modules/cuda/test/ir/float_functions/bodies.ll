; Functions that the hardware's instructions make shorter than the library's.
; RUN: muxc --passes=cuda-float-functions %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

; CHECK: define internal spir_func float @_Z3expf(float %0) #[[INLINED:[0-9]+]]
; CHECK: [[PLACE:%.*]] = call float @llvm.fma.f32(float %0, float 0x3F77731{{.*}}, float 5.000000e-01)
; CHECK: [[PART:%.*]] = call float @llvm.nvvm.saturate.f(float [[PLACE]])
; CHECK: [[SHIFTED:%.*]] = call float @llvm.nvvm.fma.rm.f(float [[PART]], float 2.520000e+02, float 0x4168000020000000)
; CHECK: [[K:%.*]] = fsub float [[SHIFTED]], 0x4168000FE0000000
; CHECK: [[MINUS:%.*]] = fneg float [[K]]
; CHECK: [[HIGH:%.*]] = call float @llvm.fma.f32(float %0, float 0x3FF7154760000000, float [[MINUS]])
; CHECK: [[REST:%.*]] = call float @llvm.fma.f32(float %0, float 0x3E54AE0C{{.*}}, float [[HIGH]])
; CHECK: [[BITS:%.*]] = bitcast float [[SHIFTED]] to i32
; CHECK: shl i32 [[BITS]], 23
; CHECK: call float @llvm.nvvm.ex2.approx.ftz.f32(float [[REST]])
; CHECK: fmul float
declare spir_func float @_Z3expf(float)

; CHECK: define internal spir_func float @_Z4exp2f(float %0)
; CHECK: call float @llvm.nvvm.ex2.approx.f32(float %0)
declare spir_func float @_Z4exp2f(float)

; CHECK: define internal spir_func <2 x float> @_Z5exp10Dv2_f(<2 x float> %0)
; CHECK-COUNT-2: call float @llvm.nvvm.ex2.approx.ftz.f32(
; CHECK: ret <2 x float>
declare spir_func <2 x float> @_Z5exp10Dv2_f(<2 x float>)

; CHECK: define internal spir_func float @_Z3dotDv3_fS_(<3 x float> %0, <3 x float> %1)
; CHECK: [[PRODUCT:%.*]] = fmul float
; CHECK: [[SUM:%.*]] = call float @llvm.fma.f32(float {{.*}}, float {{.*}}, float [[PRODUCT]])
; CHECK: [[ALL:%.*]] = call float @llvm.fma.f32(float {{.*}}, float {{.*}}, float [[SUM]])
; CHECK: ret float [[ALL]]
declare spir_func float @_Z3dotDv3_fS_(<3 x float>, <3 x float>)

; CHECK: define internal spir_func double @_Z3dotdd(double %0, double %1)
; CHECK: fmul double %0, %1
declare spir_func double @_Z3dotdd(double, double)

; Others are the library's.
; CHECK: declare spir_func double @_Z3expd(double)
declare spir_func double @_Z3expd(double)
; CHECK: declare spir_func half @_Z3dotDv2_DhS_(<2 x half>, <2 x half>)
declare spir_func half @_Z3dotDv2_DhS_(<2 x half>, <2 x half>)
; CHECK: declare spir_func i32 @_Z3dotDv4_hS_(<4 x i8>, <4 x i8>)
declare spir_func i32 @_Z3dotDv4_hS_(<4 x i8>, <4 x i8>)
; CHECK: declare spir_func float @_Z5expm1f(float)
declare spir_func float @_Z5expm1f(float)

; CHECK: attributes #[[INLINED]] = { alwaysinline }
