; A phi behind a divergent branch varies, one behind a uniform branch does not; what a loop computed
; varies outside when lanes leave it at different times.
; RUN: veczc %s | FileCheck %s

declare i64 @__mux_get_local_id(i32)

define i64 @divergent(i64 %n) {
; CHECK-LABEL: @divergent(
; CHECK: br i1 %c, label %then, label %end, !vecz.divergent
; CHECK: %r = phi i64 {{.*}}, !vecz.varying
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %c = icmp ult i64 %id, %n
  br i1 %c, label %then, label %end
then:
  br label %end
end:
  %r = phi i64 [ 1, %entry ], [ %n, %then ]
  ret i64 %r
}

define i64 @uniform(i64 %n) {
; CHECK-LABEL: @uniform(
; CHECK: br i1 %c, label %then, label %end{{$}}
; CHECK: %r = phi i64 [ 1, %entry ], [ %n, %then ]{{$}}
entry:
  %c = icmp ult i64 %n, 4
  br i1 %c, label %then, label %end
then:
  br label %end
end:
  %r = phi i64 [ 1, %entry ], [ %n, %then ]
  ret i64 %r
}

define i64 @divergent_loop() {
; CHECK-LABEL: @divergent_loop(
; CHECK: %i = phi i64 [ 0, %entry ], [ %next, %loop ]{{$}}
; CHECK: br i1 %c, label %loop, label %end, !vecz.divergent
; CHECK: %r = add i64 %i, 1, !vecz.varying
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  %c = icmp ult i64 %i, %id
  br i1 %c, label %loop, label %end
end:
  %r = add i64 %i, 1
  ret i64 %r
}

define i64 @uniform_loop(i64 %n) {
; CHECK-LABEL: @uniform_loop(
; CHECK: br i1 %c, label %loop, label %end{{$}}
; CHECK: %r = add i64 %i, 1{{$}}
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  %c = icmp ult i64 %i, %n
  br i1 %c, label %loop, label %end
end:
  %r = add i64 %i, 1
  ret i64 %r
}
