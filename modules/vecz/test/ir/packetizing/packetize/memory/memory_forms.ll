; Further forms of accesses: backwards, an address that is the same for all lanes but known to vary, neighbours
; that overlap, structures under a mask.
; RUN: veczc --step=packetize --width=4 %s | FileCheck %s

declare i64 @__mux_get_global_id(i32) memory(none)
declare void @vecz.mask(i1)

; CHECK-LABEL: define void @backwards(
; CHECK: [[R:%.*]] = shufflevector <4 x float> {{.*}}, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
; CHECK: store <4 x float> {{.*}}, ptr {{.*}}, align 4
define void @backwards(ptr %p, float %x) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %back = sub i64 1000, %id
  %q = getelementptr float, ptr %p, i64 %back
  %f = uitofp i64 %id to float
  store float %f, ptr %q
  ret void
}

; CHECK-LABEL: define void @structures_under_a_mask(
; CHECK: [[BOTH:%.*]] = shufflevector <4 x i1> [[MASK:%.*]], <4 x i1> poison, <8 x i32> <i32 0, i32 0, i32 1, i32 1, i32 2, i32 2, i32 3, i32 3>
; CHECK: call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %q, <8 x i1> [[BOTH]]
define void @structures_under_a_mask(ptr %p, ptr %out) {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %m = getelementptr i32, ptr %out, i64 %id
  %x = load i32, ptr %m
  %odd = trunc i32 %x to i1
  br label %body
body:
  call void @vecz.mask(i1 %odd)
  %q = getelementptr <2 x float>, ptr %p, i64 %id
  %v = load <2 x float>, ptr %q, align 4
  %a = extractelement <2 x float> %v, i32 1
  store float %a, ptr %m
  ret void
}

; A load of two elements each, one element apart: two loads.
; CHECK-LABEL: define void @overlapping(
; CHECK: load <4 x float>, ptr %q
; CHECK: [[SECOND:%.*]] = getelementptr i8, ptr %q, i64 4
; CHECK: load <4 x float>, ptr [[SECOND]]
define void @overlapping(ptr %p, ptr %out) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %q = getelementptr float, ptr %p, i64 %id
  %v = load <2 x float>, ptr %q, align 4
  %a = extractelement <2 x float> %v, i32 0
  %b = extractelement <2 x float> %v, i32 1
  %s = fadd float %a, %b
  %r = getelementptr float, ptr %out, i64 %id
  store float %s, ptr %r
  ret void
}

; The address of each round of a loop goes on from that of the one before.
; CHECK-LABEL: define void @pointer_in_a_loop(
; CHECK: %at = phi ptr [ %q, %entry ], [ %next, %loop ]
; CHECK: load <4 x float>, ptr %at
define void @pointer_in_a_loop(ptr %p, i32 %n) {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %q = getelementptr float, ptr %p, i64 %id
  br label %loop
loop:
  %at = phi ptr [ %q, %entry ], [ %next, %loop ]
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %v = load float, ptr %at
  %w = fadd float %v, 1.0
  store float %w, ptr %at
  %next = getelementptr float, ptr %at, i64 64
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Atomic accesses and such of odd types have no vector form.
; CHECK-LABEL: define void @impossible(
; CHECK-COUNT-4: load atomic i32
; CHECK-COUNT-4: store volatile i32
; CHECK: ret void
define void @impossible(ptr %p) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %q = getelementptr i32, ptr %p, i64 %id
  %v = load atomic i32, ptr %q monotonic, align 4
  store volatile i32 %v, ptr %q
  ret void
}
