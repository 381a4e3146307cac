; A loop that takes the least of numbers which are far apart is done for several vectors at once, so that each iteration loads what
; stands side by side; not where it goes through memory element by element, as one cache line then serves several iterations.
; RUN: muxc --passes=number-barriers,work-item-loops %s | FileCheck %s

declare spir_func i64 @__mux_get_local_id(i32) memory(none)
declare <8 x i32> @llvm.smin.v8i32(<8 x i32>, <8 x i32>)

; CHECK-LABEL: define spir_kernel void @far(
; CHECK: loop{{.*}}:
; CHECK-COUNT-8: phi <8 x i32>
; CHECK-NOT: phi <8 x i32>
; CHECK-COUNT-8: call <8 x i32> @llvm.smin.v8i32(
; CHECK-NOT: call <8 x i32> @llvm.smin.v8i32(
; CHECK: ret void
define spir_kernel void @far(ptr addrspace(1) %out, ptr addrspace(1) %in, i64 %stride)
    !reqd_work_group_size !0 !vecz.vectorized !1 {
  ret void
}

define internal spir_func void @far.vecz.8(ptr addrspace(1) %out, ptr addrspace(1) %in, i64 %stride) {
entry:
  %x = call spir_func i64 @__mux_get_local_id(i32 0)
  %first = getelementptr i32, ptr addrspace(1) %in, i64 %x
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %least = phi <8 x i32> [ splat (i32 100), %entry ], [ %less, %loop ]
  %distance = mul i64 %i, %stride
  %at = getelementptr i32, ptr addrspace(1) %first, i64 %distance
  %some = load <8 x i32>, ptr addrspace(1) %at, align 4
  %less = call <8 x i32> @llvm.smin.v8i32(<8 x i32> %some, <8 x i32> %least)
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 64
  br i1 %again, label %loop, label %end

end:
  %at.out = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store <8 x i32> %less, ptr addrspace(1) %at.out, align 4
  ret void
}

; CHECK-LABEL: define spir_kernel void @near(
; CHECK: loop{{.*}}:
; CHECK: phi <8 x i32>
; CHECK-NOT: phi <8 x i32>
; CHECK: call <8 x i32> @llvm.smin.v8i32(
; CHECK-NOT: call <8 x i32> @llvm.smin.v8i32(
; CHECK: ret void
define spir_kernel void @near(ptr addrspace(1) %out, ptr addrspace(1) %in)
    !reqd_work_group_size !0 !vecz.vectorized !2 {
  ret void
}

define internal spir_func void @near.vecz.8(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %x = call spir_func i64 @__mux_get_local_id(i32 0)
  %first = getelementptr i32, ptr addrspace(1) %in, i64 %x
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %least = phi <8 x i32> [ splat (i32 100), %entry ], [ %less, %loop ]
  %at = getelementptr i32, ptr addrspace(1) %first, i64 %i
  %some = load <8 x i32>, ptr addrspace(1) %at, align 4
  %less = call <8 x i32> @llvm.smin.v8i32(<8 x i32> %some, <8 x i32> %least)
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 64
  br i1 %again, label %loop, label %end

end:
  %at.out = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store <8 x i32> %less, ptr addrspace(1) %at.out, align 4
  ret void
}

; Likewise where it counts with atomic operations, which every work-item does, also where all add the same at one place; not where
; they order other accesses.
; CHECK-LABEL: define spir_kernel void @counts(
; CHECK: loop{{.*}}:
; CHECK-COUNT-8: load <8 x i32>
; CHECK-NOT: load <8 x i32>
; CHECK: ret void
define spir_kernel void @counts(ptr addrspace(3) %bins, ptr addrspace(1) %in, i64 %stride)
    !reqd_work_group_size !0 !vecz.vectorized !3 {
  ret void
}

define internal spir_func void @counts.vecz.8(ptr addrspace(3) %bins, ptr addrspace(1) %in, i64 %stride) {
entry:
  %x = call spir_func i64 @__mux_get_local_id(i32 0)
  %first = getelementptr i32, ptr addrspace(1) %in, i64 %x
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %distance = mul i64 %i, %stride
  %at = getelementptr i32, ptr addrspace(1) %first, i64 %distance
  %some = load <8 x i32>, ptr addrspace(1) %at, align 4
  %lane = extractelement <8 x i32> %some, i64 7
  %bin = getelementptr i32, ptr addrspace(3) %bins, i32 %lane
  %before = atomicrmw volatile add ptr addrspace(3) %bin, i32 1 monotonic, align 4
  %all = atomicrmw volatile add ptr addrspace(3) %bins, i32 8 monotonic, align 4
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 64
  br i1 %again, label %loop, label %end

end:
  ret void
}

; CHECK-LABEL: define spir_kernel void @orders(
; CHECK: load <8 x i32>
; CHECK-NOT: load <8 x i32>
; CHECK: ret void
define spir_kernel void @orders(ptr addrspace(3) %bins, ptr addrspace(1) %in, i64 %stride)
    !reqd_work_group_size !0 !vecz.vectorized !4 {
  ret void
}

define internal spir_func void @orders.vecz.8(ptr addrspace(3) %bins, ptr addrspace(1) %in, i64 %stride) {
entry:
  %x = call spir_func i64 @__mux_get_local_id(i32 0)
  %first = getelementptr i32, ptr addrspace(1) %in, i64 %x
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %distance = mul i64 %i, %stride
  %at = getelementptr i32, ptr addrspace(1) %first, i64 %distance
  %some = load <8 x i32>, ptr addrspace(1) %at, align 4
  %lane = extractelement <8 x i32> %some, i64 7
  %bin = getelementptr i32, ptr addrspace(3) %bins, i32 %lane
  %before = atomicrmw volatile add ptr addrspace(3) %bin, i32 1 acq_rel, align 4
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 64
  br i1 %again, label %loop, label %end

end:
  ret void
}

!0 = !{i32 64, i32 1, i32 1}
!1 = !{ptr @far.vecz.8, i32 8, i32 0}
!2 = !{ptr @near.vecz.8, i32 8, i32 0}
!3 = !{ptr @counts.vecz.8, i32 8, i32 0}
!4 = !{ptr @orders.vecz.8, i32 8, i32 0}
