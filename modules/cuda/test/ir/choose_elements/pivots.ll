; Elements of a private array whose index is one of some constants are chosen among those; where another access has
; an index that may be any, or may be outside, or the array is too large, nothing would be gained.
; RUN: muxc --passes=cuda-choose-elements %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

define float @load(i1 %first, i1 %second) {
; CHECK-LABEL: @load(
; CHECK: [[P2:%.*]] = getelementptr [2 x float], ptr %array, i64 2
; CHECK-NEXT: [[Q2:%.*]] = getelementptr i8, ptr [[P2]], i64 4
; CHECK-NEXT: [[X2:%.*]] = load float, ptr [[Q2]], align 4
; CHECK-NEXT: icmp eq i64 %index, 2
; CHECK-NEXT: [[P0:%.*]] = getelementptr [2 x float], ptr %array, i64 0
; CHECK: [[X0:%.*]] = load float,
; CHECK-NEXT: [[IS0:%.*]] = icmp eq i64 %index, 0
; CHECK-NEXT: [[SOME:%.*]] = select i1 [[IS0]], float [[X0]], float [[X2]]
; CHECK: [[X1:%.*]] = load float,
; CHECK-NEXT: [[IS1:%.*]] = icmp eq i64 %index, 1
; CHECK-NEXT: [[X:%.*]] = select i1 [[IS1]], float [[X1]], float [[SOME]]
; CHECK-NEXT: ret float [[X]]
  %array = alloca [3 x [2 x float]]
  %lower = zext i1 %first to i32
  %row = select i1 %second, i32 2, i32 %lower
  %index = zext i32 %row to i64
  %place = getelementptr inbounds [2 x float], ptr %array, i64 %index
  %element = getelementptr inbounds i8, ptr %place, i64 4
  %x = load float, ptr %element
  ret float %x
}

define void @store(i1 %first, float %x) {
; CHECK-LABEL: @store(
; CHECK: [[OLD3:%.*]] = load float, ptr [[P3:%.*]], align 4
; CHECK-NEXT: [[IS3:%.*]] = icmp eq i64 %index, 3
; CHECK-NEXT: [[NEW3:%.*]] = select i1 [[IS3]], float %x, float [[OLD3]]
; CHECK-NEXT: store float [[NEW3]], ptr [[P3]], align 4
; CHECK: [[OLD1:%.*]] = load float, ptr [[P1:%.*]], align 4
; CHECK-NEXT: [[IS1:%.*]] = icmp eq i64 %index, 1
; CHECK-NEXT: [[NEW1:%.*]] = select i1 [[IS1]], float %x, float [[OLD1]]
; CHECK-NEXT: store float [[NEW1]], ptr [[P1]], align 4
  %array = alloca [4 x float]
  %index = select i1 %first, i64 3, i64 1
  %place = getelementptr inbounds float, ptr %array, i64 %index
  store float %x, ptr %place
  ret void
}

define float @both(i1 %first, i1 %second) {
; Rows and columns: four loads, at constants.
; CHECK-LABEL: @both(
; CHECK-NOT: %column
; CHECK-COUNT-4: load float
; CHECK-NOT: load float
; CHECK: ret float
  %array = alloca [2 x [2 x float]]
  %row = zext i1 %first to i64
  %line = getelementptr inbounds [2 x float], ptr %array, i64 %row
  %other = zext i1 %second to i64
  %element = getelementptr inbounds float, ptr %line, i64 %other
  %x = load float, ptr %element
  ret float %x
}

define float @stays(i1 %first, i64 %any) {
; CHECK-LABEL: @stays(
; CHECK: %x = load float, ptr %place
; CHECK: %y = load float, ptr %elsewhere
; CHECK: %z = load float, ptr %outside
; CHECK: %w = load float, ptr %far
  %array = alloca [4 x float]
  %index = select i1 %first, i64 3, i64 1
  %place = getelementptr inbounds float, ptr %array, i64 %index
  %x = load float, ptr %place
  %elsewhere = getelementptr inbounds float, ptr %array, i64 %any
  %y = load float, ptr %elsewhere
  %short = alloca [3 x float]
  %outside = getelementptr float, ptr %short, i64 %index
  %z = load float, ptr %outside
  %large = alloca [200 x float]
  %far = getelementptr inbounds float, ptr %large, i64 %index
  %w = load float, ptr %far
  %a = fadd float %x, %y
  %b = fadd float %z, %w
  %c = fadd float %a, %b
  ret float %c
}
