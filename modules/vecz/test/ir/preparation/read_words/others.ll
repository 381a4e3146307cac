; Loads that stay as they are: of lanes that are at different places of their words, side by side or the same for all; of
; another step; not in every round; of memory whose size LLVM knows; unaligned; behind other accesses that may order them.
; RUN: veczc --step=read-words %s | FileCheck %s

; CHECK-NOT: load i32

declare i64 @__mux_get_global_id(i32) memory(none)

@table = addrspace(2) constant [1000 x i8] zeroinitializer

; CHECK-LABEL: define i8 @places_differ(
define i8 @places_differ(ptr addrspace(1) %a, i64 %length, i64 %n) {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %row = mul i64 %id, %length
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %loop ]
  %s = phi i8 [ 0, %entry ], [ %s.next, %loop ]
  %p = getelementptr i8, ptr addrspace(1) %a, i64 %row
  %q = getelementptr i8, ptr addrspace(1) %p, i64 %j
  %x = load i8, ptr addrspace(1) %q
  %s.next = add i8 %s, %x
  %j.next = add i64 %j, 1
  %more = icmp ult i64 %j.next, %n
  br i1 %more, label %loop, label %end
end:
  ret i8 %s.next
}

; CHECK-LABEL: define i8 @side_by_side(
define i8 @side_by_side(ptr addrspace(1) %a, i64 %n) {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %loop ]
  %s = phi i8 [ 0, %entry ], [ %s.next, %loop ]
  %i = add i64 %id, %j
  %q = getelementptr i8, ptr addrspace(1) %a, i64 %i
  %x = load i8, ptr addrspace(1) %q
  %r = getelementptr i8, ptr addrspace(1) %a, i64 %j
  %y = load i8, ptr addrspace(1) %r
  %t = add i8 %s, %x
  %s.next = add i8 %t, %y
  %j.next = add i64 %j, 1
  %more = icmp ult i64 %j.next, %n
  br i1 %more, label %loop, label %end
end:
  ret i8 %s.next
}

; CHECK-LABEL: define i8 @step_of_three(
define i8 @step_of_three(ptr addrspace(1) %a, i64 %n) {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %row = shl i64 %id, 6
  br label %loop
loop:
  %j = phi i64 [ %row, %entry ], [ %j.next, %loop ]
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %s = phi i8 [ 0, %entry ], [ %s.next, %loop ]
  %q = getelementptr i8, ptr addrspace(1) %a, i64 %j
  %x = load i8, ptr addrspace(1) %q
  %s.next = add i8 %s, %x
  %j.next = add i64 %j, 3
  %k.next = add i64 %k, 1
  %more = icmp ult i64 %k.next, %n
  br i1 %more, label %loop, label %end
end:
  ret i8 %s.next
}

; CHECK-LABEL: define i8 @not_in_every_round(
define i8 @not_in_every_round(ptr addrspace(1) %a, i64 %n) {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %row = shl i64 %id, 6
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %latch ]
  %s = phi i8 [ 0, %entry ], [ %s.next, %latch ]
  %odd = trunc i64 %j to i1
  br i1 %odd, label %reads, label %latch
reads:
  %i = add i64 %row, %j
  %q = getelementptr i8, ptr addrspace(1) %a, i64 %i
  %x = load i8, ptr addrspace(1) %q
  br label %latch
latch:
  %y = phi i8 [ 1, %loop ], [ %x, %reads ]
  %s.next = add i8 %s, %y
  %j.next = add i64 %j, 1
  %more = icmp ult i64 %j.next, %n
  br i1 %more, label %loop, label %end
end:
  ret i8 %s.next
}

; CHECK-LABEL: define i8 @of_a_variable(
define i8 @of_a_variable(i64 %n) {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %row = shl i64 %id, 6
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %loop ]
  %s = phi i8 [ 0, %entry ], [ %s.next, %loop ]
  %i = add i64 %row, %j
  %q = getelementptr i8, ptr addrspace(2) @table, i64 %i
  %x = load i8, ptr addrspace(2) %q
  %s.next = add i8 %s, %x
  %j.next = add i64 %j, 1
  %more = icmp ult i64 %j.next, %n
  br i1 %more, label %loop, label %end
end:
  ret i8 %s.next
}

; CHECK-LABEL: define i16 @unaligned(
define i16 @unaligned(ptr addrspace(1) %a, i64 %n) {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %row = shl i64 %id, 6
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %loop ]
  %s = phi i16 [ 0, %entry ], [ %s.next, %loop ]
  %i = add i64 %row, %j
  %q = getelementptr i16, ptr addrspace(1) %a, i64 %i
  %x = load i16, ptr addrspace(1) %q, align 1
  %s.next = add i16 %s, %x
  %j.next = add i64 %j, 1
  %more = icmp ult i64 %j.next, %n
  br i1 %more, label %loop, label %end
end:
  ret i16 %s.next
}

; CHECK-LABEL: define i8 @waits(
define i8 @waits(ptr addrspace(1) %a, ptr addrspace(1) %flag) {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %row = shl i64 %id, 6
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %loop ]
  %s = phi i8 [ 0, %entry ], [ %s.next, %loop ]
  %i = add i64 %row, %j
  %q = getelementptr i8, ptr addrspace(1) %a, i64 %i
  %x = load i8, ptr addrspace(1) %q
  %s.next = add i8 %s, %x
  %j.next = add i64 %j, 1
  %n = load atomic i64, ptr addrspace(1) %flag acquire, align 8
  %more = icmp ult i64 %j.next, %n
  br i1 %more, label %loop, label %end
end:
  ret i8 %s.next
}

; CHECK-LABEL: define i8 @wraps(
define i8 @wraps(ptr addrspace(1) %a, i32 %begin, i32 %end) {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %row = shl i64 %id, 6
  %p = getelementptr i8, ptr addrspace(1) %a, i64 %row
  br label %loop
loop:
  %j = phi i32 [ %begin, %entry ], [ %j.next, %loop ]
  %s = phi i8 [ 0, %entry ], [ %s.next, %loop ]
  %i = zext i32 %j to i64
  %q = getelementptr i8, ptr addrspace(1) %p, i64 %i
  %x = load i8, ptr addrspace(1) %q
  %s.next = add i8 %s, %x
  %j.next = add i32 %j, 1
  %more = icmp ne i32 %j.next, %end
  br i1 %more, label %loop, label %exit
exit:
  ret i8 %s.next
}
