; Debuggers know one address space only: the locations of variables name none.
; RUN: muxc --passes=flatten-address-spaces %s | FileCheck %s

define spir_kernel void @k(ptr addrspace(1) %p) !dbg !4 {
; CHECK: #dbg_value(ptr %p, ![[#]], !DIExpression(), ![[#]])
; CHECK: #dbg_declare(ptr %v, ![[#]], !DIExpression(DW_OP_plus_uconst, 4), ![[#]])
  %v = alloca i64
    #dbg_value(ptr addrspace(1) %p, !7, !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef), !8)
    #dbg_declare(ptr %v, !7, !DIExpression(DW_OP_plus_uconst, 4, DW_OP_constu, 0, DW_OP_swap, DW_OP_xderef), !8)
  ret void, !dbg !8
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !2, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "k.cl", directory: "/")
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!4 = distinct !DISubprogram(name: "k", file: !2, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocalVariable(name: "v", scope: !4, file: !2, line: 1, type: !3)
!8 = !DILocation(line: 1, scope: !4)
