; How a loop around an exchange may ask whether it has succeeded, and where what it expects may come from.
; RUN: veczc --step=canonicalize %s 2>&1 >/dev/null | FileCheck %s --implicit-check-not=wait

; It ends where the exchange has not failed.
define spir_kernel void @not_failed(ptr addrspace(1) %p, i32 %x) {
entry:
  br label %loop
loop:
  %seen = load volatile i32, ptr addrspace(1) %p
  %more = mul i32 %seen, %x
  %pair = cmpxchg ptr addrspace(1) %p, i32 %seen, i32 %more monotonic monotonic
  %done = extractvalue { i32, i1 } %pair, 1
  %failed = xor i1 %done, true
  br i1 %failed, label %loop, label %end
end:
  ret void
}

; CHECK: failed_at_last: work-items wait for each other in a loop
define spir_kernel void @failed_at_last(ptr addrspace(1) %p, i32 %x) {
entry:
  br label %loop
loop:
  %seen = load volatile i32, ptr addrspace(1) %p
  %more = mul i32 %seen, %x
  %pair = cmpxchg ptr addrspace(1) %p, i32 %seen, i32 %more monotonic monotonic
  %done = extractvalue { i32, i1 } %pair, 1
  %failed = xor i1 %done, true
  br i1 %failed, label %end, label %loop
end:
  ret void
}

; Both parts of what is expected are of one read.
define spir_kernel void @both_parts(ptr addrspace(1) %p, i1 %which, i32 %x) {
entry:
  br label %loop
loop:
  %seen = load volatile i32, ptr addrspace(1) %p
  br i1 %which, label %left, label %right
left:
  br label %both
right:
  br label %both
both:
  %expected = phi i32 [ %seen, %left ], [ %seen, %right ]
  %more = mul i32 %expected, %x
  %pair = cmpxchg ptr addrspace(1) %p, i32 %expected, i32 %more monotonic monotonic
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %end, label %loop
end:
  ret void
}

; A number that was read elsewhere decides whether an exchange is tried.
; CHECK: by_a_switch: work-items wait for each other in a loop
define spir_kernel void @by_a_switch(ptr addrspace(1) %p, ptr addrspace(1) %phase) {
entry:
  br label %loop
loop:
  %now = load volatile i32, ptr addrspace(1) %phase
  switch i32 %now, label %next [
    i32 1, label %ready
    i32 2, label %ready
  ]
ready:
  br label %next
next:
  %done = phi i1 [ false, %loop ], [ true, %ready ]
  br i1 %done, label %end, label %loop
end:
  ret void
}

; An exchange with what another one gave, of the same place.
define spir_kernel void @two_exchanges(ptr addrspace(1) %p, i32 %x) {
entry:
  br label %loop
loop:
  %look = cmpxchg ptr addrspace(1) %p, i32 0, i32 0 monotonic monotonic
  %seen = extractvalue { i32, i1 } %look, 0
  %more = add i32 %seen, %x
  %pair = cmpxchg ptr addrspace(1) %p, i32 %seen, i32 %more monotonic monotonic
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %end, label %loop
end:
  ret void
}
