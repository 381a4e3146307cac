; A mask that a loop carries, and one that another block uses, become integers as wide as what they
; choose between and are made of; inside of a block masks stay as they are.
; RUN: muxc --passes=widen-carried-masks %s | FileCheck %s

define void @carried(ptr %p, <8 x float> %c, <8 x float> %a, <8 x i1> %given) {
; CHECK-LABEL: @carried(
; CHECK: entry:
; CHECK: %first = fcmp olt
; CHECK-NEXT: %first.wide = sext <8 x i1> %first to <8 x i32>
; CHECK: [[GIVEN:%.*]] = sext <8 x i1> %given to <8 x i32>
; CHECK: other:
; CHECK: br label %loop
; CHECK: loop:
; CHECK: %m.wide = phi <8 x i32> [ %next.wide, %loop ], [ %first.wide, %middle ], [ zeroinitializer, %other ], [ [[GIVEN]], %entry ]
; CHECK-NEXT: [[M:%.*]] = icmp slt <8 x i32> %m.wide, zeroinitializer
; CHECK: select <8 x i1> [[M]]
; CHECK: %next = and <8 x i1> %t, [[M]]
; CHECK-NEXT: %next.wide = sext <8 x i1> %next to <8 x i32>
; CHECK-NEXT: bitcast <8 x i1> %next to i8
; CHECK: end:
; CHECK-NEXT: [[NEXT:%.*]] = icmp slt <8 x i32> %next.wide, zeroinitializer
; CHECK-NEXT: select <8 x i1> [[NEXT]]
entry:
  %first = fcmp olt <8 x float> %c, %a
  %way = load i32, ptr %p
  switch i32 %way, label %loop [
    i32 0, label %middle
    i32 1, label %other
  ]
middle:
  br label %loop
other:
  br label %loop
loop:
  %m = phi <8 x i1> [ %next, %loop ], [ %first, %middle ], [ zeroinitializer, %other ], [ %given, %entry ]
  %v = load <8 x float>, ptr %p
  %r = select <8 x i1> %m, <8 x float> %a, <8 x float> %v
  store <8 x float> %r, ptr %p
  %t = fcmp olt <8 x float> %r, %c
  %next = and <8 x i1> %t, %m
  %b = bitcast <8 x i1> %next to i8
  %any = icmp ne i8 %b, 0
  br i1 %any, label %loop, label %end
end:
  %last = select <8 x i1> %next, <8 x float> %a, <8 x float> %c
  store <8 x float> %last, ptr %p
  ret void
}

; Masks that fill a small register already, that would need more than one, or of which nothing tells
; the size, stay.
define void @kept(ptr %p, <4 x float> %c, <16 x float> %d, <8 x i1> %given) {
; CHECK-LABEL: @kept(
; CHECK-NOT: sext
; CHECK: ret void
entry:
  %small = fcmp olt <4 x float> %c, zeroinitializer
  %large = fcmp olt <16 x float> %d, zeroinitializer
  %bits = xor <8 x i1> %given, splat (i1 true)
  br label %end
end:
  %s = select <4 x i1> %small, <4 x float> %c, <4 x float> zeroinitializer
  store <4 x float> %s, ptr %p
  %l = select <16 x i1> %large, <16 x float> %d, <16 x float> zeroinitializer
  store <16 x float> %l, ptr %p
  %b = bitcast <8 x i1> %bits to i8
  store i8 %b, ptr %p
  ret void
}

; A block that comes to the phi by several ways gives it one value.
define void @several_ways(ptr %p, i32 %way, <8 x float> %c, <8 x i1> %given) {
; CHECK-LABEL: @several_ways(
; CHECK: [[GIVEN:%.*]] = sext <8 x i1> %given to <8 x i32>
; CHECK-NOT: sext
; CHECK: %m.wide = phi <8 x i32> [ [[GIVEN]], %entry ], [ [[GIVEN]], %entry ], [ zeroinitializer, %other ]
entry:
  switch i32 %way, label %other [
    i32 0, label %join
    i32 1, label %join
  ]
other:
  br label %join
join:
  %m = phi <8 x i1> [ %given, %entry ], [ %given, %entry ], [ zeroinitializer, %other ]
  %r = select <8 x i1> %m, <8 x float> %c, <8 x float> zeroinitializer
  store <8 x float> %r, ptr %p
  ret void
}
