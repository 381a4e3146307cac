; Addresses that grow by a number of the program's are pointers that a loop adds the number to, also where what they begin with is a
; sum.
; RUN: muxc --passes=cuda-step-addresses %s | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

; CHECK-LABEL: define void @column(
; CHECK: before:
; CHECK-DAG: [[COLUMN:%.*]] = sext i32 %column to i64
; CHECK-DAG: [[START:%.*]] = getelementptr i8, ptr addrspace(1) %p, i64 {{%.*}}
; CHECK-DAG: [[WIDTH:%.*]] = sext i32 %width to i64
; CHECK-DAG: [[STEP:%.*]] = shl nsw i64 [[WIDTH]], 2
; CHECK: loop:
; CHECK: [[ADDRESS:%.*]] = phi ptr addrspace(1) [ [[START]], %before ], [ [[BEHIND:%.*]], %loop ]
; CHECK: %x = load float, ptr addrspace(1) [[ADDRESS]]
; CHECK: [[SECOND:%.*]] = getelementptr i8, ptr addrspace(1) [[ADDRESS]], i64 4
; CHECK: %y = load float, ptr addrspace(1) [[SECOND]]
; CHECK: [[BEHIND]] = getelementptr i8, ptr addrspace(1) [[ADDRESS]], i64 [[STEP]]
define void @column(ptr addrspace(1) %p, i32 %width, i32 %first, i32 %n) {
before:
  %id = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %column = add i32 %id, %first
  br label %loop
loop:
  %i = phi i32 [ 0, %before ], [ %after, %loop ]
  %sum = phi float [ 0.0, %before ], [ %total, %loop ]
  %row = mul nsw i32 %i, %width
  %place = add nsw i32 %row, %column
  %index = sext i32 %place to i64
  %address = getelementptr float, ptr addrspace(1) %p, i64 %index
  %beside = getelementptr i8, ptr addrspace(1) %address, i64 4
  %x = load float, ptr addrspace(1) %address
  %y = load float, ptr addrspace(1) %beside
  %both = fadd float %x, %y
  %total = fadd float %sum, %both
  %after = add nuw nsw i32 %i, 1
  %end = icmp eq i32 %after, %n
  br i1 %end, label %done, label %loop
done:
  store float %total, ptr addrspace(1) %p
  ret void
}

; Sums that may wrap, and steps that code generation knows, stay.
; CHECK-LABEL: define void @others(
; CHECK-NOT: phi ptr
; CHECK: ret void
define void @others(ptr addrspace(1) %p, i32 %width, i32 %n) {
before:
  br label %loop
loop:
  %i = phi i32 [ 0, %before ], [ %after, %loop ]
  %row = mul i32 %i, %width
  %index = sext i32 %row to i64
  %address = getelementptr float, ptr addrspace(1) %p, i64 %index
  %x = load float, ptr addrspace(1) %address
  %double = shl nsw i32 %i, 1
  %to = sext i32 %double to i64
  %there = getelementptr float, ptr addrspace(1) %p, i64 %to
  store float %x, ptr addrspace(1) %there
  %after = add nuw nsw i32 %i, 1
  %end = icmp eq i32 %after, %n
  br i1 %end, label %done, label %loop
done:
  ret void
}

; Copies of this loop are in several blocks.
; CHECK-LABEL: define void @sometimes(
; CHECK-NOT: phi ptr
; CHECK: ret void
define void @sometimes(ptr addrspace(1) %p, i32 %width, i32 %n) {
before:
  br label %loop
loop:
  %i = phi i32 [ 0, %before ], [ %after, %next ]
  %row = mul nsw i32 %i, %width
  %index = sext i32 %row to i64
  %address = getelementptr float, ptr addrspace(1) %p, i64 %index
  %x = load float, ptr addrspace(1) %address
  %test = fcmp olt float %x, 0.0
  br i1 %test, label %often, label %next
often:
  store float 0.0, ptr addrspace(1) %address
  br label %next
next:
  %after = add nuw nsw i32 %i, 1
  %end = icmp eq i32 %after, %n
  br i1 %end, label %done, label %loop
done:
  ret void
}
