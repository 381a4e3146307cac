; A square root or a division behind a branch stays there, and is jumped over if no lane wants it; what takes
; no time is computed for all.
; RUN: veczc --step=canonicalize %s | FileCheck %s
; RUN: veczc --step=vectorize --width=4 %s | FileCheck --check-prefix=GUARDED %s

declare i64 @__mux_get_global_id(i32)
declare float @llvm.sqrt.f32(float)

; CHECK-LABEL: define spir_kernel void @root(
; CHECK: br i1
; CHECK: call float @llvm.sqrt.f32(
; CHECK: phi float
; CHECK-LABEL: define spir_kernel void @quotient(
; CHECK: br i1
; CHECK: fdiv float
; CHECK-LABEL: define spir_kernel void @sum(
; CHECK-NOT: br i1
; CHECK: ret void
; GUARDED-LABEL: define internal spir_func void @root.vecz.4(
; GUARDED: [[BITS:%.*]] = bitcast <4 x i1> {{%.*}} to i4
; GUARDED: [[ANY:%.*]] = icmp ne i4 [[BITS]], 0
; GUARDED: br i1 [[ANY]]
; GUARDED: call <4 x float> @llvm.sqrt.v4f32(
define spir_kernel void @root(ptr addrspace(1) %data) {
entry:
  %i = call i64 @__mux_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %data, i64 %i
  %x = load float, ptr addrspace(1) %p
  %positive = fcmp ogt float %x, 0.0
  br i1 %positive, label %then, label %end
then:
  %r = call float @llvm.sqrt.f32(float %x)
  %s = fadd float %r, 1.0
  br label %end
end:
  %y = phi float [ %x, %entry ], [ %s, %then ]
  store float %y, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @quotient(ptr addrspace(1) %data) {
entry:
  %i = call i64 @__mux_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %data, i64 %i
  %x = load float, ptr addrspace(1) %p
  %positive = fcmp ogt float %x, 0.0
  br i1 %positive, label %then, label %end
then:
  %r = fdiv float 1.0, %x
  %s = fadd float %r, 1.0
  br label %end
end:
  %y = phi float [ %x, %entry ], [ %s, %then ]
  store float %y, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @sum(ptr addrspace(1) %data) {
entry:
  %i = call i64 @__mux_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %data, i64 %i
  %x = load float, ptr addrspace(1) %p
  %positive = fcmp ogt float %x, 0.0
  br i1 %positive, label %then, label %end
then:
  %s = fadd float %x, 1.0
  br label %end
end:
  %y = phi float [ %x, %entry ], [ %s, %then ]
  store float %y, ptr addrspace(1) %p
  ret void
}
