; Divisors are no longer replaced by 1 where the quotient would be undefined for LLVM: the hardware has one.
; RUN: muxc --passes=cuda-unguard-division %s | FileCheck %s
; RUN: muxc --passes=guard-division,cuda-unguard-division %s | FileCheck %s --check-prefix=BOTH

; CHECK-LABEL: define i32 @unsigned(
; CHECK-NEXT: %q = udiv i32 %x, %y
; CHECK-NEXT: ret i32 %q
define i32 @unsigned(i32 %x, i32 %y) {
  %bad = icmp eq i32 %y, 0
  %safe = select i1 %bad, i32 1, i32 %y
  %q = udiv i32 %x, %safe
  ret i32 %q
}

; CHECK-LABEL: define i32 @signed(
; CHECK-NEXT: %q = srem i32 %x, %y
; CHECK-NEXT: ret i32 %q
define i32 @signed(i32 %x, i32 %y) {
  %zero = icmp eq i32 %y, 0
  %least = icmp eq i32 %x, -2147483648
  %minus = icmp eq i32 %y, -1
  %over = and i1 %minus, %least
  %bad = select i1 %zero, i1 true, i1 %over
  %safe = select i1 %bad, i32 1, i32 %y
  %q = srem i32 %x, %safe
  ret i32 %q
}

; Of one that is the program's own, which the numbers are that it divides by 1.
; CHECK-LABEL: define i32 @other(
; CHECK: udiv i32 %x, %safe
; CHECK: srem i32 %x, %one
define i32 @other(i32 %x, i32 %y, i32 %z) {
  %bad = icmp eq i32 %z, 0
  %safe = select i1 %bad, i32 1, i32 %y
  %q = udiv i32 %x, %safe
  %minus = icmp eq i32 %y, -1
  %one = select i1 %minus, i32 1, i32 %y
  %r = srem i32 %x, %one
  %s = add i32 %q, %r
  ret i32 %s
}

; BOTH-LABEL: define i32 @plain(
; BOTH-NOT: select
; BOTH: srem i32
; BOTH-NOT: select
; BOTH: udiv i32
; BOTH-NOT: select
; BOTH: ret i32
define i32 @plain(i32 %x, i32 %y) {
  %r = srem i32 %x, %y
  %q = udiv i32 %r, %y
  ret i32 %q
}
