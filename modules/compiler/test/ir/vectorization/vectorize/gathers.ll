; A loop that lanes leave at different times and in which they do little but gather runs scalar: it is
; faster so. One that computes with what it gathers is vectorised, and so is one that reads next
; where it has read to.
; RUN: muxc --passes=vectorize %s | FileCheck %s

declare spir_func i64 @__mux_get_global_id(i32)

; CHECK: define spir_kernel void @sparse({{.*}}) {
define spir_kernel void @sparse(ptr addrspace(1) %sum, ptr addrspace(1) %ends, ptr addrspace(1) %columns, ptr addrspace(1) %x) {
entry:
  %row = call spir_func i64 @__mux_get_global_id(i32 0)
  %e = getelementptr i64, ptr addrspace(1) %ends, i64 %row
  %end = load i64, ptr addrspace(1) %e
  %b = getelementptr i64, ptr addrspace(1) %e, i64 -1
  %begin = load i64, ptr addrspace(1) %b
  br label %loop
loop:
  %j = phi i64 [ %begin, %entry ], [ %next, %loop ]
  %total = phi float [ 0.0, %entry ], [ %more, %loop ]
  %c = getelementptr i32, ptr addrspace(1) %columns, i64 %j
  %column = load i32, ptr addrspace(1) %c
  %wide = sext i32 %column to i64
  %f = getelementptr float, ptr addrspace(1) %x, i64 %wide
  %factor = load float, ptr addrspace(1) %f
  %g = getelementptr float, ptr addrspace(1) %sum, i64 %j
  %more = fadd float %total, %factor
  %next = add i64 %j, 1
  %go = icmp slt i64 %next, %end
  br i1 %go, label %loop, label %done
done:
  %s = getelementptr float, ptr addrspace(1) %sum, i64 %row
  store float %more, ptr addrspace(1) %s
  ret void
}

; CHECK: define spir_kernel void @follows({{.*}}) !vecz.vectorized
define spir_kernel void @follows(ptr addrspace(1) %sum, ptr addrspace(1) %ends, ptr addrspace(1) %columns, ptr addrspace(1) %x) {
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

; So is one with another loop of that depth, which all lanes leave at once and which computes: the first may only fill
; a tile for it.
; CHECK: define spir_kernel void @fills_and_computes({{.*}}) !vecz.vectorized
define spir_kernel void @fills_and_computes(ptr addrspace(1) %sum, ptr addrspace(1) %ends, ptr addrspace(1) %columns, ptr addrspace(1) %x, i64 %n) {
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
  %more = fadd float %total, %factor
  %step = add i64 %wide, 1
  %next = add i64 %j, %step
  %go = icmp slt i64 %next, %end
  br i1 %go, label %loop, label %compute
compute:
  %k = phi i64 [ 0, %loop ], [ %k.next, %compute ]
  %a.0 = phi float [ %more, %loop ], [ %a.10, %compute ]
  %at = getelementptr float, ptr addrspace(1) %x, i64 %k
  %factor.0 = load float, ptr addrspace(1) %at
  %a.1 = fmul float %a.0, %factor.0
  %factor.1 = fadd float %factor.0, %a.1
  %a.2 = fmul float %a.1, %factor.1
  %factor.2 = fadd float %factor.1, %a.2
  %a.3 = fmul float %a.2, %factor.2
  %factor.3 = fadd float %factor.2, %a.3
  %a.4 = fmul float %a.3, %factor.3
  %factor.4 = fadd float %factor.3, %a.4
  %a.5 = fmul float %a.4, %factor.4
  %factor.5 = fadd float %factor.4, %a.5
  %a.6 = fmul float %a.5, %factor.5
  %factor.6 = fadd float %factor.5, %a.6
  %a.7 = fmul float %a.6, %factor.6
  %factor.7 = fadd float %factor.6, %a.7
  %a.8 = fmul float %a.7, %factor.7
  %factor.8 = fadd float %factor.7, %a.8
  %a.9 = fmul float %a.8, %factor.8
  %factor.9 = fadd float %factor.8, %a.9
  %a.10 = fmul float %a.9, %factor.9
  %factor.10 = fadd float %factor.9, %a.10
  %k.next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %k.next, %n
  br i1 %again, label %compute, label %done
done:
  %s = getelementptr float, ptr addrspace(1) %sum, i64 %row
  store float %a.10, ptr addrspace(1) %s
  ret void
}
