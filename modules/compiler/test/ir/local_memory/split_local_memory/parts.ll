; Parts of a block that no address reaches across become variables.
; RUN: muxc --passes=split-local-memory %s | FileCheck %s

declare i64 @__mux_get_local_id(i32)
declare void @__mux_work_group_barrier(i32, i32, i32)

; CHECK-DAG: @block.part = internal addrspace(3) global [1024 x i8] poison, align 4
; CHECK-DAG: @[[SECOND:block.part.[0-9]+]] = internal addrspace(3) global [1024 x i8] poison, align 8

; The step to the second part is at either end of its address.
; CHECK-LABEL: @two(
; CHECK: [[A:%.*]] = getelementptr float, ptr addrspace(3) @block.part, i64 %x
; CHECK-NEXT: store float 1.000000e+00, ptr addrspace(3) [[A]]
; CHECK: [[B:%.*]] = getelementptr float, ptr addrspace(3) @[[SECOND]], i64 %x
; CHECK-NEXT: store float 2.000000e+00, ptr addrspace(3) [[B]]
; CHECK: [[C:%.*]] = getelementptr inbounds float, ptr addrspace(3) @[[SECOND]], i64 %back
; CHECK-NEXT: load float, ptr addrspace(3) [[C]], align 8
define spir_kernel void @two(ptr addrspace(1) %out, ptr addrspace(3) %block) !reqd_work_group_size !0 {
  %x = call range(i64 0, 256) i64 @__mux_get_local_id(i32 0)
  %a = getelementptr float, ptr addrspace(3) %block, i64 %x
  store float 1.0, ptr addrspace(3) %a, align 4
  %second = getelementptr i8, ptr addrspace(3) %block, i64 1024
  %b = getelementptr float, ptr addrspace(3) %second, i64 %x
  store float 2.0, ptr addrspace(3) %b, align 4
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %back = sub i64 255, %x
  %near = getelementptr inbounds float, ptr addrspace(3) %block, i64 %back
  %c = getelementptr i8, ptr addrspace(3) %near, i64 1024
  %v = load float, ptr addrspace(3) %c, align 8
  store float %v, ptr addrspace(1) %out
  ret void
}

; A variable of the program, whose third part has an atomic operation; it begins where its addresses never are.
; CHECK-LABEL: @of_a_variable(
; CHECK: atomicrmw add ptr addrspace(3) @mixed.part.{{[0-9]+}}, i32 1
; CHECK: [[D:%.*]] = getelementptr i32, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @mixed.part.{{[0-9]+}}, i64 -64), i64 %shifted
; CHECK-NEXT: store i32 2, ptr addrspace(3) [[D]]
@mixed = internal addrspace(3) global [64 x i32] undef
define spir_kernel void @of_a_variable() !reqd_work_group_size !1 {
  %x = call range(i64 0, 16) i64 @__mux_get_local_id(i32 0)
  %a = getelementptr i32, ptr addrspace(3) @mixed, i64 %x
  store i32 1, ptr addrspace(3) %a
  %n = getelementptr i8, ptr addrspace(3) @mixed, i64 252
  %old = atomicrmw add ptr addrspace(3) %n, i32 1 syncscope("workgroup") monotonic
  %shifted = add i64 %x, 16
  %d = getelementptr i32, ptr addrspace(3) @mixed, i64 %shifted
  store i32 2, ptr addrspace(3) %d
  ret void
}

!0 = !{i32 256, i32 1, i32 1}
!1 = !{i32 16, i32 1, i32 1}
