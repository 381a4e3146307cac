; Programs that are compiled with debug information describe what they declare, too: that is no description of
; a body.
; RUN: muxc --passes=define-named-barriers %s | FileCheck %s

; CHECK: define internal spir_func ptr addrspace(3) @_Z18named_barrier_initi(i32 %0)
; CHECK-NOT: !dbg
; CHECK: {
declare !dbg !3 spir_func ptr addrspace(3) @_Z18named_barrier_initi(i32)

define spir_kernel void @k() {
  %b = call spir_func ptr addrspace(3) @_Z18named_barrier_initi(i32 2)
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubprogram(name: "named_barrier_init", file: !1, line: 1, type: !4, spFlags: DISPFlagOptimized)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
