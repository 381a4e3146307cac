; A kernel whose loops sum along rows, one for each work-item, in an order that may change stays scalar: the loop is then
; vectorised along the row. One with an exact order, one that reads columns, one with short rows, one that writes to two
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

declare spir_func i64 @__mux_get_global_id(i32)
