; N gathers of neighbouring columns by N lanes become N row loads and a transpose.
; RUN: muxc --passes=transpose-gathers %s | FileCheck %s

declare <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)>, <4 x i1>, <4 x float>)
declare <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)>, <4 x i1>, <4 x float>)

define void @tile(ptr addrspace(1) %out, ptr addrspace(3) %t, i64 %y) {
; CHECK-LABEL: @tile(
; CHECK-NOT: gather
; CHECK: [[P0:%.*]] = getelementptr i8, ptr addrspace(3) %p1, i64 -4
; CHECK: [[R0:%.*]] = load <4 x float>, ptr addrspace(3) [[P0]], align 4
; CHECK: [[P1:%.*]] = getelementptr i8, ptr addrspace(3) %p1, i64 16
; CHECK: [[R1:%.*]] = load <4 x float>, ptr addrspace(3) [[P1]], align 4
; CHECK: [[P2:%.*]] = getelementptr i8, ptr addrspace(3) %p1, i64 36
; CHECK: [[R2:%.*]] = load <4 x float>, ptr addrspace(3) [[P2]], align 4
; CHECK: [[P3:%.*]] = getelementptr i8, ptr addrspace(3) %p1, i64 56
; CHECK: [[R3:%.*]] = load <4 x float>, ptr addrspace(3) [[P3]], align 4
; CHECK: [[A0:%.*]] = shufflevector <4 x float> [[R0]], <4 x float> [[R2]], <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK: [[A1:%.*]] = shufflevector <4 x float> [[R0]], <4 x float> [[R2]], <4 x i32> <i32 2, i32 6, i32 3, i32 7>
; CHECK: [[A2:%.*]] = shufflevector <4 x float> [[R1]], <4 x float> [[R3]], <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK: [[A3:%.*]] = shufflevector <4 x float> [[R1]], <4 x float> [[R3]], <4 x i32> <i32 2, i32 6, i32 3, i32 7>
; CHECK: [[C0:%.*]] = shufflevector <4 x float> [[A0]], <4 x float> [[A2]], <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK: [[C1:%.*]] = shufflevector <4 x float> [[A0]], <4 x float> [[A2]], <4 x i32> <i32 2, i32 6, i32 3, i32 7>
; CHECK: [[C2:%.*]] = shufflevector <4 x float> [[A1]], <4 x float> [[A3]], <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK: [[C3:%.*]] = shufflevector <4 x float> [[A1]], <4 x float> [[A3]], <4 x i32> <i32 2, i32 6, i32 3, i32 7>
; CHECK: store <4 x float> [[C1]], ptr addrspace(1) %out
; CHECK: store <4 x float> [[C0]], ptr addrspace(1) %out
; CHECK: store <4 x float> [[C2]], ptr addrspace(1) %out
; CHECK: store <4 x float> [[C3]], ptr addrspace(1) %out
  %y1 = add i64 %y, 1
  %y2 = add i64 %y, 2
  %y3 = add i64 %y, 3
  %p0 = getelementptr float, ptr addrspace(3) %t, i64 %y
  %p1 = getelementptr float, ptr addrspace(3) %t, i64 %y1
  %p2 = getelementptr float, ptr addrspace(3) %t, i64 %y2
  %p3 = getelementptr float, ptr addrspace(3) %t, i64 %y3
  %q0 = getelementptr i8, ptr addrspace(3) %p0, <4 x i64> <i64 0, i64 20, i64 40, i64 60>
  %q1 = getelementptr i8, ptr addrspace(3) %p1, <4 x i64> <i64 0, i64 20, i64 40, i64 60>
  %q2 = getelementptr i8, ptr addrspace(3) %p2, <4 x i64> <i64 0, i64 20, i64 40, i64 60>
  %q3 = getelementptr i8, ptr addrspace(3) %p3, <4 x i64> <i64 0, i64 20, i64 40, i64 60>
  %c1 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %q1, <4 x i1> splat (i1 true), <4 x float> poison)
  store <4 x float> %c1, ptr addrspace(1) %out
  %c0 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %q0, <4 x i1> splat (i1 true), <4 x float> poison)
  store <4 x float> %c0, ptr addrspace(1) %out
  %c2 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %q2, <4 x i1> splat (i1 true), <4 x float> poison)
  store <4 x float> %c2, ptr addrspace(1) %out
  %c3 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %q3, <4 x i1> splat (i1 true), <4 x float> poison)
  store <4 x float> %c3, ptr addrspace(1) %out
  ret void
}

define void @written(ptr addrspace(1) %out, ptr addrspace(1) %t) {
; The first store may write what the others read.
; CHECK-LABEL: @written(
; CHECK-COUNT-4: call <4 x float> @llvm.masked.gather
; CHECK: ret void
  %p1 = getelementptr i8, ptr addrspace(1) %t, i64 4
  %p2 = getelementptr i8, ptr addrspace(1) %t, i64 8
  %p3 = getelementptr i8, ptr addrspace(1) %t, i64 12
  %q0 = getelementptr i8, ptr addrspace(1) %t, <4 x i64> <i64 0, i64 20, i64 40, i64 60>
  %q1 = getelementptr i8, ptr addrspace(1) %p1, <4 x i64> <i64 0, i64 20, i64 40, i64 60>
  %q2 = getelementptr i8, ptr addrspace(1) %p2, <4 x i64> <i64 0, i64 20, i64 40, i64 60>
  %q3 = getelementptr i8, ptr addrspace(1) %p3, <4 x i64> <i64 0, i64 20, i64 40, i64 60>
  %c0 = call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> align 4 %q0, <4 x i1> splat (i1 true), <4 x float> poison)
  store <4 x float> %c0, ptr addrspace(1) %out
  %c1 = call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> align 4 %q1, <4 x i1> splat (i1 true), <4 x float> poison)
  %c2 = call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> align 4 %q2, <4 x i1> splat (i1 true), <4 x float> poison)
  %c3 = call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> align 4 %q3, <4 x i1> splat (i1 true), <4 x float> poison)
  store <4 x float> %c1, ptr addrspace(1) %out
  store <4 x float> %c2, ptr addrspace(1) %out
  store <4 x float> %c3, ptr addrspace(1) %out
  ret void
}

define void @some_lanes(ptr addrspace(1) %out, ptr addrspace(1) %t, <4 x i1> %m) {
; Rows may not be there for lanes that are not active.
; CHECK-LABEL: @some_lanes(
; CHECK-COUNT-4: call <4 x float> @llvm.masked.gather
; CHECK: ret void
  %p1 = getelementptr i8, ptr addrspace(1) %t, i64 4
  %p2 = getelementptr i8, ptr addrspace(1) %t, i64 8
  %p3 = getelementptr i8, ptr addrspace(1) %t, i64 12
  %q0 = getelementptr i8, ptr addrspace(1) %t, <4 x i64> <i64 0, i64 20, i64 40, i64 60>
  %q1 = getelementptr i8, ptr addrspace(1) %p1, <4 x i64> <i64 0, i64 20, i64 40, i64 60>
  %q2 = getelementptr i8, ptr addrspace(1) %p2, <4 x i64> <i64 0, i64 20, i64 40, i64 60>
  %q3 = getelementptr i8, ptr addrspace(1) %p3, <4 x i64> <i64 0, i64 20, i64 40, i64 60>
  %c0 = call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> align 4 %q0, <4 x i1> %m, <4 x float> poison)
  %c1 = call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> align 4 %q1, <4 x i1> %m, <4 x float> poison)
  %c2 = call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> align 4 %q2, <4 x i1> %m, <4 x float> poison)
  %c3 = call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> align 4 %q3, <4 x i1> %m, <4 x float> poison)
  store <4 x float> %c0, ptr addrspace(1) %out
  store <4 x float> %c1, ptr addrspace(1) %out
  store <4 x float> %c2, ptr addrspace(1) %out
  store <4 x float> %c3, ptr addrspace(1) %out
  ret void
}

define void @ordered(ptr addrspace(1) %out, ptr addrspace(3) %t) {
; The load of the flag, although of other memory, orders the loads of the tile.
; CHECK-LABEL: @ordered(
; CHECK-COUNT-4: call <4 x float> @llvm.masked.gather
; CHECK: ret void
  %p1 = getelementptr i8, ptr addrspace(3) %t, i64 4
  %p2 = getelementptr i8, ptr addrspace(3) %t, i64 8
  %p3 = getelementptr i8, ptr addrspace(3) %t, i64 12
  %q0 = getelementptr i8, ptr addrspace(3) %t, <4 x i64> <i64 0, i64 20, i64 40, i64 60>
  %q1 = getelementptr i8, ptr addrspace(3) %p1, <4 x i64> <i64 0, i64 20, i64 40, i64 60>
  %q2 = getelementptr i8, ptr addrspace(3) %p2, <4 x i64> <i64 0, i64 20, i64 40, i64 60>
  %q3 = getelementptr i8, ptr addrspace(3) %p3, <4 x i64> <i64 0, i64 20, i64 40, i64 60>
  %c0 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %q0, <4 x i1> splat (i1 true), <4 x float> poison)
  %c1 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %q1, <4 x i1> splat (i1 true), <4 x float> poison)
  %c2 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %q2, <4 x i1> splat (i1 true), <4 x float> poison)
  store atomic i32 1, ptr addrspace(1) %out release, align 4
  %c3 = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %q3, <4 x i1> splat (i1 true), <4 x float> poison)
  store <4 x float> %c0, ptr addrspace(1) %out
  store <4 x float> %c1, ptr addrspace(1) %out
  store <4 x float> %c2, ptr addrspace(1) %out
  store <4 x float> %c3, ptr addrspace(1) %out
  ret void
}
