; A property that a pass has established holds after all that follow, LLVM's included, until one
; ends it: unrolling copies a barrier, whose number then stands there twice. Behind work-item-loops
; there are no barriers to number.
; RUN: muxc --passes=number-barriers %s | FileCheck %s
; RUN: muxc --passes=loop-unroll-full %s | FileCheck %s --check-prefix=COPIES
; RUN: not muxc --passes=number-barriers,loop-unroll-full %s 2>&1 | FileCheck %s --check-prefix=BROKEN
; RUN: muxc --passes=loop-unroll-full,number-barriers %s | FileCheck %s --check-prefix=LATER
; RUN: muxc --passes=number-barriers,work-item-loops,loop-unroll-full %s | FileCheck %s --check-prefix=ENDED

; CHECK-COUNT-1: call void @__mux_work_group_barrier(i32 1,
; COPIES-COUNT-2: call void @__mux_work_group_barrier(i32 0,
; BROKEN: muxc: error: after loop-unroll-full: 'barriers numbered' does not hold: in k:  call void @__mux_work_group_barrier(i32 1,
; LATER: call void @__mux_work_group_barrier(i32 1,
; LATER: call void @__mux_work_group_barrier(i32 2,
; ENDED: define spir_kernel void @k(
; ENDED-NOT: call void @__mux_work_group_barrier

declare void @__mux_work_group_barrier(i32, i32, i32)

define spir_kernel void @k(ptr addrspace(1) %out) {
entry:
  br label %around
around:
  %i = phi i32 [ 0, %entry ], [ %next, %around ]
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %i, ptr addrspace(1) %p
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 1)
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, 2
  br i1 %more, label %around, label %end
end:
  ret void
}
