; A load that gives the same in every round goes before the loop, with its address: out of both loops where it can. It stays
; where something in the loop may write there, where a round may end before it, and where it is volatile.
; RUN: veczc --step=hoist-loads %s | FileCheck %s

; CHECK-LABEL: define i32 @goes(
; CHECK: entry:
; CHECK-NEXT: %p = getelementptr i32, ptr addrspace(1) %a, i64 %i
; CHECK-NEXT: %x = load i32, ptr addrspace(1) %p
; CHECK-NEXT: br label %outer
; CHECK: inner:
; CHECK-NOT: load i32, ptr addrspace(1) %p
; CHECK: %y = load i32, ptr addrspace(1) %q
define i32 @goes(ptr addrspace(1) %a, i64 %i, i32 %n) {
entry:
  br label %outer
outer:
  %k = phi i32 [ 0, %entry ], [ %k.next, %outer.latch ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %inner ]
  %s = phi i32 [ 0, %outer ], [ %s.next, %inner ]
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %i
  %x = load i32, ptr addrspace(1) %p
  %j.wide = zext i32 %j to i64
  %q = getelementptr i32, ptr addrspace(1) %a, i64 %j.wide
  %y = load i32, ptr addrspace(1) %q
  %xy = mul i32 %x, %y
  %s.next = add i32 %s, %xy
  %j.next = add i32 %j, 1
  %more = icmp ult i32 %j.next, %n
  br i1 %more, label %inner, label %outer.latch
outer.latch:
  %k.next = add i32 %k, %s.next
  %again = icmp ult i32 %k.next, %n
  br i1 %again, label %outer, label %end
end:
  ret i32 %k.next
}

; CHECK-LABEL: define void @is_written(
; CHECK: loop:
; CHECK: %x = load i32, ptr addrspace(1) %a
; CHECK: store i32
define void @is_written(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) {
entry:
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %loop ]
  %x = load i32, ptr addrspace(1) %a
  %q = getelementptr i32, ptr addrspace(1) %b, i64 %j
  store i32 %x, ptr addrspace(1) %q
  %j.next = add i64 %j, 1
  %more = icmp ult i64 %j.next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define void @is_private(
; CHECK: entry:
; CHECK: %x = load i32, ptr addrspace(1) %a
; CHECK: loop:
; CHECK-NOT: load
; CHECK: store i32
define void @is_private(ptr addrspace(1) %a, i64 %n) {
entry:
  %row = alloca [64 x i32]
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %loop ]
  %x = load i32, ptr addrspace(1) %a
  %q = getelementptr i32, ptr %row, i64 %j
  store i32 %x, ptr %q
  %j.next = add i64 %j, 1
  %more = icmp ult i64 %j.next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define i32 @may_not_run(
; CHECK: then:
; CHECK-NEXT: %x = load i32
; CHECK: latch:
; CHECK: %v = load volatile i32
define i32 @may_not_run(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) {
entry:
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %latch ]
  %odd = trunc i64 %j to i1
  br i1 %odd, label %then, label %latch
then:
  %x = load i32, ptr addrspace(1) %a
  br label %latch
latch:
  %r = phi i32 [ 0, %loop ], [ %x, %then ]
  %v = load volatile i32, ptr addrspace(1) %b
  %j.next = add i64 %j, 1
  %more = icmp ult i64 %j.next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %r
}

; CHECK-LABEL: define i32 @with_a_fence(
; CHECK: loop:
; CHECK: fence acquire
; CHECK-NEXT: %x = load i32
define i32 @with_a_fence(ptr addrspace(1) %a, i64 %n) {
entry:
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %loop ]
  fence acquire
  %x = load i32, ptr addrspace(1) %a
  %j.next = add i64 %j, 1
  %more = icmp ult i64 %j.next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %x
}
