; LLVM's optimisation remarks say what the report says: printed if asked for, or written to a file.
; RUN: muxc --passes=vectorize -pass-remarks=vecz -pass-remarks-missed=vecz -pass-remarks-analysis=vecz --remarks=%t.yaml %s 2>%t | FileCheck %s --check-prefix=IR
; RUN: FileCheck %s < %t
; RUN: FileCheck %s --check-prefix=YAML < %t.yaml
; RUN: muxc --passes=vectorize %s 2>&1 >/dev/null | FileCheck %s --check-prefix=NONE --allow-empty
; NONE-NOT: remark

; IR: define spir_kernel void @k({{.*}} !vecz.vectorized

; CHECK: remark: k.cl:1:0: kernel 'k' is vectorised, {{[0-9]+}} work-items at once
; CHECK: remark: k.cl:3:9: work-items leave this loop at different times
; CHECK: remark: k.cl:4:5: work-items go different ways here, in a loop
; CHECK: remark: k.cl:5:7: an atomic operation is done lane by lane; what helps: combine the values of a group first
; CHECK: remark: <unknown>:0:0: kernel 'same' is not vectorised: nothing differs between work-items

; YAML: --- !Passed
; YAML-NEXT: Pass: {{ *}}vecz
; YAML-NEXT: Name: {{ *}}Vectorized
; YAML-NEXT: DebugLoc: {{.*}}k.cl, Line: 1, Column: 0
; YAML-NEXT: Function: {{ *}}k
; YAML: --- !Analysis
; YAML: an atomic operation is done lane by lane
; YAML: --- !Missed
; YAML: Function: {{ *}}same
declare spir_func i64 @__mux_get_global_id(i32)

define spir_kernel void @k(ptr addrspace(1) %p) !dbg !5 {
entry:
  %id = call spir_func i64 @__mux_get_global_id(i32 0), !dbg !8
  %i = trunc i64 %id to i32
  br label %loop, !dbg !9
loop:
  %n = phi i32 [ %i, %entry ], [ %next, %latch ]
  %odd = trunc i32 %n to i1
  br i1 %odd, label %then, label %latch, !dbg !10
then:
  %old = atomicrmw xchg ptr addrspace(1) %p, i32 %n monotonic, !dbg !11
  br label %latch, !dbg !9
latch:
  %next = lshr i32 %n, 1
  %more = icmp ne i32 %next, 0
  br i1 %more, label %loop, label %done, !dbg !9
done:
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
!10 = !DILocation(line: 4, column: 5, scope: !5)
!11 = !DILocation(line: 5, column: 7, scope: !5)
