; A copy into a variable that is more aligned than its source becomes loads and stores, and so does one whose sides
; may overlap.
; RUN: clang-sycl-linker --only=copy-alignment %s -o - | FileCheck %s
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"

declare void @llvm.memcpy.p0.p1.i64(ptr, ptr addrspace(1), i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)

; CHECK-LABEL: @unchanged
; CHECK: memcpy
define void @unchanged(ptr %a, ptr addrspace(1) %b) {
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %a, ptr addrspace(1) align 16 %b, i64 32, i1 false)
  ret void
}

; CHECK-LABEL: @pieces
; CHECK-NOT: memmove
; CHECK: load i32, ptr {{.*}}, align 4
; CHECK: load i32, ptr {{.*}}, align 4
; CHECK: load i16, ptr {{.*}}, align 2
; CHECK: store i32 {{.*}}, align 4
; CHECK: store i32 {{.*}}, align 4
; CHECK: store i16 {{.*}}, align 2
; CHECK: ret void
define void @pieces(ptr %b) {
  %variable = alloca [4 x i32], align 32
  call void @llvm.memmove.p0.p0.i64(ptr %variable, ptr align 4 %b, i64 10, i1 false)
  ret void
}

; CHECK-LABEL: @loop
; CHECK: mul i64 {{%.*}}, 4
; CHECK: load i32, ptr addrspace(1) {{.*}}, align 4
; CHECK: store i32 {{.*}}, align 4
; CHECK: icmp eq i64 {{%.*}}, 100
; CHECK: load i8
; CHECK: store i8
define void @loop(ptr %a, ptr addrspace(1) %b) {
  call void @llvm.memcpy.p0.p1.i64(ptr align 16 %a, ptr addrspace(1) align 4 %b, i64 401, i1 false)
  ret void
}

; All loads come before the stores.
; CHECK-LABEL: @overlapping
; CHECK-COUNT-3: load i32, ptr {{.*}}, align 4
; CHECK-NOT: load
; CHECK-COUNT-3: store i32 {{.*}}, align 4
; CHECK: ret void
define void @overlapping(ptr %a) {
  %next = getelementptr i8, ptr %a, i64 4
  call void @llvm.memmove.p0.p0.i64(ptr align 4 %next, ptr align 4 %a, i64 12, i1 false)
  ret void
}

; A loop for each direction.
; CHECK-LABEL: @long_overlapping
; CHECK: [[DISTANCE:%.*]] = sub i64 {{%.*}}, {{%.*}}
; CHECK: icmp ult i64 [[DISTANCE]], %bytes
; CHECK: br i1
; CHECK: sub i64 %bytes
; CHECK: load i8
; CHECK: store i8
; CHECK: load i8
; CHECK: store i8
; CHECK-NOT: memmove
; CHECK: ret void
define void @long_overlapping(ptr %a, ptr %b, i64 %bytes) {
  call void @llvm.memmove.p0.p0.i64(ptr align 16 %a, ptr align 16 %b, i64 %bytes, i1 false)
  ret void
}
