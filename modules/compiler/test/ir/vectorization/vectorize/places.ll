; A note on a branch without a place of its own has that of its condition, of a block that it goes to, or of a block that
; goes to its block; where nothing of these is known it has the kernel's.
; RUN: muxc --passes=vectorize -pass-remarks-analysis=vecz %s 2>&1 >/dev/null | FileCheck %s

; CHECK: remark: k.cl:3:7: work-items go different ways here;
; CHECK: remark: k.cl:4:9: work-items go different ways here;
; CHECK: remark: k.cl:5:5: work-items go different ways here;
; CHECK: remark: k.cl:1:0: work-items go different ways here;
declare spir_func i64 @__mux_get_global_id(i32)

define spir_kernel void @condition(ptr addrspace(1) %p, i1 %uniform) !dbg !5 {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %odd = icmp ugt i64 %id, 100, !dbg !8
  %number = zext i1 %odd to i32
  store volatile i32 %number, ptr addrspace(1) %p
  br i1 %uniform, label %branch, label %done
branch:
  store volatile i32 2, ptr addrspace(1) %p
  br i1 %odd, label %then, label %done
then:
  store volatile i32 1, ptr addrspace(1) %p
  br label %done
done:
  ret void
}

define spir_kernel void @goes_to(ptr addrspace(1) %p) !dbg !6 {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %odd = icmp ugt i64 %id, 100
  br i1 %odd, label %then, label %done
then:
  store volatile i32 1, ptr addrspace(1) %p, !dbg !9
  br label %done
done:
  ret void
}

define spir_kernel void @comes_from(ptr addrspace(1) %p, i1 %uniform) !dbg !7 {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %odd = icmp ugt i64 %id, 100
  %number = zext i1 %odd to i32
  store volatile i32 %number, ptr addrspace(1) %p
  br i1 %uniform, label %branch, label %done, !dbg !10
branch:
  store volatile i32 2, ptr addrspace(1) %p
  br i1 %odd, label %then, label %done
then:
  store volatile i32 1, ptr addrspace(1) %p
  br label %done
done:
  ret void
}

define spir_kernel void @nothing(ptr addrspace(1) %p) !dbg !11 {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %odd = icmp ugt i64 %id, 100
  br i1 %odd, label %then, label %done
then:
  store volatile i32 1, ptr addrspace(1) %p
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
!5 = distinct !DISubprogram(name: "condition", file: !3, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !2)
!6 = distinct !DISubprogram(name: "goes_to", file: !3, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !2)
!7 = distinct !DISubprogram(name: "comes_from", file: !3, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !2)
!8 = !DILocation(line: 3, column: 7, scope: !5)
!9 = !DILocation(line: 4, column: 9, scope: !6)
!10 = !DILocation(line: 5, column: 5, scope: !7)
!11 = distinct !DISubprogram(name: "nothing", file: !3, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !2)
