; InstCombine removes the declaration of a scope that accesses name on one side only; what they say goes with it.
; RUN: muxc --passes=simplify %s | FileCheck %s

; CHECK-LABEL: @one_side(
; CHECK-NOT: noalias
; CHECK: ret void
define spir_kernel void @one_side(ptr addrspace(1) %a, ptr addrspace(3) %b) {
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %x = load i32, ptr addrspace(1) %a, !noalias !0
  store i32 %x, ptr addrspace(3) %b, !noalias !0
  ret void
}

; CHECK-LABEL: @both_sides(
; CHECK: noalias.scope.decl
; CHECK: load {{.*}} !alias.scope
; CHECK: store {{.*}} !noalias
define spir_kernel void @both_sides(ptr addrspace(1) %a, ptr addrspace(1) %b) {
  call void @llvm.experimental.noalias.scope.decl(metadata !3)
  %x = load i32, ptr addrspace(1) %a, !alias.scope !3
  store i32 %x, ptr addrspace(1) %b, !noalias !3
  ret void
}

declare void @llvm.experimental.noalias.scope.decl(metadata)

!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
!3 = !{!4}
!4 = distinct !{!4, !5}
!5 = distinct !{!5}
