; Loops are unrolled completely that count through a private array which registers can hold; not those of a larger one, of an
; element that something else chooses, of a number of iterations that is not known, or with a hint.
; RUN: muxc --passes=cuda-unroll-private-arrays %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

; CHECK-LABEL: @counted(
; CHECK: br label %row, !llvm.loop [[FULL:![0-9]+]]
; CHECK: br i1 %more, label %column, label %next, !llvm.loop [[INNER:![0-9]+]]
define void @counted(float %x) {
entry:
  %array = alloca [8 x [8 x float]]
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %i1, %next ]
  %inside = icmp ult i64 %i, 8
  br i1 %inside, label %column, label %end
next:
  %i1 = add nuw nsw i64 %i, 1
  br label %row
column:
  %j = phi i64 [ 0, %row ], [ %j1, %column ]
  %place = getelementptr inbounds [8 x [8 x float]], ptr %array, i64 0, i64 %i, i64 %j
  store float %x, ptr %place
  %j1 = add nuw nsw i64 %j, 1
  %more = icmp ult i64 %j1, 8
  br i1 %more, label %column, label %next
end:
  ret void
}

; CHECK-LABEL: @large(
; CHECK: br i1 %more, label %loop, label %end{{$}}
define void @large(float %x) {
entry:
  %array = alloca [256 x float]
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %place = getelementptr inbounds float, ptr %array, i64 %i
  store float %x, ptr %place
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, 8
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: @chosen(
; CHECK: br i1 %more, label %loop, label %end{{$}}
define ptx_kernel void @chosen(ptr addrspace(1) %places) {
entry:
  %array = alloca [8 x float]
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %from = getelementptr inbounds i64, ptr addrspace(1) %places, i64 %i
  %where = load i64, ptr addrspace(1) %from
  %place = getelementptr inbounds float, ptr %array, i64 %where
  store float 1.0, ptr %place
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, 8
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: @unknown(
; CHECK: br i1 %more, label %loop, label %end{{$}}
define void @unknown(i64 %n) {
entry:
  %array = alloca [8 x float]
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %place = getelementptr inbounds float, ptr %array, i64 %i
  store float 1.0, ptr %place
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: @hinted(
; CHECK: br i1 %more, label %loop, label %end, !llvm.loop [[HINTED:![0-9]+]]
define void @hinted(float %x) {
entry:
  %array = alloca [8 x float]
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %place = getelementptr inbounds float, ptr %array, i64 %i
  store float %x, ptr %place
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, 8
  br i1 %more, label %loop, label %end, !llvm.loop !0
end:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}

; CHECK-DAG: [[FULL]] = distinct !{[[FULL]], [[HINT:![0-9]+]]}
; CHECK-DAG: [[INNER]] = distinct !{[[INNER]], [[HINT]]}
; CHECK-DAG: [[HINT]] = !{!"llvm.loop.unroll.full"}
; CHECK-DAG: [[HINTED]] = distinct !{[[HINTED]], [[OFF:![0-9]+]]}
; CHECK-DAG: [[OFF]] = !{!"llvm.loop.unroll.disable"}
