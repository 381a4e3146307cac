; Values that cross no barrier in common share one slot, and a value that is loaded from it and only
; passed on is not stored again. A value that can be computed again from ids crosses none, even if
; one of its operands crosses.
; RUN: muxc --passes=number-barriers,work-item-loops %s | FileCheck %s

declare spir_func i64 @__mux_get_local_id(i32) memory(none)
declare spir_func void @__mux_work_group_barrier(i32, i32, i32)

define spir_kernel void @k(ptr addrspace(1) %data, i32 %n) {
; CHECK-LABEL: define spir_kernel void @k(
; CHECK-SAME: [[ATTRIBUTES:#[0-9]+]]
; CHECK: region.1:
; CHECK: [[FOUND:%.*]] = load float, ptr [[SLOT:%.*]], align 4
; CHECK: fadd float [[FOUND]]
; CHECK: store float {{.*}}, ptr [[SLOT]], align 4
; CHECK: region.2:
; CHECK-NOT: store float
; CHECK: ret void
; CHECK: attributes [[ATTRIBUTES]] = { {{.*}}"lanewise-scratch-per-item"="4" }
entry:
  %id = call spir_func i64 @__mux_get_local_id(i32 0)
  %short = trunc i64 %id to i32
  %index = sext i32 %short to i64
  %p = getelementptr float, ptr addrspace(1) %data, i64 %index
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  %v = load float, ptr addrspace(1) %p
  %more = fadd float %sum, %v
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  %next = add i32 %i, 1
  %again = icmp ult i32 %i, %n
  br i1 %again, label %loop, label %end

end:
  ret void
}
