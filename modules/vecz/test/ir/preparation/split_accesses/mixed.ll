; Vectors in an array that is used for single elements too are read and written element by element; where all
; accesses are alike, or of elements of several sizes, they stay.
; RUN: veczc --step=split-accesses %s | FileCheck %s

; CHECK-LABEL: define void @mixed(
; CHECK-NOT: store <2 x i32>
; CHECK: [[A:%.*]] = extractelement <2 x i32> %v, i64 0
; CHECK: store i32 [[A]], ptr %w, align 8
; CHECK: [[B:%.*]] = extractelement <2 x i32> %v, i64 1
; CHECK: [[NEXT:%.*]] = getelementptr i8, ptr %w, i64 4
; CHECK: store i32 [[B]], ptr [[NEXT]], align 4
; CHECK: [[X:%.*]] = load i32, ptr %p, align 4
; CHECK: insertelement <2 x i32> poison, i32 [[X]], i64 0
; CHECK: load i32
; CHECK: load i32, ptr %p
define void @mixed(<2 x i32> %v, i64 %n, ptr %out) {
  %w = alloca [16 x i32], align 8
  %p = getelementptr i32, ptr %w, i64 %n
  store <2 x i32> %v, ptr %w, align 8
  %x = load <2 x i32>, ptr %p, align 4
  store <2 x i32> %x, ptr %out
  %y = load i32, ptr %p, align 4
  store i32 %y, ptr %out
  ret void
}

; CHECK-LABEL: define void @alike(
; CHECK: store <2 x i32> %v, ptr %w
; CHECK: load <2 x i32>, ptr %p
define void @alike(<2 x i32> %v, i64 %n, ptr %out) {
  %w = alloca [16 x i32], align 8
  %p = getelementptr <2 x i32>, ptr %w, i64 %n
  store <2 x i32> %v, ptr %w, align 8
  %x = load <2 x i32>, ptr %p, align 8
  store <2 x i32> %x, ptr %out
  ret void
}

; CHECK-LABEL: define void @several_sizes(
; CHECK: store <2 x i32> %v, ptr %w
; CHECK: load i8, ptr %p
define void @several_sizes(<2 x i32> %v, i64 %n, ptr %out) {
  %w = alloca [16 x i32], align 8
  %p = getelementptr i8, ptr %w, i64 %n
  store <2 x i32> %v, ptr %w, align 8
  %x = load i8, ptr %p
  store i8 %x, ptr %out
  ret void
}
