; Loops that wait for others come to a progress point every 16 rounds. Loops that need no other
; work-item to end, and loops with a barrier in each round, are not changed.
; RUN: muxc --passes=progress-points %s | FileCheck %s

declare spir_func void @__mux_work_group_barrier(i32, i32, i32)

; CHECK-LABEL: define spir_kernel void @flag(
; CHECK: loop:
; CHECK-NEXT: %rounds = phi i32 [ %rounds.next, %[[BACK:[0-9]+]] ], [ 0, %entry ]
; CHECK-NEXT: %x = phi i32 [ 0, %entry ], [ %x.next, %[[BACK]] ]
; CHECK: br i1 %waits, label %loop.again, label %done
; CHECK: loop.again:
; CHECK-NEXT: %rounds.next = add i32 %rounds, 1
; CHECK-NEXT: %[[REST:.*]] = and i32 %rounds.next, 15
; CHECK-NEXT: %[[YIELD:.*]] = icmp eq i32 %[[REST]], 0
; CHECK-NEXT: br i1 %[[YIELD]], label %progress, label %[[BACK]]
; CHECK: progress:
; CHECK-NEXT: call spir_func void @__mux_progress_point(i32 0)
; CHECK-NEXT: br label %[[BACK]]
define spir_kernel void @flag(ptr addrspace(3) %flag, ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %x = phi i32 [ 0, %entry ], [ %x.next, %loop ]
  %x.next = add i32 %x, 3
  %seen = load atomic i32, ptr addrspace(3) %flag monotonic, align 4
  %waits = icmp eq i32 %seen, 0
  br i1 %waits, label %loop, label %done
done:
  store i32 %x, ptr addrspace(1) %p
  ret void
}

; Two ways back: one progress point for both.
; CHECK-LABEL: define spir_kernel void @two_ways(
; CHECK: call spir_func void @__mux_progress_point(
; CHECK-NOT: call spir_func void @__mux_progress_point(
; CHECK: ret void
define spir_kernel void @two_ways(ptr addrspace(3) %flag) {
entry:
  br label %loop
loop:
  %seen = load volatile i32, ptr addrspace(3) %flag
  %waits = icmp eq i32 %seen, 0
  br i1 %waits, label %loop, label %other
other:
  %again = icmp eq i32 %seen, 1
  br i1 %again, label %loop, label %done
done:
  ret void
}

; CHECK-LABEL: define spir_kernel void @update(
; CHECK-NOT: progress_point
; CHECK: ret void
define spir_kernel void @update(ptr addrspace(1) %sum) {
entry:
  %first = load atomic i32, ptr addrspace(1) %sum monotonic, align 4
  br label %loop
loop:
  %seen = phi i32 [ %first, %entry ], [ %now, %loop ]
  %wanted = mul i32 %seen, 3
  %pair = cmpxchg ptr addrspace(1) %sum, i32 %seen, i32 %wanted monotonic monotonic
  %now = extractvalue { i32, i1 } %pair, 0
  %got = extractvalue { i32, i1 } %pair, 1
  br i1 %got, label %done, label %loop
done:
  ret void
}

; CHECK-LABEL: define spir_kernel void @meets(
; CHECK-NOT: progress_point
; CHECK: ret void
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
