; Fills and copies of an array of one element size become stores of elements; what is also accessed by another size, or
; copied to memory that is not private, stays.
; RUN: veczc --step=expand-copies %s | FileCheck %s

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.p0.p1.i64(ptr, ptr addrspace(1), i64, i1)

define i32 @fill(i64 %i) {
; CHECK-LABEL: @fill(
; CHECK-NOT: memset
; CHECK: store i32 16843009, ptr
; CHECK: store i32 16843009, ptr
; CHECK-NOT: store
; CHECK: ret i32
  %a = alloca [2 x i32]
  call void @llvm.memset.p0.i64(ptr align 4 %a, i8 1, i64 8, i1 false)
  %p = getelementptr [2 x i32], ptr %a, i64 0, i64 %i
  %v = load i32, ptr %p
  ret i32 %v
}

define i32 @two_sizes(i64 %i) {
; CHECK-LABEL: @two_sizes(
; CHECK: call void @llvm.memset
  %a = alloca [2 x i32]
  call void @llvm.memset.p0.i64(ptr align 4 %a, i8 1, i64 8, i1 false)
  %p = getelementptr [2 x i32], ptr %a, i64 0, i64 %i
  store i8 3, ptr %a
  %v = load i32, ptr %p
  ret i32 %v
}

define i32 @volatile(i64 %i) {
; CHECK-LABEL: @volatile(
; CHECK: call void @llvm.memset
  %a = alloca [2 x i32]
  call void @llvm.memset.p0.i64(ptr align 4 %a, i8 1, i64 8, i1 true)
  %p = getelementptr [2 x i32], ptr %a, i64 0, i64 %i
  %v = load i32, ptr %p
  ret i32 %v
}

define i32 @from_global(ptr addrspace(1) %from, i64 %i) {
; CHECK-LABEL: @from_global(
; CHECK-NOT: memcpy
; CHECK: load i32, ptr addrspace(1)
; CHECK: store i32 {{.*}}, ptr
; CHECK: load i32, ptr addrspace(1)
; CHECK: store i32 {{.*}}, ptr
; CHECK: ret i32
  %a = alloca [2 x i32]
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %a, ptr addrspace(1) align 4 %from, i64 8, i1 false)
  %p = getelementptr [2 x i32], ptr %a, i64 0, i64 %i
  %v = load i32, ptr %p
  ret i32 %v
}
