; A loop whose counter decides which lanes are read is unrolled; one that runs an unknown number of times, one with a
; barrier, and one in which the counter has nothing to do with the lane that is read, stay.
; RUN: veczc --step=unroll-lane-reads %s | FileCheck %s

declare i64 @vecz.lane(i32) memory(none)
declare i32 @vecz.read.i32(i32, i32) convergent memory(inaccessiblemem: readwrite)
declare void @__mux_work_group_barrier(i32, i32, i32) convergent

define i32 @butterfly(i32 %x) {
; CHECK-LABEL: @butterfly(
; CHECK-COUNT-3: call i32 @vecz.read.i32
; CHECK-NOT: call i32 @vecz.read.i32
; CHECK: ret i32
entry:
  %lane = call i64 @vecz.lane(i32 0)
  %number = trunc i64 %lane to i32
  br label %around
around:
  %d = phi i32 [ 1, %entry ], [ %next, %around ]
  %sum = phi i32 [ %x, %entry ], [ %both, %around ]
  %from = xor i32 %number, %d
  %other = call i32 @vecz.read.i32(i32 %sum, i32 %from)
  %both = add i32 %sum, %other
  %next = shl nuw nsw i32 %d, 1
  %more = icmp ult i32 %next, 8
  br i1 %more, label %around, label %end
end:
  %r = phi i32 [ %both, %around ]
  ret i32 %r
}

define i32 @unknown(i32 %x, i32 %n) {
; CHECK-LABEL: @unknown(
; CHECK-COUNT-1: call i32 @vecz.read.i32
; CHECK-NOT: call i32 @vecz.read.i32
; CHECK: br i1 %more, label %around, label %end
entry:
  %lane = call i64 @vecz.lane(i32 0)
  %number = trunc i64 %lane to i32
  br label %around
around:
  %d = phi i32 [ 1, %entry ], [ %next, %around ]
  %sum = phi i32 [ %x, %entry ], [ %both, %around ]
  %from = xor i32 %number, %d
  %other = call i32 @vecz.read.i32(i32 %sum, i32 %from)
  %both = add i32 %sum, %other
  %next = add nuw nsw i32 %d, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %around, label %end
end:
  %r = phi i32 [ %both, %around ]
  ret i32 %r
}

define i32 @barrier(i32 %x) {
; CHECK-LABEL: @barrier(
; CHECK: br i1 %more, label %around, label %end
entry:
  %lane = call i64 @vecz.lane(i32 0)
  %number = trunc i64 %lane to i32
  br label %around
around:
  %d = phi i32 [ 1, %entry ], [ %next, %around ]
  %sum = phi i32 [ %x, %entry ], [ %both, %around ]
  %from = xor i32 %number, %d
  %other = call i32 @vecz.read.i32(i32 %sum, i32 %from)
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %both = add i32 %sum, %other
  %next = add nuw nsw i32 %d, 1
  %more = icmp ult i32 %next, 4
  br i1 %more, label %around, label %end
end:
  %r = phi i32 [ %both, %around ]
  ret i32 %r
}

define i32 @always_the_same(i32 %x) {
; CHECK-LABEL: @always_the_same(
; CHECK: br i1 %more, label %around, label %end
entry:
  %lane = call i64 @vecz.lane(i32 0)
  %number = trunc i64 %lane to i32
  %from = xor i32 %number, 1
  br label %around
around:
  %d = phi i32 [ 1, %entry ], [ %next, %around ]
  %sum = phi i32 [ %x, %entry ], [ %both, %around ]
  %other = call i32 @vecz.read.i32(i32 %sum, i32 %from)
  %both = add i32 %sum, %other
  %next = add nuw nsw i32 %d, 1
  %more = icmp ult i32 %next, 4
  br i1 %more, label %around, label %end
end:
  %r = phi i32 [ %both, %around ]
  ret i32 %r
}
