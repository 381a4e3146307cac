; Rows that are done at once have variables of their own, also where these are too large for the stack.
; RUN: muxc --passes=number-barriers,work-item-loops %s | FileCheck %s

declare spir_func i64 @__mux_get_local_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-SAME: [[ATTRIBUTES:#[0-9]+]]
; CHECK-NOT: alloca [1000
; CHECK: [[SCRATCH:%.*]] = call ptr @__mux_get_private_scratch()
; CHECK-NEXT: [[SECOND:%.*]] = getelementptr inbounds i8, ptr [[SCRATCH]], i64 32000
; CHECK-DAG: getelementptr <8 x float>, ptr [[SCRATCH]], i64 %
; CHECK-DAG: getelementptr <8 x float>, ptr [[SECOND]], i64 %
; CHECK: add nuw nsw i64 %row{{.*}}, 2
; CHECK: attributes [[ATTRIBUTES]] = { {{.*}}"lanewise-scratch-fixed"="64000"
define spir_kernel void @k(ptr addrspace(1) %c, ptr addrspace(1) %a, ptr addrspace(1) %b)
    !reqd_work_group_size !0 !vecz.vectorized !1 {
  ret void
}

define internal spir_func void @k.vecz.8(ptr addrspace(1) %c, ptr addrspace(1) %a,
                                         ptr addrspace(1) %b) {
entry:
  %w = alloca [1000 x <8 x float>]
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
  %at.w = getelementptr <8 x float>, ptr %w, i64 %i
  store <8 x float> %factor, ptr %at.w
  %more = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %others, <8 x float> %factor, <8 x float> %sum)
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 64
  br i1 %again, label %loop, label %end

end:
  %at.last = getelementptr <8 x float>, ptr %w, i64 7
  %last = load <8 x float>, ptr %at.last
  %all = fadd <8 x float> %more, %last
  %row.c = getelementptr [8 x float], ptr addrspace(1) %c, i64 %y
  %at.c = getelementptr float, ptr addrspace(1) %row.c, i64 %x
  store <8 x float> %all, ptr addrspace(1) %at.c
  ret void
}

declare <8 x float> @llvm.fmuladd.v8f32(<8 x float>, <8 x float>, <8 x float>)

!0 = !{i32 8, i32 2, i32 1}
!1 = !{ptr @k.vecz.8, i32 8, i32 0}
