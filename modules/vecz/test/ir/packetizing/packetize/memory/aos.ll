; Short vectors that are loaded, computed with component by component alike, and stored stay lane after lane,
; as they lie in memory; others become one vector for each component.
; RUN: veczc --step=packetize --width=2 %s | FileCheck %s
; RUN: veczc --step=vectorize --width=2 --masked %s | FileCheck --check-prefix=MASKED %s
; RUN: veczc --step=canonicalize %s | FileCheck --check-prefix=RAISED %s

declare spir_func i64 @__mux_get_global_id(i32) memory(none)

; Uniform vectors and each lane's scalars are repeated, one way or the other.
; CHECK-LABEL: define spir_kernel void @scaled(
; CHECK: [[ALL:%.*]] = load <8 x float>, ptr addrspace(1) %p
; CHECK: [[F:%.*]] = load <2 x float>, ptr addrspace(1) %q
; CHECK: [[FS:%.*]] = shufflevector <2 x float> [[F]], <2 x float> poison, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1>
; CHECK: fmul <8 x float> [[ALL]], [[FS]]
; CHECK: shufflevector <4 x float> %bias, <4 x float> {{.*}}, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3>
; CHECK: call <8 x float> @llvm.fma.v8f32(
; CHECK: store <8 x float>
; MASKED-LABEL: define internal spir_func void @scaled.vecz.2.masked(
; MASKED: [[EACH:%.*]] = shufflevector <2 x i1> {{%.*}}, <2 x i1> poison, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1>
; MASKED: call <8 x float> @llvm.masked.load.v8f32.p1({{.*}}<8 x i1> [[EACH]]
; MASKED: call void @llvm.masked.store.v8f32.p1(<8 x float>
define spir_kernel void @scaled(ptr addrspace(1) %data, ptr addrspace(1) %factors, <4 x float> %bias) {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %p = getelementptr <4 x float>, ptr addrspace(1) %data, i64 %id
  %v = load <4 x float>, ptr addrspace(1) %p, align 16
  %q = getelementptr float, ptr addrspace(1) %factors, i64 %id
  %f = load float, ptr addrspace(1) %q, align 4
  %in = insertelement <4 x float> poison, float %f, i64 0
  %fs = shufflevector <4 x float> %in, <4 x float> poison, <4 x i32> zeroinitializer
  %w = fmul <4 x float> %v, %fs
  %x = call <4 x float> @llvm.fma.v4f32(<4 x float> %w, <4 x float> %v, <4 x float> %bias)
  store <4 x float> %x, ptr addrspace(1) %p, align 16
  ret void
}
declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)

; A component that is used for all: each lane's own. For arithmetic it first has to be made a
; vector.
; CHECK-LABEL: define spir_kernel void @alpha(
; CHECK: [[T:%.*]] = load <8 x i8>
; CHECK: shufflevector <8 x i8> [[T]], <8 x i8> {{.*}}, <8 x i32> <i32 3, i32 2, i32 poison, i32 0, i32 7, i32 6, i32 poison, i32 4>
; CHECK: store <8 x i8>
; RAISED-LABEL: define spir_kernel void @alpha(
; RAISED: [[A:%.*]] = shufflevector <4 x i8> %t, <4 x i8> poison, <4 x i32> <i32 3, i32 3, i32 3, i32 3>
; RAISED: [[N:%.*]] = xor <4 x i8> [[A]], splat (i8 -1)
; RAISED: add <4 x i8> {{.*}}[[N]]
define spir_kernel void @alpha(ptr addrspace(1) %data) {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %p = getelementptr <4 x i8>, ptr addrspace(1) %data, i64 %id
  %t = load <4 x i8>, ptr addrspace(1) %p, align 4
  %turned = shufflevector <4 x i8> %t, <4 x i8> poison, <4 x i32> <i32 3, i32 2, i32 poison, i32 0>
  %a = extractelement <4 x i8> %t, i64 3
  %n = xor i8 %a, -1
  %in = insertelement <4 x i8> poison, i8 %n, i64 0
  %s = shufflevector <4 x i8> %in, <4 x i8> poison, <4 x i32> zeroinitializer
  %sum = add <4 x i8> %turned, %s
  store <4 x i8> %sum, ptr addrspace(1) %p, align 4
  ret void
}

; Through a loop; a shuffle of two; choices by component and by lane; conversions, comparisons, freeze.
; CHECK-LABEL: define spir_kernel void @loop(
; CHECK: [[ACC:%.*]] = phi <4 x i32> [ [[START:%.*]], %entry ], [ [[NEXT:%.*]], %body ]
; CHECK: [[NEXT]] = add <4 x i32> [[ACC]]
; CHECK: shufflevector <4 x i32> {{.*}}, <4 x i32> {{.*}}, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
; CHECK: [[LESS:%.*]] = icmp slt <4 x i32>
; CHECK: select <4 x i1> [[LESS]], <4 x i32>
; CHECK: [[LANE:%.*]] = shufflevector <2 x i1> {{.*}}, <4 x i32> <i32 0, i32 0, i32 1, i32 1>
; CHECK: select <4 x i1> [[LANE]], <4 x i32>
; CHECK: freeze <4 x i32>
; CHECK: sub <4 x i32> zeroinitializer
; CHECK: sitofp <4 x i32> {{.*}} to <4 x float>
; CHECK: fneg <4 x float>
; CHECK: store <4 x float>
define spir_kernel void @loop(ptr addrspace(1) %data, ptr addrspace(1) %out, i32 %n) {
entry:
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %p = getelementptr <2 x i32>, ptr addrspace(1) %data, i64 %id
  %v = load <2 x i32>, ptr addrspace(1) %p, align 8
  br label %body

body:
  %acc = phi <2 x i32> [ %v, %entry ], [ %next, %body ]
  %i = phi i32 [ 0, %entry ], [ %more, %body ]
  %w = load <2 x i32>, ptr addrspace(1) %p, align 8
  %next = add <2 x i32> %acc, %w
  %more = add i32 %i, 1
  %goes.on = icmp ult i32 %more, %n
  br i1 %goes.on, label %body, label %end

end:
  %mixed = shufflevector <2 x i32> %next, <2 x i32> %v, <2 x i32> <i32 0, i32 2>
  %less = icmp slt <2 x i32> %mixed, %v
  %chosen = select <2 x i1> %less, <2 x i32> %mixed, <2 x i32> splat (i32 7)
  %small = trunc i64 %id to i32
  %bit = and i32 %small, 1
  %odd = icmp ne i32 %bit, 0
  %by.lane = select i1 %odd, <2 x i32> %chosen, <2 x i32> %v
  %frozen = freeze <2 x i32> %by.lane
  %negative = sub <2 x i32> zeroinitializer, %frozen
  %real = sitofp <2 x i32> %negative to <2 x float>
  %back = fneg <2 x float> %real
  %q = getelementptr <2 x float>, ptr addrspace(1) %out, i64 %id
  store <2 x float> %back, ptr addrspace(1) %q, align 8
  ret void
}

; Components that go ways of their own are taken apart; one that is needed beside them is taken out.
; CHECK-LABEL: define spir_kernel void @length(
; CHECK: shufflevector <8 x float> {{.*}}, <2 x i32> <i32 0, i32 4>
; CHECK: fmul <2 x float>
; CHECK-LABEL: define spir_kernel void @one_beside(
; CHECK: [[ALL:%.*]] = load <8 x float>
; CHECK: [[NEGATIVE:%.*]] = fneg <8 x float> [[ALL]]
; CHECK: store <8 x float> [[NEGATIVE]]
; CHECK: store <2 x float>
define spir_kernel void @length(ptr addrspace(1) %data, ptr addrspace(1) %out) {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %p = getelementptr <4 x float>, ptr addrspace(1) %data, i64 %id
  %v = load <4 x float>, ptr addrspace(1) %p, align 16
  %x = extractelement <4 x float> %v, i64 0
  %y = extractelement <4 x float> %v, i64 1
  %z = extractelement <4 x float> %v, i64 2
  %xy = fmul float %x, %y
  %all = fmul float %xy, %z
  %q = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %all, ptr addrspace(1) %q, align 4
  ret void
}

define spir_kernel void @one_beside(ptr addrspace(1) %data, ptr addrspace(1) %out) {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %p = getelementptr <4 x float>, ptr addrspace(1) %data, i64 %id
  %v = load <4 x float>, ptr addrspace(1) %p, align 16
  %w = fneg <4 x float> %v
  store <4 x float> %w, ptr addrspace(1) %p, align 16
  %y = extractelement <4 x float> %v, i64 1
  %q = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %y, ptr addrspace(1) %q, align 4
  ret void
}

; Where a component of two lanes fills a quarter of a register, and all of them fill one, two products save as much as it
; costs to take the halves of a row apart. Where nothing is known of registers, they are not worth that.
; CHECK-LABEL: define spir_kernel void @fills(
; CHECK: [[ROWS:%.*]] = load <16 x float>
; CHECK-DAG: shufflevector <16 x float> [[ROWS]], <16 x float> {{.*}}, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
; CHECK-DAG: shufflevector <16 x float> [[ROWS]], <16 x float> {{.*}}, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
; CHECK: call <8 x float> @llvm.fmuladd.v8f32(
; CHECK-LABEL: define spir_kernel void @leaves_empty(
; CHECK-COUNT-8: call <2 x float> @llvm.fmuladd.v2f32(
define spir_kernel void @fills(ptr addrspace(1) %data, ptr addrspace(1) %out, float %f) "vecz-register-bits"="256" {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %p = getelementptr <8 x float>, ptr addrspace(1) %data, i64 %id
  %row = load <8 x float>, ptr addrspace(1) %p, align 16
  %low = shufflevector <8 x float> %row, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %high = shufflevector <8 x float> %row, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %in = insertelement <4 x float> poison, float %f, i64 0
  %fs = shufflevector <4 x float> %in, <4 x float> poison, <4 x i32> zeroinitializer
  %a = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %low, <4 x float> %fs, <4 x float> %high)
  %b = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %high, <4 x float> %fs, <4 x float> %a)
  %x = extractelement <4 x float> %b, i64 0
  %q = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %x, ptr addrspace(1) %q
  ret void
}
define spir_kernel void @leaves_empty(ptr addrspace(1) %data, ptr addrspace(1) %out, float %f) {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %p = getelementptr <8 x float>, ptr addrspace(1) %data, i64 %id
  %row = load <8 x float>, ptr addrspace(1) %p, align 16
  %low = shufflevector <8 x float> %row, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %high = shufflevector <8 x float> %row, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %in = insertelement <4 x float> poison, float %f, i64 0
  %fs = shufflevector <4 x float> %in, <4 x float> poison, <4 x i32> zeroinitializer
  %a = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %low, <4 x float> %fs, <4 x float> %high)
  %b = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %high, <4 x float> %fs, <4 x float> %a)
  %x = extractelement <4 x float> %b, i64 0
  %q = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %x, ptr addrspace(1) %q
  ret void
}
declare <4 x float> @llvm.fmuladd.v4f32(<4 x float>, <4 x float>, <4 x float>)

; Three components fill no register.
; CHECK-LABEL: define spir_kernel void @threes(
; CHECK-COUNT-6: fmul <2 x float>
define spir_kernel void @threes(ptr addrspace(1) %data, ptr addrspace(1) %out, <3 x float> %f) "vecz-register-bits"="256" {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %p = getelementptr [3 x float], ptr addrspace(1) %data, i64 %id
  %v = load <3 x float>, ptr addrspace(1) %p, align 4
  %a = fmul <3 x float> %v, %f
  %b = fmul <3 x float> %a, %v
  %x = extractelement <3 x float> %b, i64 0
  %y = extractelement <3 x float> %b, i64 1
  %z = extractelement <3 x float> %b, i64 2
  %xy = fadd float %x, %y
  %xyz = fadd float %xy, %z
  %q = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %xyz, ptr addrspace(1) %q
  ret void
}
