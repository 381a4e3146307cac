; The test of a loop before its first round is noted with the loop, as one place of the source. A condition of its own
; around a loop is noted apart.
; RUN: muxc --passes=vectorize -pass-remarks-analysis=vecz %s 2>&1 >/dev/null | FileCheck %s

; CHECK: remark: k.cl:2:3: work-items leave this loop at different times
; CHECK-NOT: k.cl:2:3
; CHECK: remark: k.cl:3:9: work-items go different ways here
; CHECK: remark: k.cl:2:3: work-items leave this loop at different times
; CHECK-NOT: remark
declare spir_func i64 @__mux_get_global_id(i32)

define spir_kernel void @tested(ptr addrspace(1) %p) !dbg !5 {
entry:
  %id = call spir_func i64 @__mux_get_global_id(i32 0), !dbg !8
  %i = trunc i64 %id to i32
  %any = icmp ne i32 %i, 0
  br i1 %any, label %before, label %done, !dbg !8
before:
  br label %loop, !dbg !8
loop:
  %n = phi i32 [ %i, %before ], [ %next, %loop ]
  %next = lshr i32 %n, 1
  %where = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store i32 %n, ptr addrspace(1) %where
  %more = icmp ne i32 %next, 0
  br i1 %more, label %loop, label %after, !dbg !8
after:
  br label %done
done:
  ret void
}

define spir_kernel void @apart(ptr addrspace(1) %p) !dbg !6 {
entry:
  %id = call spir_func i64 @__mux_get_global_id(i32 0), !dbg !9
  %i = trunc i64 %id to i32
  %any = icmp ne i32 %i, 0
  br i1 %any, label %before, label %done, !dbg !10
before:
  br label %loop, !dbg !9
loop:
  %n = phi i32 [ %i, %before ], [ %next, %loop ]
  %next = lshr i32 %n, 1
  %where = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store i32 %n, ptr addrspace(1) %where
  %more = icmp ne i32 %next, 0
  br i1 %more, label %loop, label %after, !dbg !9
after:
  br label %done
done:
  ret void
}

!llvm.module.flags = !{!0, !1}
!llvm.dbg.cu = !{!2}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 2, !"Dwarf Version", i32 4}
!2 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !3, emissionKind: FullDebug)
!3 = !DIFile(filename: "k.cl", directory: "/")
!4 = !DISubroutineType(types: !{null})
!5 = distinct !DISubprogram(name: "tested", file: !3, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !2)
!6 = distinct !DISubprogram(name: "apart", file: !3, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !2)
!8 = !DILocation(line: 2, column: 3, scope: !5)
!9 = !DILocation(line: 2, column: 3, scope: !6)
!10 = !DILocation(line: 3, column: 9, scope: !6)
