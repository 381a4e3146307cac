; A region with a loop that adds up vectors does two rows at once where the sizes are known: values
; that do not depend on the row are loaded once. The rows' own values are stored row by row.
; RUN: muxc --passes=number-barriers,work-item-loops %s | FileCheck %s

declare spir_func i64 @__mux_get_local_id(i32) memory(none)
declare spir_func i64 @__mux_get_global_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: [[ROW:%row.*]] = phi i64 [ 0, %{{.*}} ], [ [[NEXT:%.*]], %{{.*}} ]
; CHECK: [[FIRST:%y.*]] = phi
; CHECK: add nuw nsw i64 [[FIRST]], 1
; CHECK: loop{{.*}}:
; CHECK: phi <8 x float>
; CHECK: phi <8 x float>
; CHECK-NOT: phi <8 x float>
; CHECK: [[B:%.*]] = load <8 x float>, ptr addrspace(1) %at.b
; CHECK: fmuladd{{.*}}<8 x float> [[B]]
; CHECK: fmuladd{{.*}}<8 x float> [[B]]
; CHECK: store <8 x float>
; CHECK: store <8 x float>
; CHECK: add nuw nsw i64 [[FIRST]], 2
; CHECK: [[NEXT]] = add nuw nsw i64 [[ROW]], 2
define spir_kernel void @k(ptr addrspace(1) %c, ptr addrspace(1) %a, ptr addrspace(1) %b)
    !reqd_work_group_size !0 !vecz.vectorized !1 {
  ret void
}

define internal spir_func void @k.vecz.8(ptr addrspace(1) %c, ptr addrspace(1) %a,
                                         ptr addrspace(1) %b) {
entry:
  %x = call spir_func i64 @__mux_get_local_id(i32 0)
  %y = call spir_func i64 @__mux_get_local_id(i32 1)
  %row.a = getelementptr [64 x float], ptr addrspace(1) %a, i64 %y
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %more, %loop ]
  %at.a = getelementptr float, ptr addrspace(1) %row.a, i64 %i
  %one = load float, ptr addrspace(1) %at.a
  %insert = insertelement <8 x float> poison, float %one, i64 0
  %factor = shufflevector <8 x float> %insert, <8 x float> poison, <8 x i32> zeroinitializer
  %row.b = getelementptr [8 x float], ptr addrspace(1) %b, i64 %i
  %at.b = getelementptr float, ptr addrspace(1) %row.b, i64 %x
  %others = load <8 x float>, ptr addrspace(1) %at.b
  %more = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %others, <8 x float> %factor, <8 x float> %sum)
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 64
  br i1 %again, label %loop, label %end

end:
  %row.c = getelementptr [8 x float], ptr addrspace(1) %c, i64 %y
  %at.c = getelementptr float, ptr addrspace(1) %row.c, i64 %x
  store <8 x float> %more, ptr addrspace(1) %at.c
  ret void
}

; Rows may take different ways, or their loops end at different times: one after the other.
; CHECK-LABEL: define spir_kernel void @other_ways(
; CHECK: phi <8 x float>
; CHECK-NOT: phi <8 x float>
define spir_kernel void @other_ways(ptr addrspace(1) %c) !reqd_work_group_size !0 !vecz.vectorized !2 {
  ret void
}

define internal spir_func void @other_ways.vecz.8(ptr addrspace(1) %c) {
entry:
  %x = call spir_func i64 @__mux_get_local_id(i32 0)
  %y = call spir_func i64 @__mux_get_local_id(i32 1)
  %at.c = getelementptr float, ptr addrspace(1) %c, i64 %x
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %more, %loop ]
  %read = load <8 x float>, ptr addrspace(1) %at.c
  %more = fadd <8 x float> %sum, %read
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %y
  br i1 %again, label %loop, label %end

end:
  %row.c = getelementptr [8 x float], ptr addrspace(1) %at.c, i64 %y
  store <8 x float> %more, ptr addrspace(1) %row.c
  ret void
}

; Steps of a row likewise, if a row has several.
; CHECK-LABEL: define spir_kernel void @steps(
; CHECK: [[X:%x.*]] = phi i64 [ 0, {{.*}} ], [ [[NEXT:%.*]], {{.*}} ]
; CHECK: add nuw nsw i64 [[X]], 8
; CHECK: add nuw nsw i64 [[X]], 16
; CHECK: add nuw nsw i64 [[X]], 24
; CHECK-COUNT-4: phi <8 x float>
; CHECK-COUNT-4: fadd <8 x float>
; CHECK: [[NEXT]] = add nuw nsw i64 [[X]], 32
define spir_kernel void @steps(ptr addrspace(1) %c) !reqd_work_group_size !3 !vecz.vectorized !4 {
  ret void
}

define internal spir_func void @steps.vecz.8(ptr addrspace(1) %c) {
entry:
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %at.c = getelementptr float, ptr addrspace(1) %c, i64 %id
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %more, %loop ]
  %row.c = getelementptr [32 x float], ptr addrspace(1) %at.c, i64 %i
  %read = load <8 x float>, ptr addrspace(1) %row.c
  %more = fadd <8 x float> %sum, %read
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 100
  br i1 %again, label %loop, label %end

end:
  store <8 x float> %more, ptr addrspace(1) %at.c
  ret void
}

declare <8 x float> @llvm.fmuladd.v8f32(<8 x float>, <8 x float>, <8 x float>)

!0 = !{i32 8, i32 2, i32 1}
!1 = !{ptr @k.vecz.8, i32 8, i32 0}
!2 = !{ptr @other_ways.vecz.8, i32 8, i32 0}
!3 = !{i32 32, i32 1, i32 1}
!4 = !{ptr @steps.vecz.8, i32 8, i32 0}
