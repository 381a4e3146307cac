; Lanes that run another iteration come to the post-dominator of where they left the others in a
; later iteration: they meet the others before it, or not at all.
; RUN: veczc %s | FileCheck %s

declare i64 @__mux_get_local_id(i32)

; Some come to %second directly, others by %first, which post-dominates %loop: at %second they meet.
define i64 @meet_behind_it(i64 %n) {
; CHECK-LABEL: @meet_behind_it(
; CHECK: br i1 %c, label %first, label %second, !vecz.divergent
; CHECK: second:
; CHECK-NEXT: %value = phi i64 {{.*}}, !vecz.varying
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  br label %loop
loop:
  %fuel = phi i64 [ 40, %entry ], [ %less, %second ]
  %c = icmp ult i64 %id, %fuel
  br i1 %c, label %first, label %second
first:
  %half = lshr i64 %n, 1
  %ends = icmp eq i64 %half, 3
  br i1 %ends, label %end, label %second
second:
  %value = phi i64 [ %half, %first ], [ %n, %loop ]
  %less = sub i64 %fuel, %value
  br label %loop
end:
  ret i64 %fuel
}

; The way out is uniform, but not all come to it in the same iteration.
define i64 @leave_later(i64 %n) {
; CHECK-LABEL: @leave_later(
; CHECK: %i = phi i64 [ 0, %entry ], [ %next, %latch ]{{$}}
; CHECK: br i1 %again, label %latch, label %test, !vecz.divergent
; CHECK: %r = add i64 %next, 1, !vecz.varying
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %next = add i64 %i, 1
  %bit = xor i64 %i, %id
  %again = trunc i64 %bit to i1
  br i1 %again, label %latch, label %test
test:
  %more = icmp ult i64 %next, %n
  br i1 %more, label %latch, label %end
latch:
  br label %loop
end:
  %r = add i64 %next, 1
  ret i64 %r
}

; All come to the test at the end of each iteration.
define i64 @meet_at_the_latch(i64 %n) {
; CHECK-LABEL: @meet_at_the_latch(
; CHECK: br i1 %skips, label %latch, label %body, !vecz.divergent
; CHECK: br i1 %more, label %loop, label %end{{$}}
; CHECK: %r = add i64 %next, 1{{$}}
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %bit = xor i64 %i, %id
  %skips = trunc i64 %bit to i1
  br i1 %skips, label %latch, label %body
body:
  br label %latch
latch:
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  %r = add i64 %next, 1
  ret i64 %r
}
