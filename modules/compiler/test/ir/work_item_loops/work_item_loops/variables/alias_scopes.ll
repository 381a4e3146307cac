; A region keeps the alias scopes that it declares: each call of it has its own. Scopes that another
; region declares, such as those of a helper with a barrier inside, do not hold between two
; barriers.
; RUN: muxc --passes=number-barriers,work-item-loops %s | FileCheck %s

declare spir_func i64 @__mux_get_global_id(i32) memory(none)
declare spir_func void @__mux_work_group_barrier(i32, i32, i32)
declare void @llvm.experimental.noalias.scope.decl(metadata)

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: region.0:
; CHECK: call void @llvm.experimental.noalias.scope.decl(metadata [[LIST:![0-9]+]])
; CHECK: load i32, ptr addrspace(1) {{.*}}, !alias.scope [[LIST]]
; CHECK: store i32 {{.*}}, !noalias [[LIST]]
; CHECK: region.1:
; CHECK-NOT: alias.scope
; CHECK-NOT: noalias
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b) {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %id
  %q = getelementptr i32, ptr addrspace(1) %b, i64 %id
  %v = load i32, ptr addrspace(1) %p, !alias.scope !0
  store i32 %v, ptr addrspace(1) %q, !noalias !0
  call spir_func void @__mux_work_group_barrier(i32 0, i32 1, i32 0)
  %w = load i32, ptr addrspace(1) %p, !alias.scope !0
  store i32 %w, ptr addrspace(1) %q, !noalias !0
  ret void
}

!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
