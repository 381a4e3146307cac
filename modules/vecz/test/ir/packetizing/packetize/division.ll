; Divisions of up to 32 bits by what is not constant go through floating point; others stay. A
; division by a uniform value is a multiplication.
; RUN: veczc --step=packetize --width=4 %s | FileCheck %s

declare i64 @__mux_get_global_id(i32)

define void @remainder(ptr addrspace(1) %p, ptr addrspace(1) %q) {
; CHECK-LABEL: @remainder(
; CHECK-DAG: [[A:%.*]] = sitofp <4 x i32> %a to <4 x double>
; CHECK-DAG: [[N:%.*]] = sitofp <4 x i32> [[DIVISOR:%.*]] to <4 x double>
; CHECK: [[RATIO:%.*]] = fdiv <4 x double> [[A]], [[N]]
; CHECK: [[QUOTIENT:%.*]] = fptosi <4 x double> [[RATIO]] to <4 x i32>
; CHECK: [[BACK:%.*]] = mul <4 x i32> [[QUOTIENT]], [[DIVISOR]]
; CHECK: sub <4 x i32> %a, [[BACK]]
  %id = call i64 @__mux_get_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %a = load i32, ptr addrspace(1) %x
  %y = getelementptr i32, ptr addrspace(1) %q, i64 %id
  %n = load i32, ptr addrspace(1) %y
  %r = srem i32 %a, %n
  store i32 %r, ptr addrspace(1) %x
  ret void
}

define void @by_uniform(ptr addrspace(1) %p, i32 %n) {
; CHECK-LABEL: @by_uniform(
; CHECK: [[N:%.*]] = uitofp i32 %n to double
; CHECK: [[ONE_OVER:%.*]] = fdiv double 0x3FF0000000001000, [[N]]
; CHECK: insertelement <4 x double> poison, double [[ONE_OVER]]
; CHECK: %a = load <4 x i32>
; CHECK: [[A:%.*]] = uitofp <4 x i32> %a to <4 x double>
; CHECK: [[RATIO:%.*]] = fmul <4 x double> [[A]]
; CHECK: [[QUOTIENT:%.*]] = fptoui <4 x double> [[RATIO]] to <4 x i32>
; CHECK: store <4 x i32> [[QUOTIENT]]
  %id = call i64 @__mux_get_global_id(i32 0)
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %a = load i32, ptr addrspace(1) %x
  %q = udiv i32 %a, %n
  store i32 %q, ptr addrspace(1) %x
  ret void
}

define void @short(ptr addrspace(1) %p, i16 %n) {
; CHECK-LABEL: @short(
; CHECK: fdiv float 0x3FF0000100000000
; CHECK: sitofp <4 x i16> %a to <4 x float>
; CHECK: fmul <4 x float>
; CHECK: mul <4 x i16>
; CHECK: sub <4 x i16> %a
  %id = call i64 @__mux_get_global_id(i32 0)
  %x = getelementptr i16, ptr addrspace(1) %p, i64 %id
  %a = load i16, ptr addrspace(1) %x
  %r = srem i16 %a, %n
  store i16 %r, ptr addrspace(1) %x
  ret void
}

define void @stays(ptr addrspace(1) %p, i64 %n) {
; CHECK-LABEL: @stays(
; CHECK: udiv <4 x i64>
; CHECK: udiv <4 x i64> {{.*}}, splat (i64 10)
  %id = call i64 @__mux_get_global_id(i32 0)
  %x = getelementptr i64, ptr addrspace(1) %p, i64 %id
  %a = load i64, ptr addrspace(1) %x
  %r = udiv i64 %a, %n
  %s = udiv i64 %r, 10
  store i64 %s, ptr addrspace(1) %x
  ret void
}
