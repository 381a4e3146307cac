; Alias scopes hold for one execution of their declaration by one work-item: forms that do several at
; once have neither.
; RUN: veczc --step=drop-alias-scopes %s | FileCheck %s
; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NOT: call void @llvm.experimental.noalias
; CHECK: load volatile i32, ptr addrspace(1) %p, align 4{{$}}
; CHECK: store volatile i32 %v, ptr addrspace(1) %q, align 4{{$}}

declare i64 @__mux_get_global_id(i32) memory(none)
declare void @llvm.experimental.noalias.scope.decl(metadata)

define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b) {
  %id = call i64 @__mux_get_global_id(i32 0)
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %id
  %q = getelementptr i32, ptr addrspace(1) %b, i64 %id
  %v = load volatile i32, ptr addrspace(1) %p, !alias.scope !0
  store volatile i32 %v, ptr addrspace(1) %q, !noalias !0
  ret void
}

!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
