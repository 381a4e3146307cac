; Products are written as code generation makes one instruction of them: shifts are extended first, upper halves have 32-bit operands.
; RUN: muxc --passes=cuda-wide-products %s | FileCheck %s

; CHECK-LABEL: define i64 @shifts(
; CHECK: [[X:%.*]] = zext i32 %x to i64
; CHECK: [[A:%.*]] = shl nuw nsw i64 [[X]], 2
; CHECK: [[Y:%.*]] = sext i32 %y to i64
; CHECK: [[B:%.*]] = shl nsw i64 [[Y]], 3
; CHECK: add i64 [[A]], [[B]]
define i64 @shifts(i32 %x, i32 %y) {
  %narrow = shl nuw i32 %x, 2
  %a = zext i32 %narrow to i64
  %other = shl nsw i32 %y, 3
  %b = sext i32 %other to i64
  %sum = add i64 %a, %b
  ret i64 %sum
}

; Not where a bit may be lost, nor where the narrow number has other uses.
; CHECK-LABEL: define i64 @narrow(
; CHECK: zext i32 %wraps to i64
; CHECK: zext i32 %used to i64
define i64 @narrow(i32 %x, ptr %p) {
  %wraps = shl i32 %x, 2
  %a = zext i32 %wraps to i64
  %used = shl nuw i32 %x, 3
  store i32 %used, ptr %p
  %b = zext i32 %used to i64
  %sum = add i64 %a, %b
  ret i64 %sum
}

; CHECK-LABEL: define i32 @upper(
; CHECK: [[X:%.*]] = trunc i64 %low to i32
; CHECK: [[UPPER:%.*]] = call i32 @llvm.nvvm.mulhi.ui(i32 [[X]], i32 -760640729)
; CHECK-NOT: mul i64
define i32 @upper(i64 %x) {
  %low = and i64 %x, 4294967295
  %product = mul i64 %low, 3534326567
  %shifted = lshr i64 %product, 32
  %half = trunc i64 %shifted to i32
  ret i32 %half
}

; CHECK-LABEL: define i64 @larger(
; CHECK: mul i64 %x, 3534326567
define i64 @larger(i64 %x) {
  %product = mul i64 %x, 3534326567
  %shifted = lshr i64 %product, 32
  ret i64 %shifted
}
