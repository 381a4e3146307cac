; Where a work-item may come back to what it has written, accesses are not marked as parallel: LLVM would
; take them for independent within a work-item, too. Neighbouring fields are different places.
; RUN: muxc --passes=work-item-loops %s | FileCheck %s

declare spir_func i64 @__mux_get_global_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @again(
; CHECK-NOT: !llvm.access.group
; CHECK: ret void
define spir_kernel void @again(ptr addrspace(1) %p, i64 %n) {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %to = getelementptr i32, ptr addrspace(1) %p, i64 %id
  store i32 1, ptr addrspace(1) %to
  %from = getelementptr i32, ptr addrspace(1) %p, i64 %n
  %x = load i32, ptr addrspace(1) %from
  %q = getelementptr i32, ptr addrspace(1) %to, i64 1
  store i32 %x, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: define spir_kernel void @in_a_loop(
; CHECK-NOT: !llvm.access.group
; CHECK: ret void
define spir_kernel void @in_a_loop(ptr addrspace(1) %p, i64 %n) {
entry:
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %row = getelementptr [8 x i32], ptr addrspace(1) %p, i64 %id
  %eighth = lshr i64 %i, 3
  %to = getelementptr i32, ptr addrspace(1) %row, i64 %eighth
  store i32 1, ptr addrspace(1) %to
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 16
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define spir_kernel void @fields(
; CHECK: load i32, ptr addrspace(1) {{.*}} !llvm.access.group
; CHECK: store i32 {{.*}} !llvm.access.group
; CHECK: store i32 {{.*}} !llvm.access.group
; CHECK: ret void
define spir_kernel void @fields(ptr addrspace(1) %p) {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %x = getelementptr [2 x i32], ptr addrspace(1) %p, i64 %id
  %v = load i32, ptr addrspace(1) %x
  store i32 7, ptr addrspace(1) %x
  %y = getelementptr i8, ptr addrspace(1) %x, i64 4
  store i32 %v, ptr addrspace(1) %y
  ret void
}
