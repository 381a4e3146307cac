; Products of integers, and dot products of bytes, that a loop adds up are reason enough for several rows at once, and so is a gather of which the
; next rows have the neighbouring columns: then there are as many as it has lanes, which are transposed.
; RUN: muxc --passes=number-barriers,work-item-loops %s | FileCheck %s

declare spir_func i64 @__mux_get_local_id(i32) memory(none)
declare <8 x i32> @__lanewise_elementwise_dot_ss.v8(<8 x i32>, <8 x i32>) memory(none)
declare <8 x float> @llvm.masked.gather.v8f32.v8p3(<8 x ptr addrspace(3)>, <8 x i1>, <8 x float>)
declare void @llvm.assume(i1)

; CHECK-LABEL: define spir_kernel void @dots(
; CHECK: [[FIRST:%y.*]] = phi
; CHECK: add nuw nsw i64 [[FIRST]], 1
; CHECK: loop{{.*}}:
; CHECK-COUNT-2: phi <8 x i32>
; CHECK-NOT: phi <8 x i32>
; CHECK: [[B:%.*]] = load <8 x i32>, ptr addrspace(1) %at.b
; CHECK-NOT: load <8 x i32>
; CHECK-COUNT-2: call <8 x i32> @__lanewise_elementwise_dot_ss.v8(<8 x i32> [[B]],
define spir_kernel void @dots(ptr addrspace(1) %c, ptr addrspace(1) %a, ptr addrspace(1) %b)
    !reqd_work_group_size !0 !vecz.vectorized !1 {
  ret void
}

define internal spir_func void @dots.vecz.8(ptr addrspace(1) %c, ptr addrspace(1) %a, ptr addrspace(1) %b) {
entry:
  %x = call spir_func i64 @__mux_get_local_id(i32 0)
  %y = call spir_func i64 @__mux_get_local_id(i32 1)
  %row.a = getelementptr [64 x i32], ptr addrspace(1) %a, i64 %y
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <8 x i32> [ zeroinitializer, %entry ], [ %more, %loop ]
  %at.a = getelementptr i32, ptr addrspace(1) %row.a, i64 %i
  %one = load i32, ptr addrspace(1) %at.a
  %insert = insertelement <8 x i32> poison, i32 %one, i64 0
  %factor = shufflevector <8 x i32> %insert, <8 x i32> poison, <8 x i32> zeroinitializer
  %row.b = getelementptr [8 x i32], ptr addrspace(1) %b, i64 %i
  %at.b = getelementptr i32, ptr addrspace(1) %row.b, i64 %x
  %others = load <8 x i32>, ptr addrspace(1) %at.b
  %product = call <8 x i32> @__lanewise_elementwise_dot_ss.v8(<8 x i32> %others, <8 x i32> %factor)
  %more = add <8 x i32> %product, %sum
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 64
  br i1 %again, label %loop, label %end

end:
  %row.c = getelementptr [8 x i32], ptr addrspace(1) %c, i64 %y
  %at.c = getelementptr i32, ptr addrspace(1) %row.c, i64 %x
  store <8 x i32> %more, ptr addrspace(1) %at.c
  ret void
}

; CHECK-LABEL: define spir_kernel void @products(
; CHECK-COUNT-2: phi <8 x i32>
; CHECK: [[B:%.*]] = load <8 x i32>, ptr addrspace(1) %at.b
; CHECK-NOT: load <8 x i32>
; CHECK-COUNT-2: mul <8 x i32> [[B]],
define spir_kernel void @products(ptr addrspace(1) %c, ptr addrspace(1) %a, ptr addrspace(1) %b)
    !reqd_work_group_size !0 !vecz.vectorized !7 {
  ret void
}

define internal spir_func void @products.vecz.8(ptr addrspace(1) %c, ptr addrspace(1) %a, ptr addrspace(1) %b) {
entry:
  %x = call spir_func i64 @__mux_get_local_id(i32 0)
  %y = call spir_func i64 @__mux_get_local_id(i32 1)
  %row.a = getelementptr [64 x i32], ptr addrspace(1) %a, i64 %y
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <8 x i32> [ zeroinitializer, %entry ], [ %more, %loop ]
  %at.a = getelementptr i32, ptr addrspace(1) %row.a, i64 %i
  %one = load i32, ptr addrspace(1) %at.a
  %insert = insertelement <8 x i32> poison, i32 %one, i64 0
  %factor = shufflevector <8 x i32> %insert, <8 x i32> poison, <8 x i32> zeroinitializer
  %row.b = getelementptr [8 x i32], ptr addrspace(1) %b, i64 %i
  %at.b = getelementptr i32, ptr addrspace(1) %row.b, i64 %x
  %others = load <8 x i32>, ptr addrspace(1) %at.b
  %product = mul <8 x i32> %others, %factor
  %more = add <8 x i32> %product, %sum
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 64
  br i1 %again, label %loop, label %end

end:
  %row.c = getelementptr [8 x i32], ptr addrspace(1) %c, i64 %y
  %at.c = getelementptr i32, ptr addrspace(1) %row.c, i64 %x
  store <8 x i32> %more, ptr addrspace(1) %at.c
  ret void
}

; A sum of other integers is not.
; CHECK-LABEL: define spir_kernel void @integers(
; CHECK: phi <8 x i32>
; CHECK-NOT: phi <8 x i32>
; CHECK: store <8 x i32>
; CHECK-NOT: store <8 x i32>
define spir_kernel void @integers(ptr addrspace(1) %c) !reqd_work_group_size !0 !vecz.vectorized !2 {
  ret void
}

define internal spir_func void @integers.vecz.8(ptr addrspace(1) %c) {
entry:
  %y = call spir_func i64 @__mux_get_local_id(i32 1)
  %row.c = getelementptr [8 x i32], ptr addrspace(1) %c, i64 %y
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <8 x i32> [ zeroinitializer, %entry ], [ %more, %loop ]
  %at.c = getelementptr i32, ptr addrspace(1) %row.c, i64 %i
  %read = load <8 x i32>, ptr addrspace(1) %at.c
  %more = add <8 x i32> %read, %sum
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 64
  br i1 %again, label %loop, label %end

end:
  store <8 x i32> %more, ptr addrspace(1) %row.c
  ret void
}

; An assumption does not keep the rows in order.
; CHECK-LABEL: define spir_kernel void @columns(
; CHECK-COUNT-8: call <8 x float> @llvm.masked.gather.v8f32.v8p3(
; CHECK-NOT: call <8 x float> @llvm.masked.gather
; CHECK: add nuw nsw i64 {{%row.*}}, 8
define spir_kernel void @columns(ptr addrspace(1) %out, ptr addrspace(3) %t)
    !reqd_work_group_size !3 !vecz.vectorized !4 {
  ret void
}

define internal spir_func void @columns.vecz.8(ptr addrspace(1) %out, ptr addrspace(3) %t) {
  %y = call spir_func i64 @__mux_get_local_id(i32 1)
  %small = icmp ult i64 %y, 16
  call void @llvm.assume(i1 %small)
  %column = getelementptr float, ptr addrspace(3) %t, i64 %y
  %all = getelementptr i8, ptr addrspace(3) %column, <8 x i64> <i64 0, i64 68, i64 136, i64 204, i64 272, i64 340, i64 408, i64 476>
  %read = call <8 x float> @llvm.masked.gather.v8f32.v8p3(<8 x ptr addrspace(3)> align 4 %all, <8 x i1> splat (i1 true), <8 x float> poison)
  %row = getelementptr [8 x float], ptr addrspace(1) %out, i64 %y
  store <8 x float> %read, ptr addrspace(1) %row
  ret void
}

; Columns that are two elements apart make no rows.
; CHECK-LABEL: define spir_kernel void @apart(
; CHECK: call <8 x float> @llvm.masked.gather.v8f32.v8p3(
; CHECK-NOT: call <8 x float> @llvm.masked.gather
; CHECK: ret void
define spir_kernel void @apart(ptr addrspace(1) %out, ptr addrspace(3) %t)
    !reqd_work_group_size !3 !vecz.vectorized !5 {
  ret void
}

define internal spir_func void @apart.vecz.8(ptr addrspace(1) %out, ptr addrspace(3) %t) {
  %y = call spir_func i64 @__mux_get_local_id(i32 1)
  %column = getelementptr [2 x float], ptr addrspace(3) %t, i64 %y
  %all = getelementptr i8, ptr addrspace(3) %column, <8 x i64> <i64 0, i64 68, i64 136, i64 204, i64 272, i64 340, i64 408, i64 476>
  %read = call <8 x float> @llvm.masked.gather.v8f32.v8p3(<8 x ptr addrspace(3)> align 4 %all, <8 x i1> splat (i1 true), <8 x float> poison)
  %row = getelementptr [8 x float], ptr addrspace(1) %out, i64 %y
  store <8 x float> %read, ptr addrspace(1) %row
  ret void
}

; Others may see when a volatile access comes: one row after the other.
; CHECK-LABEL: define spir_kernel void @seen(
; CHECK-COUNT-1: store volatile float
; CHECK-NOT: store volatile float
; CHECK: ret void
define spir_kernel void @seen(ptr addrspace(1) %c) !reqd_work_group_size !0 !vecz.vectorized !6 {
  ret void
}

define internal spir_func void @seen.vecz.8(ptr addrspace(1) %c) {
entry:
  %y = call spir_func i64 @__mux_get_local_id(i32 1)
  %row.c = getelementptr [8 x float], ptr addrspace(1) %c, i64 %y
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %more, %loop ]
  %at.c = getelementptr float, ptr addrspace(1) %row.c, i64 %i
  %read = load <8 x float>, ptr addrspace(1) %at.c
  store volatile float 1.0, ptr addrspace(1) %c
  %more = fadd <8 x float> %sum, %read
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 64
  br i1 %again, label %loop, label %end

end:
  store <8 x float> %more, ptr addrspace(1) %row.c
  ret void
}

!0 = !{i32 8, i32 2, i32 1}
!1 = !{ptr @dots.vecz.8, i32 8, i32 0}
!2 = !{ptr @integers.vecz.8, i32 8, i32 0}
!3 = !{i32 8, i32 16, i32 1}
!4 = !{ptr @columns.vecz.8, i32 8, i32 0}
!5 = !{ptr @apart.vecz.8, i32 8, i32 0}
!6 = !{ptr @seen.vecz.8, i32 8, i32 0}
!7 = !{ptr @products.vecz.8, i32 8, i32 0}
