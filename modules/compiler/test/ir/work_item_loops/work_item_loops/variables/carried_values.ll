; Values that a loop carries over barriers stay in their slots, each in its own: from one barrier to the next nothing is
; moved.
; RUN: muxc --passes=number-barriers,work-item-loops %s | FileCheck %s

declare spir_func i64 @__mux_get_local_id(i32) memory(none)
declare spir_func void @__mux_work_group_barrier(i32, i32, i32)

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-SAME: [[ATTRIBUTES:#[0-9]+]]
; CHECK: region.1:
; CHECK-COUNT-3: load float, ptr
; CHECK-COUNT-3: store float
; CHECK: region.2:
; CHECK-NOT: store float
; CHECK: store float {{.*}}addrspace(1)
; CHECK-NOT: store float{{.*}}ptr %
; CHECK: attributes [[ATTRIBUTES]] = { {{.*}}"lanewise-scratch-per-item"="12" }
define spir_kernel void @k(ptr addrspace(1) %data, i32 %n) {
entry:
  %id = call spir_func i64 @__mux_get_local_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %data, i64 %id
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = phi float [ 0.0, %entry ], [ %a.next, %loop ]
  %b = phi float [ 1.0, %entry ], [ %b.next, %loop ]
  %c = phi float [ 2.0, %entry ], [ %c.next, %loop ]
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  %v = load float, ptr addrspace(1) %p
  %a.next = fadd float %a, %v
  %b.next = fadd float %b, %v
  %c.next = fadd float %c, %v
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  %next = add i32 %i, 1
  %again = icmp ult i32 %i, %n
  br i1 %again, label %loop, label %end

end:
  %ab = fadd float %a.next, %b.next
  %abc = fadd float %ab, %c.next
  store float %abc, ptr addrspace(1) %p
  ret void
}
