; Functions with waiting loops are inlined, and so are those that tell a loop to wait, unless they are to
; stay calls. A loop that counts by a function does not wait, and its call stays.
; RUN: muxc --passes=progress-points %s | FileCheck %s

; CHECK-NOT: define {{.*}} @wait_for(
define spir_func void @wait_for(ptr addrspace(1) %flag) {
entry:
  br label %loop
loop:
  %seen = load volatile i32, ptr addrspace(1) %flag
  %waits = icmp eq i32 %seen, 0
  br i1 %waits, label %loop, label %done
done:
  ret void
}

define spir_func i1 @is_done(ptr addrspace(1) %flag) {
  %seen = load volatile i32, ptr addrspace(1) %flag
  %done = icmp ne i32 %seen, 0
  ret i1 %done
}

define spir_func i32 @take(ptr addrspace(1) %counter) {
  %seen = atomicrmw add ptr addrspace(1) %counter, i32 1 monotonic
  ret i32 %seen
}

; CHECK-LABEL: define spir_kernel void @calls(
; CHECK: load volatile i32
; CHECK: call spir_func void @__mux_progress_point(i32 0)
define spir_kernel void @calls(ptr addrspace(1) %flag) {
  call spir_func void @wait_for(ptr addrspace(1) %flag)
  ret void
}

; CHECK-LABEL: define spir_kernel void @asks(
; CHECK: load volatile i32
; CHECK: call spir_func void @__mux_progress_point(i32 0)
define spir_kernel void @asks(ptr addrspace(1) %flag) {
entry:
  br label %loop
loop:
  %done = call spir_func i1 @is_done(ptr addrspace(1) %flag)
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: define spir_kernel void @asks_by_a_call(
; CHECK: call spir_func i1 @is_done(
; CHECK: call spir_func void @__mux_progress_point(i32 0)
define spir_kernel void @asks_by_a_call(ptr addrspace(1) %flag) {
entry:
  br label %loop
loop:
  %done = call spir_func i1 @is_done(ptr addrspace(1) %flag) noinline
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: define spir_kernel void @counts(
; CHECK: call spir_func i32 @take(
; CHECK-NOT: progress_point
; CHECK: ret void
define spir_kernel void @counts(ptr addrspace(1) %counter) {
entry:
  br label %loop
loop:
  %mine = call spir_func i32 @take(ptr addrspace(1) %counter)
  %more = icmp slt i32 %mine, 100
  br i1 %more, label %loop, label %end
end:
  ret void
}
