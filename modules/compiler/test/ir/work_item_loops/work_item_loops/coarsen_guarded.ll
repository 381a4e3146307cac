; Rows that compare themselves with a bound are done at once where the comparisons say the same for
; all, one by one otherwise. Accesses under a mask that depends on nothing else are shared.
; RUN: muxc --passes=number-barriers,work-item-loops %s | FileCheck %s

declare spir_func i64 @__mux_get_local_id(i32) memory(none)
declare spir_func i64 @__mux_get_global_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: [[OUT:%.*]] = icmp sge i64 {{%.*}}, %rows
; CHECK-NEXT: [[FIRST:%.*]] = freeze i1 [[OUT]]
; CHECK-NEXT: [[OUT1:%.*]] = icmp sge i64 {{%.*}}, %rows
; CHECK-NEXT: [[SECOND:%.*]] = freeze i1 [[OUT1]]
; CHECK-NEXT: [[SAME:%.*]] = icmp eq i1 [[SECOND]], [[FIRST]]
; CHECK-NEXT: br i1 [[SAME]], label %together{{.*}}, label %one.by.one
; CHECK: together
; CHECK: phi <8 x float>
; CHECK: phi <8 x float>
; CHECK-NOT: phi <8 x float>
; CHECK: [[B:%.*]] = call <8 x float> @llvm.masked.load
; CHECK-NOT: masked.load
; CHECK: fmuladd{{.*}}<8 x float> [[B]]
; CHECK: fmuladd{{.*}}<8 x float> [[B]]
; CHECK: masked.store
; CHECK: masked.store
; CHECK: one.by.one
; CHECK: phi <8 x float>
; CHECK-NOT: phi <8 x float>
; CHECK: masked.store
; CHECK-NOT: masked.store
; CHECK: [[NEXT:%.*]] = add i32 %{{.*}}, 1
; CHECK: icmp ult i32 [[NEXT]], 2
define spir_kernel void @k(ptr addrspace(1) %c, ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %rows, <8 x i1> %columns)
    !reqd_work_group_size !0 !vecz.vectorized !1 {
  ret void
}

define internal spir_func void @k.vecz.8(ptr addrspace(1) %c, ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %rows, <8 x i1> %columns) {
entry:
  %x = call spir_func i64 @__mux_get_local_id(i32 0)
  %y = call spir_func i64 @__mux_get_global_id(i32 1)
  %row.a = getelementptr [64 x float], ptr addrspace(1) %a, i64 %y
  %out = icmp sge i64 %y, %rows
  %none = select i1 %out, <8 x i1> splat (i1 true), <8 x i1> %columns
  %mask = xor <8 x i1> %none, splat (i1 true)
  %bits = bitcast <8 x i1> %mask to i8
  %any = icmp ne i8 %bits, 0
  br i1 %any, label %loop, label %return

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %more, %loop ]
  %at.a = getelementptr float, ptr addrspace(1) %row.a, i64 %i
  %one = load float, ptr addrspace(1) %at.a
  %insert = insertelement <8 x float> poison, float %one, i64 0
  %factor = shufflevector <8 x float> %insert, <8 x float> poison, <8 x i32> zeroinitializer
  %row.b = getelementptr [8 x float], ptr addrspace(1) %b, i64 %i
  %at.b = getelementptr float, ptr addrspace(1) %row.b, i64 %x
  %others = call <8 x float> @llvm.masked.load.v8f32.p1(ptr addrspace(1) align 4 %at.b, <8 x i1> %mask, <8 x float> poison)
  %more = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %others, <8 x float> %factor, <8 x float> %sum)
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 64
  br i1 %again, label %loop, label %end

end:
  %row.c = getelementptr [8 x float], ptr addrspace(1) %c, i64 %y
  %at.c = getelementptr float, ptr addrspace(1) %row.c, i64 %x
  call void @llvm.masked.store.v8f32.p1(<8 x float> %more, ptr addrspace(1) align 4 %at.c, <8 x i1> %mask)
  br label %return

return:
  ret void
}

; What decides was read from memory: one after the other.
; CHECK-LABEL: define spir_kernel void @read(
; CHECK-NOT: together
; CHECK: phi <8 x float>
; CHECK-NOT: phi <8 x float>
define spir_kernel void @read(ptr addrspace(1) %c, ptr addrspace(1) %limits)
    !reqd_work_group_size !0 !vecz.vectorized !2 {
  ret void
}

define internal spir_func void @read.vecz.8(ptr addrspace(1) %c, ptr addrspace(1) %limits) {
entry:
  %x = call spir_func i64 @__mux_get_local_id(i32 0)
  %y = call spir_func i64 @__mux_get_global_id(i32 1)
  %at.limit = getelementptr i64, ptr addrspace(1) %limits, i64 %y
  %limit = load i64, ptr addrspace(1) %at.limit
  %at.c = getelementptr float, ptr addrspace(1) %c, i64 %x
  %in = icmp slt i64 %y, %limit
  br i1 %in, label %loop, label %return

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %more, %loop ]
  %row = add i64 %y, %i
  %row.c = getelementptr [8 x float], ptr addrspace(1) %at.c, i64 %row
  %read = load <8 x float>, ptr addrspace(1) %row.c
  %more = fadd <8 x float> %sum, %read
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 100
  br i1 %again, label %loop, label %end

end:
  store <8 x float> %more, ptr addrspace(1) %at.c
  br label %return

return:
  ret void
}

; Work-items that end elsewhere go on to other regions.
; CHECK-LABEL: define spir_kernel void @ends(
; CHECK-NOT: together
define spir_kernel void @ends(ptr addrspace(1) %c, i64 %rows)
    !reqd_work_group_size !0 !vecz.vectorized !3 {
  %y = call spir_func i64 @__mux_get_global_id(i32 1)
  %in = icmp slt i64 %y, %rows
  br i1 %in, label %more, label %return

more:
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 8)
  br label %return

return:
  ret void
}

define internal spir_func void @ends.vecz.8(ptr addrspace(1) %c, i64 %rows) {
entry:
  %x = call spir_func i64 @__mux_get_local_id(i32 0)
  %y = call spir_func i64 @__mux_get_global_id(i32 1)
  %at.c = getelementptr float, ptr addrspace(1) %c, i64 %x
  %in = icmp slt i64 %y, %rows
  br i1 %in, label %loop, label %return

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %more, %loop ]
  %row = add i64 %y, %i
  %row.c = getelementptr [8 x float], ptr addrspace(1) %at.c, i64 %row
  %read = load <8 x float>, ptr addrspace(1) %row.c
  %more = fadd <8 x float> %sum, %read
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 100
  br i1 %again, label %loop, label %end

end:
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 8)
  store <8 x float> %more, ptr addrspace(1) %at.c
  br label %return

return:
  ret void
}

declare void @__mux_work_group_barrier(i32, i32, i32) convergent
declare <8 x float> @llvm.fmuladd.v8f32(<8 x float>, <8 x float>, <8 x float>)
declare <8 x float> @llvm.masked.load.v8f32.p1(ptr addrspace(1), <8 x i1>, <8 x float>)
declare void @llvm.masked.store.v8f32.p1(<8 x float>, ptr addrspace(1), <8 x i1>)

!0 = !{i32 8, i32 2, i32 1}
!1 = !{ptr @k.vecz.8, i32 8, i32 0}
!2 = !{ptr @read.vecz.8, i32 8, i32 0}
!3 = !{ptr @ends.vecz.8, i32 8, i32 0}
