; A loop that takes numbers from a counter until they are large enough ends without the others, whatever is made of the numbers in between
; that keeps their order; where it does not, the end may be what another work-item does.
; RUN: veczc --step=canonicalize %s 2>&1 >/dev/null | FileCheck %s --implicit-check-not=wait

; Few low bits come again and again.
; CHECK: parity_of_narrow: work-items wait for each other in a loop
define spir_kernel void @parity_of_narrow(ptr addrspace(1) %next, i32 %n) {
entry:
  br label %loop
loop:
  %i = atomicrmw add ptr addrspace(1) %next, i32 1 monotonic
  %t = trunc i32 %i to i8
  %more = icmp slt i8 %t, 100
  br i1 %more, label %loop, label %end
end:
  ret void
}

; The difference from another number falls while the counter rises.
; CHECK: taken_from: work-items wait for each other in a loop
define spir_kernel void @taken_from(ptr addrspace(1) %next, i32 %n) {
entry:
  br label %loop
loop:
  %i = atomicrmw add ptr addrspace(1) %next, i32 1 monotonic
  %t = sub i32 %n, %i
  %more = icmp slt i32 %t, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}

; So does a negative multiple.
; CHECK: negated: work-items wait for each other in a loop
define spir_kernel void @negated(ptr addrspace(1) %next, i32 %n) {
entry:
  br label %loop
loop:
  %i = atomicrmw add ptr addrspace(1) %next, i32 1 monotonic
  %t = mul i32 %i, -4
  %more = icmp slt i32 %t, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; A shift by many bits leaves few bits.
; CHECK: shifted_out: work-items wait for each other in a loop
define spir_kernel void @shifted_out(ptr addrspace(1) %next, i32 %n) {
entry:
  br label %loop
loop:
  %i = atomicrmw add ptr addrspace(1) %next, i32 1 monotonic
  %t = shl i32 %i, 30
  %more = icmp ult i32 %t, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; A number may have been taken by another work-item.
; CHECK: is_there_yet: work-items wait for each other in a loop
define spir_kernel void @is_there_yet(ptr addrspace(1) %next, i32 %n) {
entry:
  br label %loop
loop:
  %i = atomicrmw add ptr addrspace(1) %next, i32 1 monotonic
  %more = icmp ne i32 %i, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; A power is no multiple.
; CHECK: power: work-items wait for each other in a loop
define spir_kernel void @power(ptr addrspace(1) %next, i32 %n) {
entry:
  br label %loop
loop:
  %i = atomicrmw add ptr addrspace(1) %next, i32 1 monotonic
  %t = shl i32 1, %i
  %more = icmp slt i32 %t, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; The addend may be different each time.
; CHECK: added_up: work-items wait for each other in a loop
define spir_kernel void @added_up(ptr addrspace(1) %next, i32 %n, ptr addrspace(1) %other) {
entry:
  br label %loop
loop:
  %i = atomicrmw add ptr addrspace(1) %next, i32 1 monotonic
  %before = load volatile i32, ptr addrspace(1) %other
  %t = add i32 %i, %before
  %more = icmp slt i32 %t, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Nothing is counted.
; CHECK: only_asks: work-items wait for each other in a loop
define spir_kernel void @only_asks(ptr addrspace(1) %next, i32 %n) {
entry:
  br label %loop
loop:
  %i = atomicrmw add ptr addrspace(1) %next, i32 0 monotonic
  %more = icmp slt i32 %i, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; It is not known whether anything is.
; CHECK: by_anything: work-items wait for each other in a loop
define spir_kernel void @by_anything(ptr addrspace(1) %next, i32 %n) {
entry:
  br label %loop
loop:
  %i = atomicrmw add ptr addrspace(1) %next, i32 %n monotonic
  %more = icmp slt i32 %i, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; The loop goes on while numbers are large.
; CHECK: other_end: work-items wait for each other in a loop
define spir_kernel void @other_end(ptr addrspace(1) %next, i32 %n) {
entry:
  br label %loop
loop:
  %i = atomicrmw add ptr addrspace(1) %next, i32 1 monotonic
  %large = icmp sgt i32 %i, %n
  %more = xor i1 %large, true
  %turned = xor i1 %more, true
  br i1 %turned, label %loop, label %end
end:
  ret void
}

; All of these end.
define spir_kernel void @narrowed(ptr addrspace(1) %next, i32 %n) {
entry:
  br label %loop
loop:
  %i = atomicrmw add ptr addrspace(1) %next, i32 1 monotonic
  %t = trunc i32 %i to i16
  %more = icmp ult i16 %t, 1000
  br i1 %more, label %loop, label %end
end:
  ret void
}

define spir_kernel void @moved(ptr addrspace(1) %next, i32 %n) {
entry:
  br label %loop
loop:
  %i = atomicrmw add ptr addrspace(1) %next, i32 1 monotonic
  %a = add i32 %n, %i
  %b = sub i32 %a, 7
  %more = icmp slt i32 %b, 100
  br i1 %more, label %loop, label %end
end:
  ret void
}

define spir_kernel void @divided(ptr addrspace(1) %next, i32 %n) {
entry:
  br label %loop
loop:
  %i = atomicrmw add ptr addrspace(1) %next, i32 1 monotonic
  %a = udiv i32 %i, 3
  %b = sdiv i32 %a, 2
  %c = mul i32 %b, 12
  %more = icmp ult i32 %c, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

define spir_kernel void @shifted(ptr addrspace(1) %next, i32 %n) {
entry:
  br label %loop
loop:
  %i = atomicrmw add ptr addrspace(1) %next, i32 1 monotonic
  %a = lshr i32 %i, 2
  %b = ashr i32 %a, 1
  %more = icmp slt i32 %b, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

define spir_kernel void @widened(ptr addrspace(1) %next, i32 %n) {
entry:
  br label %loop
loop:
  %i = atomicrmw add ptr addrspace(1) %next, i32 1 monotonic
  %a = sext i32 %i to i64
  %b = freeze i64 %a
  %more = icmp slt i64 %b, 100
  br i1 %more, label %loop, label %end
end:
  ret void
}

define spir_kernel void @limited(ptr addrspace(1) %next, i32 %n) {
entry:
  br label %loop
loop:
  %i = atomicrmw add ptr addrspace(1) %next, i32 1 monotonic
  %a = call i32 @llvm.smin.i32(i32 %i, i32 %n)
  %more = icmp slt i32 %a, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

define spir_kernel void @not_large(ptr addrspace(1) %next, i32 %n) {
entry:
  br label %loop
loop:
  %i = atomicrmw add ptr addrspace(1) %next, i32 1 monotonic
  %large = icmp sge i32 %i, %n
  %more = xor i1 %large, true
  br i1 %more, label %loop, label %end
end:
  ret void
}

define spir_kernel void @swapped(ptr addrspace(1) %next, i32 %n) {
entry:
  br label %loop
loop:
  %i = atomicrmw add ptr addrspace(1) %next, i32 1 monotonic
  %more = icmp sgt i32 %n, %i
  br i1 %more, label %loop, label %end
end:
  ret void
}

define spir_kernel void @down_by_adding(ptr addrspace(1) %next, i32 %n) {
entry:
  br label %loop
loop:
  %i = atomicrmw add ptr addrspace(1) %next, i32 -1 monotonic
  %more = icmp sgt i32 %i, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

declare i32 @llvm.smin.i32(i32, i32)
