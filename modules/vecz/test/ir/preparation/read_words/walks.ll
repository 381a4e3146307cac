; Where each lane walks along bytes of its own, a word is read when the address comes to the next one, which is in the same
; round for all lanes.
; RUN: veczc --step=read-words %s | FileCheck %s

declare i64 @__mux_get_global_id(i32) memory(none)

; CHECK-LABEL: define i32 @forwards(
; CHECK: loop:
; CHECK-NEXT: %kept = phi i32 [ 0, %entry ], [ %word, %[[LATCH:.*]] ]
; CHECK-NEXT: %first = phi i1 [ true, %entry ], [ false, %[[LATCH]] ]
; CHECK: %[[BASE:.*]] = ptrtoint ptr addrspace(1) %a to i64
; CHECK: %[[PLACE:.*]] = and i32 %{{.*}}, 3
; CHECK-NEXT: %[[IS:.*]] = icmp ult i32 %[[PLACE]], 1
; CHECK-NEXT: %[[EITHER:.*]] = or i1 %first, %[[IS]]
; CHECK-NEXT: br i1 %[[EITHER]], label %[[NEXT:.*]], label %[[LATCH]]
; CHECK: [[NEXT]]:
; CHECK-NEXT: %[[WIDE:.*]] = zext i32 %[[PLACE]] to i64
; CHECK-NEXT: %[[BACK:.*]] = sub i64 0, %[[WIDE]]
; CHECK-NEXT: %[[BEGIN:.*]] = getelementptr i8, ptr addrspace(1) %q, i64 %[[BACK]]
; CHECK-NEXT: %[[NEW:.*]] = load i32, ptr addrspace(1) %[[BEGIN]], align 4
; CHECK: [[LATCH]]:
; CHECK-NEXT: %word = phi i32 [ %kept, %loop ], [ %[[NEW]], %[[NEXT]] ]
; CHECK-NEXT: %[[BITS:.*]] = shl i32 %[[PLACE]], 3
; CHECK-NEXT: %[[SHIFTED:.*]] = lshr i32 %word, %[[BITS]]
; CHECK-NEXT: %x = trunc i32 %[[SHIFTED]] to i8
; CHECK-NOT: load i8
define i32 @forwards(ptr addrspace(1) %a, i64 %begin, i64 %n) {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %row = shl i64 %id, 6
  %p = getelementptr i8, ptr addrspace(1) %a, i64 %row
  br label %loop
loop:
  %j = phi i64 [ %begin, %entry ], [ %j.next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %s.next, %loop ]
  %q = getelementptr i8, ptr addrspace(1) %p, i64 %j
  %x = load i8, ptr addrspace(1) %q
  %wide = zext i8 %x to i32
  %s.next = add i32 %s, %wide
  %j.next = add i64 %j, 1
  %more = icmp ult i64 %j.next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %s.next
}

; Downwards the next word begins with its highest number. A number of 16 bits, at a multiple of 2, is in one word as a whole.
; CHECK-LABEL: define i16 @backwards(
; CHECK: %[[IS:.*]] = icmp uge i32 %{{.*}}, 2
; CHECK: load i32
; CHECK: %x = trunc i32 %{{.*}} to i16
; CHECK-NOT: load i16
define i16 @backwards(ptr addrspace(1) %a, i64 %n) {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %row = mul i64 %id, 100
  br label %loop
loop:
  %j = phi i64 [ %n, %entry ], [ %j.next, %loop ]
  %s = phi i16 [ 0, %entry ], [ %s.next, %loop ]
  %i = add i64 %row, %j
  %q = getelementptr i16, ptr addrspace(1) %a, i64 %i
  %x = load i16, ptr addrspace(1) %q, align 2
  %s.next = add i16 %s, %x
  %j.next = add nsw i64 %j, -1
  %more = icmp sgt i64 %j.next, 0
  br i1 %more, label %loop, label %end
end:
  ret i16 %s.next
}

; Memory that the loop may write, here where %b points to.
; CHECK-LABEL: define void @is_written(
; CHECK: load i8
; CHECK-NOT: load i32
define void @is_written(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %row = shl i64 %id, 6
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %loop ]
  %i = add i64 %row, %j
  %q = getelementptr i8, ptr addrspace(1) %a, i64 %i
  %x = load i8, ptr addrspace(1) %q
  %r = getelementptr i8, ptr addrspace(1) %b, i64 %i
  store i8 %x, ptr addrspace(1) %r
  %j.next = add i64 %j, 1
  %more = icmp ult i64 %j.next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; The same where it cannot be that memory.
; CHECK-LABEL: define void @is_not_written(
; CHECK: load i32
; CHECK-NOT: load i8
define void @is_not_written(ptr addrspace(1) noalias %a, ptr addrspace(1) %b, i64 %n) {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %row = shl i64 %id, 6
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %loop ]
  %i = add i64 %row, %j
  %q = getelementptr i8, ptr addrspace(1) %a, i64 %i
  %x = load i8, ptr addrspace(1) %q
  %r = getelementptr i8, ptr addrspace(1) %b, i64 %i
  store i8 %x, ptr addrspace(1) %r
  %j.next = add i64 %j, 1
  %more = icmp ult i64 %j.next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
