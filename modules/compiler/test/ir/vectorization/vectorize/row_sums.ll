; A kernel whose loops sum along rows, one for each work-item, in an order that may change stays scalar: the loop is then
; vectorised along the row. Groups are to have several rows where work-items with the same id in x share rows of memory. The
; loop may test its condition first, and have its sum in memory. One with an exact order, one that reads columns, one with short rows, one that writes to two
; places and one with rows of several lengths get vector forms.
; RUN: muxc --passes=vectorize %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @rows(
; CHECK-NOT: !vecz.vectorized
; CHECK: {
define spir_kernel void @rows(ptr addrspace(1) %a, ptr addrspace(1) %x, ptr addrspace(1) %y, i64 %n) {
entry:
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %start = mul i64 %id, %n
  %row = getelementptr float, ptr addrspace(1) %a, i64 %start
  %to = getelementptr float, ptr addrspace(1) %y, i64 %id
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %p = getelementptr float, ptr addrspace(1) %row, i64 %j
  %v = load float, ptr addrspace(1) %p
  %q = getelementptr float, ptr addrspace(1) %x, i64 %j
  %w = load float, ptr addrspace(1) %q
  %product = fmul fast float %v, %w
  %more = fadd fast float %sum, %product
  store float %more, ptr addrspace(1) %to
  %next = add nuw i64 %j, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; CHECK: define spir_kernel void @in_order({{.*}} !vecz.vectorized
define spir_kernel void @in_order(ptr addrspace(1) %a, ptr addrspace(1) %y, i64 %n) {
entry:
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %start = mul i64 %id, %n
  %row = getelementptr float, ptr addrspace(1) %a, i64 %start
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %p = getelementptr float, ptr addrspace(1) %row, i64 %j
  %v = load float, ptr addrspace(1) %p
  %more = fadd float %sum, %v
  %next = add nuw i64 %j, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  %to = getelementptr float, ptr addrspace(1) %y, i64 %id
  store float %more, ptr addrspace(1) %to
  ret void
}

; CHECK: define spir_kernel void @columns({{.*}} !vecz.vectorized
define spir_kernel void @columns(ptr addrspace(1) %a, ptr addrspace(1) %y, i64 %n) {
entry:
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %column = getelementptr i32, ptr addrspace(1) %a, i64 %id
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %at = mul i64 %j, %n
  %p = getelementptr i32, ptr addrspace(1) %column, i64 %at
  %v = load i32, ptr addrspace(1) %p
  %more = add i32 %sum, %v
  %next = add nuw i64 %j, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  %to = getelementptr i32, ptr addrspace(1) %y, i64 %id
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; CHECK: define spir_kernel void @short_rows({{.*}} !vecz.vectorized
define spir_kernel void @short_rows(ptr addrspace(1) %a, ptr addrspace(1) %y, i64 %n) {
entry:
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %start = mul i64 %id, %n
  %row = getelementptr i32, ptr addrspace(1) %a, i64 %start
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %p = getelementptr i32, ptr addrspace(1) %row, i64 %j
  %v = load i32, ptr addrspace(1) %p
  %more = add i32 %sum, %v
  %next = add nuw i64 %j, 1
  %again = icmp ult i64 %next, 24
  br i1 %again, label %loop, label %end
end:
  %to = getelementptr i32, ptr addrspace(1) %y, i64 %id
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; CHECK: define spir_kernel void @two_places({{.*}} !vecz.vectorized
define spir_kernel void @two_places(ptr addrspace(1) %a, ptr addrspace(1) %y, ptr addrspace(1) %z, i64 %n) {
entry:
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %start = mul i64 %id, %n
  %row = getelementptr i32, ptr addrspace(1) %a, i64 %start
  %to = getelementptr i32, ptr addrspace(1) %y, i64 %id
  %also = getelementptr i32, ptr addrspace(1) %z, i64 %id
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %p = getelementptr i32, ptr addrspace(1) %row, i64 %j
  %v = load i32, ptr addrspace(1) %p
  %more = add i32 %sum, %v
  store i32 %more, ptr addrspace(1) %to
  store i32 %more, ptr addrspace(1) %also
  %next = add nuw i64 %j, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; CHECK: define spir_kernel void @of_several_lengths({{.*}} !vecz.vectorized
define spir_kernel void @of_several_lengths(ptr addrspace(1) %a, ptr addrspace(1) %y, i64 %n) {
entry:
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %start = mul i64 %id, %n
  %length = add i64 %id, 100
  %row = getelementptr i32, ptr addrspace(1) %a, i64 %start
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %p = getelementptr i32, ptr addrspace(1) %row, i64 %j
  %v = load i32, ptr addrspace(1) %p
  %more = add i32 %sum, %v
  %next = add nuw i64 %j, 1
  %again = icmp ult i64 %next, %length
  br i1 %again, label %loop, label %end
end:
  %to = getelementptr i32, ptr addrspace(1) %y, i64 %id
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; CHECK-LABEL: define spir_kernel void @shared_rows(
; CHECK-SAME: [[SHARED:#[0-9]+]]
; CHECK-NOT: !vecz.vectorized
; CHECK: {
define spir_kernel void @shared_rows(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c, i64 %n) {
entry:
  %i = call spir_func i64 @__mux_get_global_id(i32 1)
  %j = call spir_func i64 @__mux_get_global_id(i32 0)
  %i_start = mul i64 %i, %n
  %j_start = mul i64 %j, %n
  %a_row = getelementptr float, ptr addrspace(1) %a, i64 %i_start
  %b_row = getelementptr float, ptr addrspace(1) %b, i64 %j_start
  %c_row = getelementptr float, ptr addrspace(1) %c, i64 %i_start
  %to = getelementptr float, ptr addrspace(1) %c_row, i64 %j
  br label %test
test:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %again = icmp ult i64 %k, %n
  br i1 %again, label %loop, label %end
loop:
  %p = getelementptr float, ptr addrspace(1) %a_row, i64 %k
  %v = load float, ptr addrspace(1) %p
  %q = getelementptr float, ptr addrspace(1) %b_row, i64 %k
  %w = load float, ptr addrspace(1) %q
  %product = fmul fast float %v, %w
  %sum = load float, ptr addrspace(1) %to
  %more = fadd fast float %sum, %product
  store float %more, ptr addrspace(1) %to
  %next = add nuw i64 %k, 1
  br label %test
end:
  ret void
}

; Rows of a work-item's own are not shared.
; CHECK-LABEL: define spir_kernel void @rows_of_both_ids(
; CHECK-NOT: [[SHARED]]
; CHECK: {
define spir_kernel void @rows_of_both_ids(ptr addrspace(1) %a, ptr addrspace(1) %y, i64 %n) {
entry:
  %i = call spir_func i64 @__mux_get_global_id(i32 1)
  %j = call spir_func i64 @__mux_get_global_id(i32 0)
  %above = mul i64 %i, 1000
  %id = add i64 %above, %j
  %start = mul i64 %id, %n
  %row = getelementptr i32, ptr addrspace(1) %a, i64 %start
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %p = getelementptr i32, ptr addrspace(1) %row, i64 %k
  %v = load i32, ptr addrspace(1) %p
  %more = add i32 %sum, %v
  %next = add nuw i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  %to = getelementptr i32, ptr addrspace(1) %y, i64 %id
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; CHECK: attributes [[SHARED]] = {{{.*}}"lanewise-rows-of-groups"="32"
declare spir_func i64 @__mux_get_global_id(i32)
