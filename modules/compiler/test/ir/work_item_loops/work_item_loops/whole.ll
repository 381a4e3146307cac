; Where one region is worth doing for all rows of a group at once, others are done so as well, and what work-items keep
; across the barrier has constant places, which become registers.
; RUN: muxc --passes=number-barriers,work-item-loops %s | FileCheck %s

declare spir_func i64 @__mux_get_local_id(i32) memory(none)
declare spir_func void @__mux_work_group_barrier(i32, i32, i32)

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: %kept = alloca [64 x i8]
; CHECK-NOT: __mux_get_private_scratch
; CHECK-NOT: phi i64 [ 0, %entry ]
; CHECK: [[SECOND:%.*]] = getelementptr inbounds [32 x i8], ptr %kept, i64 1
; CHECK-COUNT-2: load <8 x float>
; CHECK: store <8 x float>
; CHECK: store <8 x float> %{{.*}}, ptr [[SECOND]]
; CHECK: region.1:
; CHECK: loop{{.*}}:
; CHECK-COUNT-2: phi <8 x float>
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %c, ptr addrspace(1) %b)
    !reqd_work_group_size !0 !vecz.vectorized !1 {
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  ret void
}

define internal spir_func void @k.vecz.8(ptr addrspace(1) %c, ptr addrspace(1) %b) {
entry:
  %x = call spir_func i64 @__mux_get_local_id(i32 0)
  %y = call spir_func i64 @__mux_get_local_id(i32 1)
  %row.c = getelementptr [8 x float], ptr addrspace(1) %c, i64 %y
  %at.c = getelementptr float, ptr addrspace(1) %row.c, i64 %x
  %first = load <8 x float>, ptr addrspace(1) %at.c
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <8 x float> [ %first, %entry ], [ %more, %loop ]
  %row.b = getelementptr [8 x float], ptr addrspace(1) %b, i64 %i
  %at.b = getelementptr float, ptr addrspace(1) %row.b, i64 %x
  %others = load <8 x float>, ptr addrspace(1) %at.b
  %more = fadd <8 x float> %sum, %others
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 64
  br i1 %again, label %loop, label %end

end:
  store <8 x float> %more, ptr addrspace(1) %at.c
  ret void
}

; More than registers hold: in the group's memory, row after row in the first region.
; CHECK-LABEL: define spir_kernel void @large(
; CHECK-NOT: %kept
; CHECK: __mux_get_private_scratch
define spir_kernel void @large(ptr addrspace(1) %c, ptr addrspace(1) %b)
    !reqd_work_group_size !0 !vecz.vectorized !2 {
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  ret void
}

define internal spir_func void @large.vecz.8(ptr addrspace(1) %c, ptr addrspace(1) %b) {
entry:
  %x = call spir_func i64 @__mux_get_local_id(i32 0)
  %y = call spir_func i64 @__mux_get_local_id(i32 1)
  %row.c = getelementptr [8 x float], ptr addrspace(1) %c, i64 %y
  %at.c = getelementptr float, ptr addrspace(1) %row.c, i64 %x
  %large = alloca [1024 x float]
  %first = load <8 x float>, ptr addrspace(1) %at.c
  store <8 x float> %first, ptr %large
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %more, %loop ]
  %at.large = getelementptr float, ptr %large, i64 %i
  %others = load <8 x float>, ptr %at.large
  %more = fadd <8 x float> %sum, %others
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 64
  br i1 %again, label %loop, label %end

end:
  store <8 x float> %more, ptr addrspace(1) %at.c
  ret void
}

!0 = !{i32 8, i32 2, i32 1}
!1 = !{ptr @k.vecz.8, i32 8, i32 0}
!2 = !{ptr @large.vecz.8, i32 8, i32 0}
