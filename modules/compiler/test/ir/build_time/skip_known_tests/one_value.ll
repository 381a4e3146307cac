; Where a comparison or a case leads, control goes past blocks that compare the same value again: to the phis behind them,
; from inner blocks, and past switches. Tests of unknown values, with something beside them, and headers of loops stay.
; RUN: muxc --passes=skip-known-tests %s | FileCheck %s

; CHECK-LABEL: define i32 @statements(
; CHECK: first:
; CHECK-NEXT: call void @f(i32 1)
; CHECK-NEXT: br label %end
; CHECK: inner:
; CHECK-NEXT: br i1 %c, label %second, label %end
; CHECK: second:
; CHECK-NEXT: call void @f(i32 2)
; CHECK-NEXT: br label %end
; CHECK: three:
; CHECK-NEXT: call void @f(i32 3)
; CHECK-NEXT: br label %end
; CHECK: end:
; CHECK-NEXT: %r = phi i32 [ 0, %last ], [ 4, %fourth ], [ 0, %first ], [ 0, %inner ], [ 0, %second ], [ 0, %three ]
define i32 @statements(i32 %s, i1 %c) {
entry:
  %is1 = icmp eq i32 %s, 1
  br i1 %is1, label %first, label %test2

first:
  call void @f(i32 1)
  br label %test2

test2:
  %is2 = icmp ne i32 %s, 2
  br i1 %is2, label %test3, label %inner

inner:
  br i1 %c, label %second, label %test3

second:
  call void @f(i32 2)
  br label %test3

test3:
  switch i32 %s, label %last [
    i32 3, label %third
    i32 5, label %third
    i32 6, label %fourth
  ]

third:                                            ; by 3 or 5
  %is3 = icmp eq i32 %s, 3
  br i1 %is3, label %three, label %last

three:
  call void @f(i32 3)
  br label %last

last:
  %is4 = icmp eq i32 %s, 4
  br i1 %is4, label %fourth, label %end

fourth:
  call void @f(i32 4)
  br label %end

end:
  %r = phi i32 [ 0, %last ], [ 4, %fourth ]
  ret i32 %r
}

; A case of one value, and one of two.
; CHECK-LABEL: define void @switches(
; CHECK: one:
; CHECK-NEXT: call void @f(i32 1)
; CHECK-NEXT: br label %three
; CHECK: two:
; CHECK-NEXT: call void @f(i32 2)
; CHECK-NEXT: br label %again
define void @switches(i32 %s) {
entry:
  switch i32 %s, label %again [
    i32 1, label %one
    i32 2, label %two
    i32 3, label %two
  ]

one:
  call void @f(i32 1)
  br label %again

two:
  call void @f(i32 2)
  br label %again

again:
  switch i32 %s, label %end [
    i32 1, label %three
    i32 2, label %end
  ]

three:
  call void @f(i32 3)
  br label %end

end:
  ret void
}

; The test of another value, one whose result is used elsewhere, and one with a value beside it.
; CHECK-LABEL: define i1 @others(
; CHECK: first:
; CHECK-NEXT: call void @f(i32 1)
; CHECK-NEXT: br i1 %c, label %test2, label %test3
; CHECK: other:
; CHECK: br label %test4
define i1 @others(i32 %s, i32 %t, i1 %c) {
entry:
  %is1 = icmp eq i32 %s, 1
  br i1 %is1, label %first, label %other

first:
  call void @f(i32 1)
  br i1 %c, label %test2, label %test3

other:
  %is7 = icmp eq i32 %s, 7
  br i1 %is7, label %seven, label %test2

seven:
  call void @f(i32 7)
  br label %test4

test2:
  %is2 = icmp eq i32 %t, 2
  br i1 %is2, label %test3, label %test4

test3:
  %is3 = icmp eq i32 %s, 3
  br i1 %is3, label %test4, label %end

test4:
  %x = phi i32 [ 1, %test2 ], [ 2, %test3 ], [ 3, %seven ]
  %is4 = icmp eq i32 %s, 4
  br i1 %is4, label %fourth, label %end

fourth:
  call void @f(i32 %x)
  br label %end

end:
  %r = phi i1 [ %is3, %test3 ], [ false, %test4 ], [ true, %fourth ]
  ret i1 %r
}

; Past the header there would be a second way into the loop.
; CHECK-LABEL: define void @loop(
; CHECK: before:
; CHECK-NEXT: call void @f(i32 1)
; CHECK-NEXT: br label %header
; CHECK: body:
; CHECK-NEXT: call void @f(i32 2)
; CHECK-NEXT: br label %header
define void @loop(i32 %s) {
entry:
  %is1 = icmp eq i32 %s, 1
  br i1 %is1, label %before, label %end

before:
  call void @f(i32 1)
  br label %header

header:
  %again = icmp eq i32 %s, 1
  br i1 %again, label %body, label %end

body:
  call void @f(i32 2)
  br label %header

end:
  ret void
}

declare void @f(i32)
