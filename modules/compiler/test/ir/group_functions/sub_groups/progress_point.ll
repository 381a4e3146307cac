; A sub-group stops at a progress point as a whole, also where only some of its work-items wait: the vector
; form has the point once, and goes on waiting as long as any lane does. The kernel has such a form because it adds up what
; all have.
; RUN: muxc --passes=sub-groups %s | FileCheck %s

declare spir_func void @__mux_progress_point(i32)
declare spir_func i64 @__mux_get_local_id(i32) memory(none)
declare spir_func i32 @_Z22get_sub_group_local_idv()
declare spir_func i32 @_Z20sub_group_reduce_addi(i32) convergent memory(inaccessiblemem: readwrite)

; CHECK-LABEL: define internal spir_func void @k.vecz.4(
; CHECK: load atomic i32
; CHECK: call spir_func void @__mux_progress_point(i32 1)
; CHECK-NOT: __mux_progress_point
; CHECK: store <4 x i32>
; CHECK-LABEL: define internal spir_func void @k.vecz.4.masked(
; CHECK: call spir_func void @__mux_progress_point(i32 1)
; CHECK-NOT: __mux_progress_point
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(3) %flag, ptr addrspace(1) %p) !intel_reqd_sub_group_size !0 {
entry:
  %lane = call spir_func i32 @_Z22get_sub_group_local_idv()
  %first = icmp ult i32 %lane, 2
  br i1 %first, label %loop, label %done
loop:
  %seen = load atomic i32, ptr addrspace(3) %flag monotonic, align 4
  %waits = icmp eq i32 %seen, 0
  br i1 %waits, label %again, label %done
again:
  call spir_func void @__mux_progress_point(i32 1)
  br label %loop
done:
  %id = call spir_func i64 @__mux_get_local_id(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %sum = call spir_func i32 @_Z20sub_group_reduce_addi(i32 %lane) convergent
  %own = add i32 %sum, %lane
  store i32 %own, ptr addrspace(1) %q
  ret void
}

!0 = !{i32 4}
