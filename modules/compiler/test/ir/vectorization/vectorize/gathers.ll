; A loop that lanes leave at different times and in which they do little but gather runs scalar: it is
; faster so. One that computes with what it gathers is vectorised.
; RUN: muxc --passes=vectorize %s | FileCheck %s

declare spir_func i64 @__mux_get_global_id(i32)

; CHECK: define spir_kernel void @sparse({{.*}}) {
define spir_kernel void @sparse(ptr addrspace(1) %sum, ptr addrspace(1) %ends, ptr addrspace(1) %columns, ptr addrspace(1) %x) {
entry:
  %row = call spir_func i64 @__mux_get_global_id(i32 0)
  %e = getelementptr i64, ptr addrspace(1) %ends, i64 %row
  %end = load i64, ptr addrspace(1) %e
  br label %loop
loop:
  %j = phi i64 [ %row, %entry ], [ %next, %loop ]
  %total = phi float [ 0.0, %entry ], [ %more, %loop ]
  %c = getelementptr i32, ptr addrspace(1) %columns, i64 %j
  %column = load i32, ptr addrspace(1) %c
  %wide = sext i32 %column to i64
  %f = getelementptr float, ptr addrspace(1) %x, i64 %wide
  %factor = load float, ptr addrspace(1) %f
  %g = getelementptr float, ptr addrspace(1) %sum, i64 %j
  %more = fadd float %total, %factor
  %step = add i64 %wide, 1
  %next = add i64 %j, %step
  %go = icmp slt i64 %next, %end
  br i1 %go, label %loop, label %done
done:
  %s = getelementptr float, ptr addrspace(1) %sum, i64 %row
  store float %more, ptr addrspace(1) %s
  ret void
}

; CHECK: define spir_kernel void @computes({{.*}}) !vecz.vectorized
define spir_kernel void @computes(ptr addrspace(1) %sum, ptr addrspace(1) %x) {
entry:
  %row = call spir_func i64 @__mux_get_global_id(i32 0)
  br label %loop
loop:
  %at = phi i64 [ %row, %entry ], [ %next, %loop ]
  %f = getelementptr i64, ptr addrspace(1) %x, i64 %at
  %next = load i64, ptr addrspace(1) %f
  %go = icmp slt i64 %next, 100
  br i1 %go, label %loop, label %done
done:
  %s = getelementptr i64, ptr addrspace(1) %sum, i64 %row
  store i64 %next, ptr addrspace(1) %s
  ret void
}
