; LANEWISE_VECTORIZE_REPORT appends to a file, kernel by kernel, an empty line behind each: how each was vectorised and at
; which places of it lanes are less than side by side, with file, line and, if that is known, column.
; RUN: rm -f %t
; RUN: env LANEWISE_VECTORIZE=8 LANEWISE_REMAINDER=scalar LANEWISE_VECTORIZE_REPORT=%t muxc --passes=vectorize %s
; RUN: env LANEWISE_VECTORIZE=4 LANEWISE_REMAINDER=scalar LANEWISE_VECTORIZE_REPORT=%t muxc --passes=vectorize %s
; RUN: FileCheck %s --match-full-lines < %t

; CHECK: k.cl:1: kernel 'k' is vectorised, 8 work-items at once
; CHECK-NEXT: k.cl:3:9: a load gathers: its address is not linear in the work-item
; CHECK-EMPTY:
; CHECK-NEXT: kernel 'same' is not vectorised: nothing differs between work-items
; CHECK-EMPTY:
; CHECK-NEXT: k.cl:1: kernel 'k' is vectorised, 4 work-items at once
; CHECK-NEXT: k.cl:3:9: a load gathers: its address is not linear in the work-item
; CHECK-EMPTY:
; CHECK-NEXT: kernel 'same' is not vectorised: nothing differs between work-items
; CHECK-EMPTY:
; CHECK-NOT: {{.+}}
declare spir_func i64 @__mux_get_global_id(i32)

define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) !dbg !5 {
  %id = call spir_func i64 @__mux_get_global_id(i32 0), !dbg !8
  %where = getelementptr i64, ptr addrspace(1) %q, i64 %id, !dbg !8
  %i = load i64, ptr addrspace(1) %where, !dbg !8
  %at = getelementptr float, ptr addrspace(1) %p, i64 %i, !dbg !9
  %v = load float, ptr addrspace(1) %at, !dbg !9
  %w = fptoui float %v to i64, !dbg !8
  store i64 %w, ptr addrspace(1) %where, !dbg !8
  ret void
}

define spir_kernel void @same(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}

!llvm.module.flags = !{!0, !1}
!llvm.dbg.cu = !{!2}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 2, !"Dwarf Version", i32 4}
!2 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !3, emissionKind: FullDebug)
!3 = !DIFile(filename: "k.cl", directory: "/")
!4 = !DISubroutineType(types: !{null})
!5 = distinct !DISubprogram(name: "k", file: !3, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !2)
!8 = !DILocation(line: 2, column: 9, scope: !5)
!9 = !DILocation(line: 3, column: 9, scope: !5)
