; A variable that work-items use one after the other is no parallel access.
; RUN: not muxc --passes=constant-loads %s 2>&1 | FileCheck %s
; CHECK: muxc: error: after constant-loads: 'promises hold' does not hold: it is marked as parallel, but work-items use its memory one after the other: store i32 1

define void @f() {
  %variable = alloca [4 x i32]
  %p = getelementptr i32, ptr %variable, i64 2
  store i32 1, ptr %p, !llvm.access.group !0
  ret void
}

!0 = distinct !{}
