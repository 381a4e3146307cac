; A value that is the same for all work-items of a group is kept once for the group: regions read what
; the one before has left, and what they write is passed on behind the loop. Varying values are kept
; for each work-item, as are results of loops that work-items may leave at different times.
; RUN: muxc --passes=number-barriers,work-item-loops %s | FileCheck %s

declare spir_func void @__mux_work_group_barrier(i32, i32, i32)
declare spir_func i64 @__mux_get_local_id(i32)
declare spir_func i64 @__mux_get_local_size(i32)
declare i32 @llvm.umin.i32(i32, i32)

; CHECK-LABEL: define spir_kernel void @halves(
; CHECK: %[[NOW:shared.*]] = alloca i64
; CHECK: %[[NEXT:shared.*]] = alloca i64
; CHECK: region.1:
; CHECK: x{{.*}}:
; CHECK: [[S:%.*]] = load i64, ptr %[[NOW]]
; CHECK: [[HALF:%.*]] = lshr i64 [[S]], 1
; CHECK: store i64 [[HALF]], ptr %[[NEXT]]
; CHECK: [[LEFT:%.*]] = load i64, ptr %[[NEXT]]
; CHECK: store i64 [[LEFT]], ptr %[[NOW]]
define spir_kernel void @halves(ptr addrspace(1) %p) {
entry:
  %size = call spir_func i64 @__mux_get_local_size(i32 0)
  %half = udiv i64 %size, 3
  br label %loop
loop:
  %s = phi i64 [ %half, %entry ], [ %next, %loop ]
  call spir_func void @__mux_work_group_barrier(i32 0, i32 1, i32 0)
  %next = lshr i64 %s, 1
  %more = icmp ne i64 %next, 0
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define spir_kernel void @differs(
; CHECK-NOT: alloca
; CHECK: ret void
define spir_kernel void @differs(ptr addrspace(1) %p) {
entry:
  %id = call spir_func i64 @__mux_get_local_id(i32 1)
  br label %loop
loop:
  %n = phi i64 [ 5, %entry ], [ %m, %loop ]
  %m = mul i64 %n, 7
  %more = icmp ult i64 %m, %id
  br i1 %more, label %loop, label %behind
behind:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 1, i32 0)
  store i64 %m, ptr addrspace(1) %p
  ret void
}
