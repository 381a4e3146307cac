; Extensions of narrow inductions that may wrap are frozen where a wider one may wrap as well.
; RUN: muxc --passes=freeze-wrapping-indices %s | FileCheck %s

; The index within eight elements wraps, base + index may.
; CHECK-LABEL: @nested(
; CHECK: %masked = and i32 %narrow, 7
; CHECK-NEXT: %masked.frozen = freeze i32 %masked
; CHECK-NEXT: %index = or disjoint i32 %masked.frozen, %base
; CHECK-NOT: freeze
define void @nested(ptr %in, ptr %out, i32 %base8) {
entry:
  %base = shl i32 %base8, 3
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %narrow = trunc i64 %i to i32
  %masked = and i32 %narrow, 7
  %index = or disjoint i32 %masked, %base
  %wide = zext i32 %index to i64
  %p = getelementptr i16, ptr %in, i64 %wide
  %v = load i16, ptr %p
  %q = getelementptr i16, ptr %out, i64 %i
  store i16 %v, ptr %q
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 262
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Two addresses, of which each needs a condition.
; CHECK-LABEL: @beside(
; CHECK: %byte.wide = zext i8 %byte to i64
; CHECK-NEXT: freeze i64 %byte.wide
; CHECK: %wide = zext i32 %index to i64
; CHECK-NOT: freeze
define void @beside(ptr %in, ptr %out, i32 %base, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %byte = trunc i64 %i to i8
  %byte.wide = zext i8 %byte to i64
  %p = getelementptr i16, ptr %in, i64 %byte.wide
  %v = load i16, ptr %p
  %narrow = trunc i64 %i to i32
  %index = add i32 %narrow, %base
  %wide = zext i32 %index to i64
  %q = getelementptr i16, ptr %out, i64 %wide
  store i16 %v, ptr %q
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; A counter of sixteen bits is extended for the comparison and for the address.
; CHECK-LABEL: @counter(
; CHECK: %long = zext i16 %i to i32
; CHECK-NEXT: %long.frozen = freeze i32 %long
; CHECK-NEXT: %index = add i32 %long.frozen, %base
define void @counter(ptr %out, i32 %base, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i16 [ 0, %entry ], [ %next, %loop ]
  %long = zext i16 %i to i32
  %index = add i32 %long, %base
  %wide = zext i32 %index to i64
  %q = getelementptr i16, ptr %out, i64 %wide
  store i16 %i, ptr %q
  %next = add i16 %i, 1
  %more = icmp ult i32 %long, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; One width alone is LLVM's to check; one that cannot wrap needs no check.
; CHECK-LABEL: @alone(
; CHECK-NOT: freeze
; CHECK: ret void
define void @alone(ptr %in, ptr %out, i32 %base) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %narrow = trunc i64 %i to i32
  %masked = and i32 %narrow, 255
  %index = add i32 %masked, %base
  %wide = zext i32 %index to i64
  %p = getelementptr i16, ptr %in, i64 %wide
  %v = load i16, ptr %p
  %q = getelementptr i16, ptr %out, i64 %i
  store i16 %v, ptr %q
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 256
  br i1 %more, label %loop, label %done
done:
  ret void
}

; CHECK-LABEL: @no_loop(
; CHECK-NOT: freeze
define void @no_loop(ptr %p, i8 %i) {
  %wide = zext i8 %i to i64
  %q = getelementptr i8, ptr %p, i64 %wide
  store i8 0, ptr %q
  ret void
}
