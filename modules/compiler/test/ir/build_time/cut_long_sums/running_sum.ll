; Sums of a loop's counter and many terms are cut in pieces of at most 8 terms.
; RUN: muxc --passes=cut-long-sums %s | FileCheck %s

; CHECK-LABEL: @running_sum(
; CHECK: %s7 = add i32 %s6, %b
; CHECK-NEXT: %s8 = add i32 %s7, %c
; CHECK-NEXT: %s8.cut = xor i32 %s8, 0
; CHECK-NEXT: %s9 = add i32 %s8.cut, %d
; CHECK-NEXT: store i32 %s9
define void @running_sum(ptr %p, i32 %a, i32 %b, i32 %c, i32 %d, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s2 = add i32 %i, %a
  %s3 = sub i32 %s2, %b
  %s4 = add i32 %s3, %c
  %s5 = add i32 %s4, %d
  %s6 = add i32 %s5, %a
  %s7 = add i32 %s6, %b
  %s8 = add i32 %s7, %c
  %s9 = add i32 %s8, %d
  store i32 %s9, ptr %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret void
}

; LLVM only looks at sums with a phi.
; CHECK-LABEL: @no_counter(
; CHECK-NOT: xor
; CHECK: ret i32
define i32 @no_counter(i32 %a) {
  %s2 = add i32 %a, %a
  %s3 = add i32 %s2, %a
  %s4 = add i32 %s3, %a
  %s5 = add i32 %s4, %a
  %s6 = add i32 %s5, %a
  %s7 = add i32 %s6, %a
  %s8 = add i32 %s7, %a
  %s9 = add i32 %s8, %a
  %s10 = add i32 %s9, %a
  ret i32 %s10
}
