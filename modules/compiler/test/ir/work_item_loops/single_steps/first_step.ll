; Code for one work-item of the first step runs without a loop over the others; a loop that does
; something in each step, or for a work-item of a later step, or that gives a value, stays.
; RUN: muxc --passes=single-steps %s | FileCheck %s

define void @first(ptr %p, i64 %n) {
; CHECK-LABEL: define void @first(
; CHECK: [[IS:%.*]] = icmp ult i32 {{.*}}, 8
; CHECK-NEXT: br i1 [[IS]], label %only, label %next
; CHECK: store i32 5, ptr %p
; CHECK: br label %end
; CHECK: end:
entry:
  br label %x
x:
  %i = phi i64 [ 0, %entry ], [ %more, %next ]
  %low = trunc i64 %i to i32
  %distance = sub i32 3, %low
  %is = icmp ult i32 %distance, 8
  br i1 %is, label %only, label %next
only:
  store i32 5, ptr %p
  br label %next
next:
  %more = add nuw nsw i64 %i, 8
  %c = icmp ult i64 %more, %n
  br i1 %c, label %x, label %end, !llvm.loop !0
end:
  ret void
}

define void @scalar(ptr %p, i64 %n) {
; CHECK-LABEL: define void @scalar(
; CHECK: store i32 5, ptr %p
; CHECK: br label %end
; CHECK: end:
entry:
  br label %x
x:
  %i = phi i64 [ 0, %entry ], [ %more, %next ]
  %is = icmp eq i64 %i, 0
  br i1 %is, label %only, label %next
only:
  store i32 5, ptr %p
  br label %next
next:
  %more = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %more, %n
  br i1 %c, label %x, label %end
end:
  ret void
}

define void @later(ptr %p, i64 %n) {
; CHECK-LABEL: define void @later(
; CHECK: br i1 %c, label %x, label %end
entry:
  br label %x
x:
  %i = phi i64 [ 0, %entry ], [ %more, %next ]
  %low = trunc i64 %i to i32
  %distance = sub i32 9, %low
  %is = icmp ult i32 %distance, 8
  br i1 %is, label %only, label %next
only:
  store i32 5, ptr %p
  br label %next
next:
  %more = add nuw nsw i64 %i, 8
  %c = icmp ult i64 %more, %n
  br i1 %c, label %x, label %end
end:
  ret void
}

define void @each(ptr %p, i64 %n) {
; CHECK-LABEL: define void @each(
; CHECK: br i1 %c, label %x, label %end
entry:
  br label %x
x:
  %i = phi i64 [ 0, %entry ], [ %more, %next ]
  %is = icmp eq i64 %i, 0
  br i1 %is, label %only, label %next
only:
  store i32 5, ptr %p
  br label %next
next:
  %q = getelementptr i32, ptr %p, i64 %i
  store i32 6, ptr %q
  %more = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %more, %n
  br i1 %c, label %x, label %end
end:
  ret void
}

define i64 @value(ptr %p, i64 %n) {
; CHECK-LABEL: define i64 @value(
; CHECK: br i1 %c, label %x, label %end
entry:
  br label %x
x:
  %i = phi i64 [ 0, %entry ], [ %more, %next ]
  %is = icmp eq i64 %i, 0
  br i1 %is, label %only, label %next
only:
  store i32 5, ptr %p
  br label %next
next:
  %more = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %more, %n
  br i1 %c, label %x, label %end
end:
  ret i64 %more
}

; The inner loop may be left after the first step; the outer one only if nothing else is done in its later steps.
define void @nested(ptr %p, i64 %n, i64 %m) {
; CHECK-LABEL: define void @nested(
; CHECK: br label %row.next
; CHECK: br i1 %d, label %row, label %end
entry:
  br label %row
row:
  %j = phi i64 [ 0, %entry ], [ %another, %row.next ]
  br label %x
x:
  %i = phi i64 [ 0, %row ], [ %more, %next ]
  %is = icmp eq i64 %i, 0
  br i1 %is, label %only, label %next
only:
  %q = getelementptr i32, ptr %p, i64 %j
  store i32 5, ptr %q
  br label %next
next:
  %more = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %more, %n
  br i1 %c, label %x, label %row.next
row.next:
  %another = add nuw nsw i64 %j, 1
  %d = icmp ult i64 %another, %m
  br i1 %d, label %row, label %end
end:
  ret void
}

; The counter of another loop may wrap, itself or its low bits: the code for 0 runs again.
define void @wraps(ptr %p) {
; CHECK-LABEL: define void @wraps(
; CHECK: br i1 %c, label %x, label %end
entry:
  br label %x
x:
  %i = phi i8 [ 0, %entry ], [ %more, %next ]
  %is = icmp eq i8 %i, 0
  br i1 %is, label %only, label %next
only:
  %old = load i32, ptr %p
  %new = add i32 %old, 1
  store i32 %new, ptr %p
  br label %next
next:
  %more = add i8 %i, 1
  %now = load i32, ptr %p
  %c = icmp slt i32 %now, 5
  br i1 %c, label %x, label %end
end:
  ret void
}

define void @low_bits(ptr %p, i64 %n) {
; CHECK-LABEL: define void @low_bits(
; CHECK: br i1 %c, label %x, label %end
entry:
  br label %x
x:
  %i = phi i64 [ 0, %entry ], [ %more, %next ]
  %low = trunc i64 %i to i32
  %is = icmp eq i32 %low, 0
  br i1 %is, label %only, label %next
only:
  %q = getelementptr i32, ptr %p, i64 %i
  store i32 5, ptr %q
  br label %next
next:
  %more = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %more, %n
  br i1 %c, label %x, label %end
end:
  ret void
}

; Nor are 8 bits of a work-item's number 0 in the first step alone.
define void @byte(ptr %p, i64 %n) {
; CHECK-LABEL: define void @byte(
; CHECK: br i1 %c, label %x, label %end
entry:
  br label %x
x:
  %i = phi i64 [ 0, %entry ], [ %more, %next ]
  %low = trunc i64 %i to i8
  %is = icmp eq i8 %low, 0
  br i1 %is, label %only, label %next
only:
  %q = getelementptr i32, ptr %p, i64 %i
  store i32 5, ptr %q
  br label %next
next:
  %more = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %more, %n
  br i1 %c, label %x, label %end, !llvm.loop !0
end:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"lanewise.loop.items"}
