; Kernels with a loop in which a work-item waits for others, or for the host, are marked: also where
; the loop was another function's, or comes to a barrier in each round.
; RUN: muxc --passes=progress-points %s | FileCheck %s

declare spir_func void @__mux_work_group_barrier(i32, i32, i32)

; CHECK: define spir_kernel void @own({{.*}} #[[MARK:[0-9]+]]
define spir_kernel void @own(ptr addrspace(1) %flag) {
entry:
  br label %loop
loop:
  %seen = load volatile i32, ptr addrspace(1) %flag
  %waits = icmp eq i32 %seen, 0
  br i1 %waits, label %loop, label %done
done:
  ret void
}

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

; CHECK: define spir_kernel void @called({{.*}} #[[MARK]]
define spir_kernel void @called(ptr addrspace(1) %flag) {
  call spir_func void @wait_for(ptr addrspace(1) %flag)
  ret void
}

; CHECK: define spir_kernel void @meets({{.*}} #[[MARK]]
define spir_kernel void @meets(ptr addrspace(1) %flag) {
entry:
  br label %loop
loop:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 0)
  %seen = load volatile i32, ptr addrspace(1) %flag
  %waits = icmp eq i32 %seen, 0
  br i1 %waits, label %loop, label %done
done:
  ret void
}

; CHECK: define spir_kernel void @goes_on(ptr addrspace(1) %counter) {
define spir_kernel void @goes_on(ptr addrspace(1) %counter) {
entry:
  br label %loop
loop:
  %mine = atomicrmw add ptr addrspace(1) %counter, i32 1 monotonic
  %more = icmp slt i32 %mine, 100
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK: attributes #[[MARK]] = { "lanewise-waiting-loops" }
