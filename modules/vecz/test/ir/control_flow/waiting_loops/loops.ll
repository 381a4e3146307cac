; Loops in which a work-item waits for another one keep a kernel scalar; those that end without the others do
; not.
; RUN: veczc --step=canonicalize %s 2>&1 >/dev/null | FileCheck %s

declare i64 @__mux_get_global_id(i32) memory(none)

; CHECK: lock: work-items wait for each other in a loop
define spir_kernel void @lock(ptr addrspace(1) %lock, ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %pair = cmpxchg ptr addrspace(1) %lock, i32 0, i32 1 monotonic monotonic
  %got = extractvalue { i32, i1 } %pair, 1
  br i1 %got, label %section, label %loop
section:
  store volatile i32 1, ptr addrspace(1) %p
  store atomic i32 0, ptr addrspace(1) %lock release, align 4
  ret void
}

; A flag of an earlier round decides.
; CHECK: flag: work-items wait for each other in a loop
define spir_kernel void @flag(ptr addrspace(1) %lock, i32 %n) {
entry:
  br label %loop
loop:
  %done = phi i1 [ false, %entry ], [ %now, %next ]
  %old = atomicrmw xchg ptr addrspace(1) %lock, i32 1 monotonic
  %free = icmp eq i32 %old, 0
  br i1 %free, label %section, label %next
section:
  store atomic i32 0, ptr addrspace(1) %lock release, align 4
  br label %next
next:
  %now = phi i1 [ true, %section ], [ %done, %loop ]
  br i1 %now, label %end, label %loop
end:
  ret void
}

; CHECK: turn: work-items wait for each other in a loop
define spir_kernel void @turn(ptr addrspace(3) %served) {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %mine = trunc i64 %id to i32
  br label %loop
loop:
  %now = load atomic i32, ptr addrspace(3) %served acquire, align 4
  %wait = icmp ne i32 %now, %mine
  br i1 %wait, label %loop, label %end
end:
  store atomic i32 5, ptr addrspace(3) %served release, align 4
  ret void
}

; In a function that it calls.
; CHECK: calls: work-items wait for each other in a loop
define spir_kernel void @calls(ptr addrspace(1) %lock) {
  call void @take(ptr addrspace(1) %lock)
  store atomic i32 0, ptr addrspace(1) %lock release, align 4
  ret void
}
; CHECK: take: work-items wait for each other in a loop
define internal void @take(ptr addrspace(1) %lock) noinline {
entry:
  br label %loop
loop:
  %old = atomicrmw or ptr addrspace(1) %lock, i32 1 monotonic
  %held = icmp ne i32 %old, 0
  br i1 %held, label %loop, label %end
end:
  ret void
}

; Goes round without an exchange while a bit is set.
; CHECK: locked_word: work-items wait for each other in a loop
define spir_kernel void @locked_word(ptr addrspace(1) %word) {
entry:
  br label %loop
loop:
  %seen = load volatile i32, ptr addrspace(1) %word
  %locked = icmp slt i32 %seen, 0
  br i1 %locked, label %next, label %take
take:
  %mine = or i32 %seen, -2147483648
  %pair = cmpxchg ptr addrspace(1) %word, i32 %seen, i32 %mine acquire monotonic
  %got = extractvalue { i32, i1 } %pair, 1
  br i1 %got, label %end, label %next
next:
  br label %loop
end:
  store atomic i32 5, ptr addrspace(1) %word release, align 4
  ret void
}

; Expects what was read without the bit.
; CHECK: unlocked_word: work-items wait for each other in a loop
define spir_kernel void @unlocked_word(ptr addrspace(1) %word) {
entry:
  br label %loop
loop:
  %seen = load volatile i32, ptr addrspace(1) %word
  %free = and i32 %seen, 2147483647
  %mine = or i32 %seen, -2147483648
  %pair = cmpxchg ptr addrspace(1) %word, i32 %free, i32 %mine acquire monotonic
  %got = extractvalue { i32, i1 } %pair, 1
  br i1 %got, label %end, label %loop
end:
  store atomic i32 5, ptr addrspace(1) %word release, align 4
  ret void
}

; The expected value is loaded elsewhere: nothing says that the lock will hold it.
; CHECK: free_value_elsewhere: work-items wait for each other in a loop
define spir_kernel void @free_value_elsewhere(ptr addrspace(1) %lock, ptr addrspace(1) %free) {
entry:
  br label %loop
loop:
  %expected = load volatile i32, ptr addrspace(1) %free
  %pair = cmpxchg ptr addrspace(1) %lock, i32 %expected, i32 1 acquire monotonic
  %got = extractvalue { i32, i1 } %pair, 1
  br i1 %got, label %end, label %loop
end:
  store atomic i32 0, ptr addrspace(1) %lock release, align 4
  ret void
}

; An exchange that succeeds, but sets a bit that is set already, does not end the loop.
; CHECK: sets_bit: work-items wait for each other in a loop
define spir_kernel void @sets_bit(ptr addrspace(1) %lock) {
entry:
  br label %loop
loop:
  %seen = load volatile i32, ptr addrspace(1) %lock
  %mine = or i32 %seen, 1
  %pair = cmpxchg ptr addrspace(1) %lock, i32 %seen, i32 %mine acquire monotonic
  %set = extractvalue { i32, i1 } %pair, 1
  %bit = and i32 %seen, 1
  %free = icmp eq i32 %bit, 0
  %got = and i1 %set, %free
  br i1 %got, label %end, label %loop
end:
  store atomic i32 0, ptr addrspace(1) %lock release, align 4
  ret void
}

; The expected value may be of any earlier round.
; CHECK: seen_long_ago: work-items wait for each other in a loop
define spir_kernel void @seen_long_ago(ptr addrspace(1) %lock, i1 %look) {
entry:
  br label %loop
loop:
  %expected = phi i32 [ 0, %entry ], [ %expected, %again ], [ %seen, %looking ]
  %pair = cmpxchg ptr addrspace(1) %lock, i32 %expected, i32 1 acquire monotonic
  %got = extractvalue { i32, i1 } %pair, 1
  br i1 %got, label %end, label %again
again:
  br i1 %look, label %looking, label %loop
looking:
  %seen = load volatile i32, ptr addrspace(1) %lock
  br label %loop
end:
  store atomic i32 0, ptr addrspace(1) %lock release, align 4
  ret void
}

; Each number that is taken makes the counter larger, and the loop waits for it to be small.
; CHECK: counted_lock: work-items wait for each other in a loop
define spir_kernel void @counted_lock(ptr addrspace(1) %lock) {
entry:
  br label %loop
loop:
  %held = atomicrmw add ptr addrspace(1) %lock, i32 1 acquire
  %wait = icmp sgt i32 %held, 0
  br i1 %wait, label %back, label %end
back:
  %same = atomicrmw sub ptr addrspace(1) %lock, i32 1 monotonic
  br label %loop
end:
  %free = atomicrmw sub ptr addrspace(1) %lock, i32 1 release
  ret void
}

; A bit of a counter that the others count, too.
; CHECK: readers: work-items wait for each other in a loop
define spir_kernel void @readers(ptr addrspace(1) %lock) {
entry:
  br label %loop
loop:
  %count = atomicrmw add ptr addrspace(1) %lock, i32 2 acquire
  %bit = and i32 %count, 1
  %wait = icmp ne i32 %bit, 0
  br i1 %wait, label %back, label %end
back:
  %same = atomicrmw sub ptr addrspace(1) %lock, i32 2 monotonic
  br label %loop
end:
  ret void
}

; A function tells whether the lock was free, and a progress point that the loop waits for it.
; CHECK: progress: work-items wait for each other in a loop
define spir_kernel void @progress(ptr addrspace(1) %lock) {
entry:
  br label %loop
loop:
  %got = call i1 @try(ptr addrspace(1) %lock)
  br i1 %got, label %end, label %again
again:
  call void @__mux_progress_point(i32 0)
  br label %loop
end:
  store atomic i32 0, ptr addrspace(1) %lock release, align 4
  ret void
}
declare void @__mux_progress_point(i32)
define internal i1 @try(ptr addrspace(1) %lock) noinline {
  %pair = cmpxchg ptr addrspace(1) %lock, i32 0, i32 1 acquire monotonic
  %got = extractvalue { i32, i1 } %pair, 1
  ret i1 %got
}

; CHECK-NOT: wait

; The result of an exchange is the expected value of the next round; a round that ends before it is
; the last one.
define spir_kernel void @raise(ptr addrspace(1) %p, i32 %x) {
entry:
  %first = load volatile i32, ptr addrspace(1) %p
  br label %loop
loop:
  %seen = phi i32 [ %first, %entry ], [ %other, %exchange ]
  %lower = icmp slt i32 %seen, %x
  br i1 %lower, label %exchange, label %end
exchange:
  %pair = cmpxchg ptr addrspace(1) %p, i32 %seen, i32 %x monotonic monotonic
  %other = extractvalue { i32, i1 } %pair, 0
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %end, label %loop
end:
  ret void
}

; Somebody always succeeds.
define spir_kernel void @sum(ptr addrspace(1) %p, i32 %x) {
entry:
  br label %loop
loop:
  %seen = load volatile i32, ptr addrspace(1) %p
  %more = mul i32 %seen, %x
  %pair = cmpxchg ptr addrspace(1) %p, i32 %seen, i32 %more monotonic monotonic
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %end, label %loop
end:
  ret void
}

; Every round tries one exchange or the other.
define spir_kernel void @either(ptr addrspace(1) %p, i32 %x) {
entry:
  %first = load volatile i32, ptr addrspace(1) %p
  br label %loop
loop:
  %seen = phi i32 [ %first, %entry ], [ %other, %next ]
  %ready = icmp slt i32 %seen, %x
  br i1 %ready, label %take, label %look
take:
  %more = add i32 %seen, 1
  %pair = cmpxchg ptr addrspace(1) %p, i32 %seen, i32 %more monotonic monotonic
  %taken = extractvalue { i32, i1 } %pair, 1
  %later = extractvalue { i32, i1 } %pair, 0
  br i1 %taken, label %end, label %next
look:
  %same = cmpxchg ptr addrspace(1) %p, i32 %seen, i32 %seen monotonic monotonic
  %unchanged = extractvalue { i32, i1 } %same, 1
  %now = extractvalue { i32, i1 } %same, 0
  br i1 %unchanged, label %end, label %next
next:
  %other = phi i32 [ %later, %take ], [ %now, %look ]
  br label %loop
end:
  ret void
}

; Takes numbers until there are no more.
define spir_kernel void @counter(ptr addrspace(1) %next, ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = atomicrmw add ptr addrspace(1) %next, i32 1 monotonic
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store i32 %i, ptr addrspace(1) %q
  br label %loop
end:
  ret void
}

; Looks for a free place in a table.
define spir_kernel void @probe(ptr addrspace(1) %table, i32 %key) {
entry:
  br label %loop
loop:
  %h = phi i32 [ %key, %entry ], [ %next, %loop ]
  %place = and i32 %h, 255
  %q = getelementptr i32, ptr addrspace(1) %table, i32 %place
  %pair = cmpxchg ptr addrspace(1) %q, i32 0, i32 %key monotonic monotonic
  %taken = extractvalue { i32, i1 } %pair, 1
  %next = add i32 %h, 1
  br i1 %taken, label %end, label %loop
end:
  ret void
}

; An atomic operation in a loop that does not ask for what it gives.
define spir_kernel void @histogram(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %old = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; As C has it: the value that was there is compared with the expected one; the address is computed
; anew.
define spir_kernel void @compared(ptr addrspace(1) %p, i64 %i, i32 %x) {
entry:
  br label %loop
loop:
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %seen = load volatile i32, ptr addrspace(1) %q
  %more = mul i32 %seen, %x
  %r = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %pair = cmpxchg ptr addrspace(1) %r, i32 %seen, i32 %more monotonic monotonic
  %was = extractvalue { i32, i1 } %pair, 0
  %failed = icmp ne i32 %was, %seen
  br i1 %failed, label %loop, label %end
end:
  ret void
}

; Blocks of four numbers; the end is reached earlier if something is found.
define spir_kernel void @blocks(ptr addrspace(1) %next, ptr addrspace(1) %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = atomicrmw add ptr addrspace(1) %next, i32 1 monotonic
  %four = shl i32 %i, 2
  %wide = zext i32 %four to i64
  %there = icmp ult i64 %wide, %n
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %wide
  %x = load i32, ptr addrspace(1) %p
  %wanted = icmp ne i32 %x, 5
  %more = and i1 %there, %wanted
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Counts down.
define spir_kernel void @countdown(ptr addrspace(1) %left, ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %i = atomicrmw sub ptr addrspace(1) %left, i32 1 monotonic
  %done = icmp slt i32 %i, 1
  br i1 %done, label %end, label %body
body:
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store i32 %i, ptr addrspace(1) %q
  br label %loop
end:
  ret void
}

; As Clang writes a break out of a scope: a number says behind its end where to go on.
define spir_kernel void @break_from_scope(ptr addrspace(1) %p, i32 %x) {
entry:
  br label %loop
loop:
  %seen = load volatile i32, ptr addrspace(1) %p
  %more = mul i32 %seen, %x
  %pair = cmpxchg ptr addrspace(1) %p, i32 %seen, i32 %more monotonic monotonic
  %was = extractvalue { i32, i1 } %pair, 0
  %done = icmp eq i32 %was, %seen
  br i1 %done, label %cleanup, label %again
again:
  br label %cleanup
cleanup:
  %where = phi i32 [ 0, %again ], [ 2, %loop ]
  switch i32 %where, label %never [
    i32 0, label %loop
    i32 2, label %end
  ]
never:
  unreachable
end:
  ret void
}

; The same of a counter, which is an index, too.
define spir_kernel void @return_from_scope(ptr addrspace(1) %next, ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = atomicrmw add ptr addrspace(1) %next, i32 1 monotonic
  %there = icmp ult i32 %i, %n
  br i1 %there, label %body, label %cleanup
body:
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %x = load i32, ptr addrspace(1) %q
  %found = icmp eq i32 %x, 5
  br i1 %found, label %cleanup, label %store
store:
  store i32 %i, ptr addrspace(1) %q
  br label %cleanup
cleanup:
  %leave = phi i1 [ false, %store ], [ true, %loop ], [ true, %body ]
  br i1 %leave, label %end, label %loop
end:
  ret void
}
