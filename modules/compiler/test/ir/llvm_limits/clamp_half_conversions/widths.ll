; Integers of more than 16 bits are limited before they are converted to half, whatever way they go.
; RUN: muxc --passes=clamp-half-conversions %s | FileCheck %s
; RUN: muxc --passes=clamp-half-conversions %s | opt -passes=instcombine -S | FileCheck %s --check-prefix=FOLDED

; CHECK-LABEL: @unsigned_long(
; CHECK: [[LIMITED:%.*]] = call i64 @llvm.umin.i64(i64 %bit, i64 65535)
; CHECK-NEXT: [[HALF:%.*]] = uitofp i64 [[LIMITED]] to half
; CHECK-NEXT: fpext half [[HALF]] to float
; FOLDED-LABEL: @unsigned_long(
; FOLDED: uitofp {{.*}}i64 {{.*}} to half
; FOLDED: fpext
define float @unsigned_long(i64 %n) {
  %bit = shl i64 %n, 63
  %half = uitofp i64 %bit to half
  %wide = fpext half %half to float
  ret float %wide
}

; CHECK-LABEL: @signed_vector(
; CHECK: [[MOST:%.*]] = call <4 x i32> @llvm.smin.v4i32(<4 x i32> %n, <4 x i32> splat (i32 65535))
; CHECK-NEXT: [[LIMITED:%.*]] = call <4 x i32> @llvm.smax.v4i32(<4 x i32> [[MOST]], <4 x i32> splat (i32 -65535))
; CHECK-NEXT: sitofp <4 x i32> [[LIMITED]] to <4 x half>
define <4 x half> @signed_vector(<4 x i32> %n) {
  %half = sitofp <4 x i32> %n to <4 x half>
  ret <4 x half> %half
}

; The other user has the number as it is.
; CHECK-LABEL: @by_way_of_double(
; CHECK: %double = uitofp i64 %n to double
; CHECK-NEXT: [[LIMITED:%.*]] = call i64 @llvm.umin.i64(i64 %n, i64 65535)
; CHECK-NEXT: [[OTHER:%.*]] = uitofp i64 [[LIMITED]] to double
; CHECK-NEXT: %half = fptrunc double [[OTHER]] to half
; CHECK: store double %double
define half @by_way_of_double(i64 %n, ptr %p) {
  %double = uitofp i64 %n to double
  %half = fptrunc double %double to half
  store double %double, ptr %p
  ret half %half
}

; CHECK-LABEL: @narrow(
; CHECK-NOT: min
; CHECK: ret half
define half @narrow(i16 %n) {
  %half = uitofp i16 %n to half
  ret half %half
}

; CHECK-LABEL: @not_half(
; CHECK-NOT: min
; CHECK: ret float
define float @not_half(i64 %n) {
  %float = uitofp i64 %n to float
  ret float %float
}
