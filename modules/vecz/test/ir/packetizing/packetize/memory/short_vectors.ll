; The elements of short vectors and the fields of structures are packets of their own: shuffles, insertions and
; extractions at constant places cost nothing, at varying ones they choose; reductions go from leaf to leaf.
; RUN: veczc --step=packetize --width=2 %s | FileCheck %s

declare i64 @__mux_get_global_id(i32) memory(none)
declare i32 @llvm.vector.reduce.add.v2i32(<2 x i32>)
declare i32 @llvm.vector.reduce.umax.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.umax.v2i32(<2 x i32>)

; CHECK-LABEL: define void @shuffle(
; CHECK: [[ALL:%.*]] = load <4 x i32>
; CHECK: [[A:%.*]] = shufflevector <4 x i32> [[ALL]], <4 x i32> poison, <2 x i32> <i32 0, i32 2>
; CHECK: [[B:%.*]] = shufflevector <4 x i32> [[ALL]], <4 x i32> poison, <2 x i32> <i32 1, i32 3>
; CHECK-NOT: poison
; CHECK: [[SUM:%.*]] = add <2 x i32> [[B]], [[A]]
; CHECK: store <2 x i32> [[SUM]]
; CHECK: ret void
define void @shuffle(ptr %p, ptr %out) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %q = getelementptr <2 x i32>, ptr %p, i64 %id
  %v = load <2 x i32>, ptr %q
  %s = shufflevector <2 x i32> %v, <2 x i32> poison, <2 x i32> <i32 1, i32 0>
  %sum = call i32 @llvm.vector.reduce.add.v2i32(<2 x i32> %s)
  %r = getelementptr i32, ptr %out, i64 %id
  store i32 %sum, ptr %r
  ret void
}

; CHECK-LABEL: define void @most(
; CHECK-COUNT-3: call <2 x i32> @llvm.umax.v2i32(
; CHECK-NOT: umax
; CHECK: ret void
define void @most(ptr %p, ptr %out) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %q = getelementptr <4 x i32>, ptr %p, i64 %id
  %v = load <4 x i32>, ptr %q
  %most = call i32 @llvm.vector.reduce.umax.v4i32(<4 x i32> %v)
  %r = getelementptr i32, ptr %out, i64 %id
  store i32 %most, ptr %r
  ret void
}

; CHECK-LABEL: define void @at_a_varying_place(
; CHECK: [[HERE:%.*]] = icmp eq <2 x i32> [[AT:%.*]], splat (i32 1)
; CHECK: [[X:%.*]] = select <2 x i1> [[HERE]], <2 x i32> {{.*}}, <2 x i32>
; CHECK: [[FIRST:%.*]] = icmp eq <2 x i32> [[AT]], zeroinitializer
; CHECK: select <2 x i1> [[FIRST]], <2 x i32> splat (i32 9), <2 x i32>
; CHECK: [[SECOND:%.*]] = icmp eq <2 x i32> [[AT]], splat (i32 1)
; CHECK: select <2 x i1> [[SECOND]], <2 x i32> splat (i32 9), <2 x i32>
define void @at_a_varying_place(ptr %p, ptr %out) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %q = getelementptr <2 x i32>, ptr %p, i64 %id
  %v = load <2 x i32>, ptr %q
  %first = extractelement <2 x i32> %v, i32 0
  %x = extractelement <2 x i32> %v, i32 %first
  %w = insertelement <2 x i32> %v, i32 9, i32 %first
  %r = getelementptr i32, ptr %out, i64 %id
  store i32 %x, ptr %r
  store <2 x i32> %w, ptr %q
  ret void
}

; Other elements: through one vector in the order of memory.
; CHECK-LABEL: define void @other_elements(
; CHECK: [[BYTES:%.*]] = bitcast <4 x i16> {{.*}} to <8 x i8>
; CHECK: shufflevector <8 x i8> [[BYTES]], <8 x i8> poison, <2 x i32> <i32 3, i32 7>
define void @other_elements(ptr %p, ptr %out) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %q = getelementptr <2 x i16>, ptr %p, i64 %id
  %v = load <2 x i16>, ptr %q
  %b = bitcast <2 x i16> %v to <4 x i8>
  %x = extractelement <4 x i8> %b, i32 3
  %r = getelementptr i8, ptr %out, i64 %id
  store i8 %x, ptr %r
  ret void
}

; CHECK-LABEL: define void @structure(
; CHECK-NOT: insertvalue
; CHECK: [[F:%.*]] = fneg <2 x float>
; CHECK: store <2 x float> [[F]]
; CHECK: ret void
define void @structure(ptr %p, i32 %n) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %q = getelementptr float, ptr %p, i64 %id
  %v = load float, ptr %q
  %f = fneg float %v
  %s = insertvalue { i32, [2 x float] } poison, float %f, 1, 1
  %t = insertvalue { i32, [2 x float] } %s, i32 %n, 0
  %inner = extractvalue { i32, [2 x float] } %t, 1
  %x = extractvalue [2 x float] %inner, 1
  store float %x, ptr %q
  ret void
}

; One choice for all leaves, or one for each; freezes stay.
; CHECK-LABEL: define void @choices(
; CHECK: select i1 %c, <2 x i32>
; CHECK: select i1 %c, <2 x i32>
; CHECK: select <2 x i1> [[EACH:%[a-z]+]], <2 x i32>
; CHECK: select <2 x i1> [[EACH]], <2 x i32>
; CHECK: freeze <2 x i32>
; CHECK: freeze <2 x i32>
define void @choices(ptr %p, ptr %out, i1 %c) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %q = getelementptr [5 x <2 x i32>], ptr %p, i64 %id
  %v = load <2 x i32>, ptr %q
  %a = select i1 %c, <2 x i32> %v, <2 x i32> zeroinitializer
  %x = extractelement <2 x i32> %v, i32 0
  %less = icmp slt i32 %x, 3
  %b = select i1 %less, <2 x i32> %a, <2 x i32> splat (i32 1)
  %f = freeze <2 x i32> %b
  %sum = call i32 @llvm.vector.reduce.add.v2i32(<2 x i32> %f)
  %most = call i32 @llvm.vector.reduce.umax.v2i32(<2 x i32> %a)
  %both = add i32 %sum, %most
  %r = getelementptr i32, ptr %out, i64 %id
  store i32 %both, ptr %r
  ret void
}

; A call that is done lane by lane gets each lane's own vector.
; CHECK-LABEL: define void @lane_by_lane(
; CHECK: [[V:%.*]] = insertelement <2 x i32> {{.*}}, i32 {{.*}}, i64 1
; CHECK-NEXT: [[R:%.*]] = call { i32, float } @unknown(<2 x i32> [[V]])
; CHECK: call { i32, float } @unknown(
declare { i32, float } @unknown(<2 x i32>)
define void @lane_by_lane(ptr %p) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %q = getelementptr <2 x i32>, ptr %p, i64 %id
  %v = load <2 x i32>, ptr %q
  %r = call { i32, float } @unknown(<2 x i32> %v)
  %f = extractvalue { i32, float } %r, 1
  store float %f, ptr %q
  ret void
}
