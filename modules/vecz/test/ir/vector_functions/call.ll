; A function that is not to be inlined becomes one for all lanes: a uniform argument stays a scalar,
; of a strided one lane 0's value is passed, the others are packets; the mask is the last argument.
; What it calls is treated likewise.
; RUN: veczc --step=vectorize --width=4 %s 2>%t | FileCheck %s --implicit-check-not=vecz.argument --implicit-check-not=vecz.result
; RUN: FileCheck %s --check-prefix=REMARKS --allow-empty < %t
; REMARKS-NOT: lane by lane

declare i64 @__mux_get_global_id(i32) memory(none)

define internal float @inner(float %x) noinline {
  %y = fmul float %x, 3.0
  ret float %y
}

define internal <2 x float> @outer(float %x, ptr addrspace(1) %p, i32 %n) noinline {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi float [ %x, %entry ], [ %t, %loop ]
  %u = call float @inner(float %s)
  %v = load float, ptr addrspace(1) %p
  %t = fadd float %u, %v
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  %first = insertelement <2 x float> poison, float %t, i32 0
  %both = insertelement <2 x float> %first, float %x, i32 1
  ret <2 x float> %both
}

; CHECK: define internal spir_func void @k.vecz.4(
; CHECK: [[P:%.*]] = getelementptr float, ptr addrspace(1) %p, i64
; CHECK: [[R:%.*]] = call spir_func { <4 x float>, <4 x float> } @outer.vecz.4.p.4.0.masked(<4 x float> {{.*}}, ptr addrspace(1) [[P]], i32 %n, <4 x i1> [[MASK:%.*]])
; CHECK: extractvalue { <4 x float>, <4 x float> } [[R]], 0
; CHECK: extractvalue { <4 x float>, <4 x float> } [[R]], 1

; CHECK: define internal spir_func { <4 x float>, <4 x float> } @outer.vecz.4.p.4.0.masked(<4 x float> [[X:%.*]], ptr addrspace(1) [[Q:%.*]], i32 [[N:%.*]], <4 x i1> [[LANES:%.*]])
; CHECK: call spir_func { <4 x float> } @inner.vecz.4.p.masked(<4 x float> {{.*}}, <4 x i1> [[LANES]])
; CHECK: call <4 x float> @llvm.masked.load.v4f32.p1(ptr addrspace(1) align 4 [[Q]], <4 x i1> [[LANES]]
; CHECK: ret { <4 x float>, <4 x float> }

; CHECK: define internal spir_func { <4 x float> } @inner.vecz.4.p.masked(
; CHECK: fmul <4 x float>
define spir_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %q = getelementptr float, ptr addrspace(1) %p, i64 %id
  %v = load float, ptr addrspace(1) %q
  %c = fcmp ogt float %v, 1.0
  br i1 %c, label %then, label %end
then:
  %r = call <2 x float> @outer(float %v, ptr addrspace(1) %q, i32 %n)
  %a = extractelement <2 x float> %r, i32 0
  %b = extractelement <2 x float> %r, i32 1
  %sum = fadd float %a, %b
  store float %sum, ptr addrspace(1) %q
  br label %end
end:
  ret void
}

; A call in all lanes has no mask; one with uniform arguments only is done lane by lane.
; CHECK: define internal spir_func void @whole.vecz.4(
; CHECK: call spir_func { <4 x float> } @inner.vecz.4.p(<4 x float> {{[^<]*}})
define spir_kernel void @whole(ptr addrspace(1) %p) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %q = getelementptr float, ptr addrspace(1) %p, i64 %id
  %v = load float, ptr addrspace(1) %q
  %r = call float @inner(float %v)
  store float %r, ptr addrspace(1) %q
  ret void
}
