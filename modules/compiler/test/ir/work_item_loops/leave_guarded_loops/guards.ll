; A loop is left when the condition around all that it does has become false for good.
; RUN: muxc --passes=leave-guarded-loops %s | FileCheck %s

; CHECK-LABEL: @below(
; CHECK: loop:
; CHECK: br i1 %less, label %body, label %end
; CHECK: next:
; CHECK-NEXT: %y = add nuw nsw i64 %x, 8
; CHECK: end:
; CHECK-NEXT: ret void
define void @below(ptr %p, i64 %s) {
entry:
  br label %loop
loop:
  %x = phi i64 [ 0, %entry ], [ %y, %next ]
  %less = icmp ult i64 %x, %s
  br i1 %less, label %body, label %next
body:
  %q = getelementptr i64, ptr %p, i64 %x
  store i64 %x, ptr %q
  br label %next
next:
  %y = add nuw nsw i64 %x, 8
  %more = icmp ult i64 %y, 256
  br i1 %more, label %loop, label %end
end:
  ret void
}

; The other way round, signed, with a value that the body changes.
; CHECK-LABEL: @above(
; CHECK: br i1 %over, label %end, label %body
; CHECK: end:
; CHECK-NEXT: %result = phi i32 [ %both, %next ], [ %sum, %loop ]
define i32 @above(ptr %p, i64 %s) {
entry:
  br label %loop
loop:
  %x = phi i64 [ 0, %entry ], [ %y, %next ]
  %sum = phi i32 [ 0, %entry ], [ %both, %next ]
  %over = icmp sle i64 %s, %x
  br i1 %over, label %next, label %body
body:
  %q = getelementptr i32, ptr %p, i64 %x
  %v = load i32, ptr %q
  %more.sum = add i32 %sum, %v
  br label %next
next:
  %both = phi i32 [ %sum, %loop ], [ %more.sum, %body ]
  %y = add nuw nsw i64 %x, 1
  %more = icmp ult i64 %y, 256
  br i1 %more, label %loop, label %end
end:
  %result = phi i32 [ %both, %next ]
  ret i32 %result
}

; Code that runs in the first round only.
; CHECK-LABEL: @first(
; CHECK: br i1 %is.first, label %body, label %end
define void @first(ptr %p) {
entry:
  br label %loop
loop:
  %x = phi i64 [ 0, %entry ], [ %y, %next ]
  %is.first = icmp eq i64 %x, 0
  br i1 %is.first, label %body, label %next
body:
  store i64 7, ptr %p
  br label %next
next:
  %y = add nuw nsw i64 %x, 8
  %more = icmp ult i64 %y, 256
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Not those that become true again or later, that wrap, that do something beside, or whose counter is used behind.
; CHECK-LABEL: @others(
; CHECK: br i1 %later, label %body.1, label %next.1
; CHECK: br i1 %wraps, label %body.2, label %next.2
; CHECK: br i1 %less.3, label %body.3, label %next.3
; CHECK: br i1 %less.4, label %body.4, label %next.4
; CHECK: br i1 %once, label %body.5, label %next.5
define i64 @others(ptr %p, i64 %s, ptr %flag) {
entry:
  br label %loop.1
loop.1:
  %x.1 = phi i64 [ 0, %entry ], [ %y.1, %next.1 ]
  %later = icmp uge i64 %x.1, %s
  br i1 %later, label %body.1, label %next.1
body.1:
  store i64 %x.1, ptr %p
  br label %next.1
next.1:
  %y.1 = add nuw nsw i64 %x.1, 8
  %more.1 = icmp ult i64 %y.1, 256
  br i1 %more.1, label %loop.1, label %loop.2
loop.2:
  %x.2 = phi i64 [ 0, %next.1 ], [ %y.2, %next.2 ]
  %wraps = icmp ult i64 %x.2, %s
  br i1 %wraps, label %body.2, label %next.2
body.2:
  store i64 %x.2, ptr %p
  br label %next.2
next.2:
  %y.2 = add i64 %x.2, 8
  %more.2 = icmp ne i64 %y.2, 256
  br i1 %more.2, label %loop.2, label %loop.3
loop.3:
  %x.3 = phi i64 [ 0, %next.2 ], [ %y.3, %next.3 ]
  %less.3 = icmp ult i64 %x.3, %s
  br i1 %less.3, label %body.3, label %next.3
body.3:
  store i64 %x.3, ptr %p
  br label %next.3
next.3:
  store volatile i64 %x.3, ptr %flag
  %y.3 = add nuw nsw i64 %x.3, 8
  %more.3 = icmp ult i64 %y.3, 256
  br i1 %more.3, label %loop.3, label %loop.4
loop.4:
  %x.4 = phi i64 [ 0, %next.3 ], [ %y.4, %next.4 ]
  %less.4 = icmp ult i64 %x.4, %s
  br i1 %less.4, label %body.4, label %next.4
body.4:
  store i64 %x.4, ptr %p
  br label %next.4
next.4:
  %y.4 = add nuw nsw i64 %x.4, 8
  %more.4 = icmp ult i64 %y.4, 256
  br i1 %more.4, label %loop.4, label %loop.5
loop.5:
  %used = phi i64 [ %y.4, %next.4 ], [ %used, %next.5 ]
  %x.5 = phi i64 [ 0, %next.4 ], [ %y.5, %next.5 ]
  %once = icmp eq i64 %x.5, 8
  br i1 %once, label %body.5, label %next.5
body.5:
  store i64 %x.5, ptr %p
  br label %next.5
next.5:
  %y.5 = add nuw nsw i64 %x.5, 8
  %more.5 = icmp ult i64 %y.5, 256
  br i1 %more.5, label %loop.5, label %end
end:
  ret i64 %used
}
