; An address that is the same whatever way leads to a block is computed there, and the memory it points to becomes registers;
; not so where ways bring different ones.
; RUN: muxc --passes=simplify-group-kernels,unroll-group-loops,simplify-group-kernels,group-registers %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @same(
; CHECK-NOT: {{load|store}}{{.*}}ptr addrspace(3)
; CHECK: store <16 x float> {{%.*}}, ptr addrspace(1) %result
; CHECK-NOT: {{load|store}}{{.*}}ptr addrspace(3)
; CHECK: ret void
define spir_kernel void @same(ptr addrspace(1) %data, ptr addrspace(1) %result, ptr addrspace(3) %a, i1 %which) #0 {
entry:
  br i1 %which, label %one, label %other
one:
  %at.one = getelementptr i8, ptr addrspace(3) %a, i64 64
  store volatile i32 1, ptr addrspace(1) %data
  br label %both
other:
  %half = getelementptr i8, ptr addrspace(3) %a, i64 32
  %at.other = getelementptr i8, ptr addrspace(3) %half, i64 32
  store volatile i32 2, ptr addrspace(1) %data
  br label %both
both:
  %at = phi ptr addrspace(3) [ %at.one, %one ], [ %at.other, %other ]
  %in = load <16 x float>, ptr addrspace(1) %data, align 4
  store <16 x float> %in, ptr addrspace(3) %at, align 4
  %out = load <16 x float>, ptr addrspace(3) %at, align 4
  store <16 x float> %out, ptr addrspace(1) %result, align 4
  ret void
}

; CHECK-LABEL: define spir_kernel void @different(
; CHECK: store <16 x float> {{%.*}}, ptr addrspace(3)
; CHECK: ret void
define spir_kernel void @different(ptr addrspace(1) %data, ptr addrspace(1) %result, ptr addrspace(3) %a, i1 %which) #0 {
entry:
  br i1 %which, label %one, label %other
one:
  store volatile i32 1, ptr addrspace(1) %data
  br label %both
other:
  %half = getelementptr i8, ptr addrspace(3) %a, i64 32
  store volatile i32 2, ptr addrspace(1) %data
  br label %both
both:
  %at = phi ptr addrspace(3) [ %a, %one ], [ %half, %other ]
  %in = load <16 x float>, ptr addrspace(1) %data, align 4
  store <16 x float> %in, ptr addrspace(3) %at, align 4
  %out = load <16 x float>, ptr addrspace(3) %a, align 4
  store <16 x float> %out, ptr addrspace(1) %result, align 4
  ret void
}

; What a loop computes is taken from its last iteration (LCSSA), or unrolling would take it from the first.
; CHECK-LABEL: define spir_kernel void @of_a_loop(
; CHECK: [[LAST:%.*]] = phi ptr addrspace(3) [ %at, %loop ]
; CHECK: store i32 5, ptr addrspace(3) [[LAST]]
; CHECK: ret void
define spir_kernel void @of_a_loop(ptr addrspace(1) %data, ptr addrspace(1) %result, ptr addrspace(3) %a) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %more ]
  %at = getelementptr i32, ptr addrspace(3) %a, i64 %i
  %ends = icmp eq i64 %i, 3
  br i1 %ends, label %exit, label %more
more:
  store i32 1, ptr addrspace(3) %at, align 4
  %next = add nuw nsw i64 %i, 1
  br label %loop
exit:
  %last = phi ptr addrspace(3) [ %at, %loop ]
  store i32 5, ptr addrspace(3) %last, align 4
  %first = load i32, ptr addrspace(3) %a, align 4
  store i32 %first, ptr addrspace(1) %data, align 4
  %three = getelementptr i8, ptr addrspace(3) %a, i64 12
  %out = load i32, ptr addrspace(3) %three, align 4
  store i32 %out, ptr addrspace(1) %result, align 4
  ret void
}
attributes #0 = { "lanewise-group-registers"="unrolled" }
