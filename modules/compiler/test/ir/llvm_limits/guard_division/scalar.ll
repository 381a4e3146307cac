; Division by zero and MIN / -1 become divisions by 1; the others are left alone.
; RUN: muxc --passes=guard-division %s | FileCheck %s

define i32 @signed(i32 %a, i32 %b) {
; CHECK-LABEL: @signed(
; CHECK: [[B:%.*]] = freeze i32 %b
; CHECK: [[ZERO:%.*]] = icmp eq i32 [[B]], 0
; CHECK: [[A:%.*]] = freeze i32 %a
; CHECK: icmp eq i32 [[A]], -2147483648
; CHECK: icmp eq i32 [[B]], -1
; CHECK: [[D:%.*]] = select i1 {{.*}}, i32 1, i32 [[B]]
; CHECK: sdiv i32 [[A]], [[D]]
  %q = sdiv i32 %a, %b
  ret i32 %q
}

define i64 @unsigned(i64 %a, i64 %b) {
; CHECK-LABEL: @unsigned(
; CHECK-NOT: freeze i64 %a
; CHECK: [[D:%.*]] = select i1 {{.*}}, i64 1
; CHECK: urem i64 %a, [[D]]
  %r = urem i64 %a, %b
  ret i64 %r
}

define i32 @constant(i32 %a) {
; CHECK-LABEL: @constant(
; CHECK-NEXT: sdiv i32 %a, 7
  %q = sdiv i32 %a, 7
  ret i32 %q
}

define i32 @minus_one(i32 %a) {
; CHECK-LABEL: @minus_one(
; CHECK: select
  %q = sdiv i32 %a, -1
  ret i32 %q
}

define <2 x i16> @vector(<2 x i16> %a, <2 x i16> %b) {
; CHECK-LABEL: @vector(
; CHECK: select <2 x i1> {{.*}}, <2 x i16> splat (i16 1)
; CHECK: srem <2 x i16>
  %r = srem <2 x i16> %a, %b
  ret <2 x i16> %r
}
