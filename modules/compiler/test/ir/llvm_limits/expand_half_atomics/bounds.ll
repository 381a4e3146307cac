; The atomic minimum and maximum of half become loops of compare-and-exchange; what LLVM
; does without calling a library stays.
; RUN: muxc --passes=expand-half-atomics %s | FileCheck %s
; RUN: muxc --passes=expand-half-atomics %s | opt -O3 | llc -mtriple=x86_64-linux-gnu -mcpu=x86-64-v3 | FileCheck --check-prefix=CODE %s

; CODE-NOT: call
; CHECK-LABEL: define half @least(
; CHECK: [[FIRST:%.*]] = load atomic i16, ptr %p monotonic, align 2
; CHECK: [[NAN:%.*]] = fcmp uno half %x, %x
; CHECK: br label %atomic.try
; CHECK: %seen = phi i16 [ [[FIRST]], %0 ], [ [[FOUND:%.*]], %atomic.try ]
; CHECK: [[VALUE:%.*]] = bitcast i16 %seen to half
; CHECK: [[LESS:%.*]] = fcmp olt half [[VALUE]], %x
; CHECK: [[STAYS:%.*]] = or i1 [[NAN]], [[LESS]]
; CHECK: [[X:%.*]] = bitcast half %x to i16
; CHECK: [[NEW:%.*]] = select i1 [[STAYS]], i16 %seen, i16 [[X]]
; CHECK: [[PAIR:%.*]] = cmpxchg ptr %p, i16 %seen, i16 [[NEW]] acq_rel acquire, align 2
; CHECK: [[FOUND]] = extractvalue { i16, i1 } [[PAIR]], 0
; CHECK: br i1 {{%.*}}, label %atomic.end, label %atomic.try
; CHECK: [[OLD:%.*]] = bitcast i16 [[FOUND]] to half
; CHECK: ret half [[OLD]]
define half @least(ptr %p, half %x) {
  %old = atomicrmw fmin ptr %p, half %x acq_rel, align 2
  ret half %old
}

; CHECK-LABEL: define half @greatest(
; CHECK: fcmp ogt half
; CHECK: cmpxchg volatile ptr %p, i16 %seen, i16 {{%.*}} monotonic monotonic, align 2
define half @greatest(ptr %p, half %x) {
  %old = atomicrmw volatile fmax ptr %p, half %x monotonic, align 2
  ret half %old
}

; CHECK-LABEL: define void @others(
; CHECK: atomicrmw fadd ptr %p, half %x monotonic, align 2
; CHECK: atomicrmw fmin ptr %p, float %y monotonic, align 4
define void @others(ptr %p, half %x, float %y) {
  %a = atomicrmw fadd ptr %p, half %x monotonic, align 2
  %b = atomicrmw fmin ptr %p, float %y monotonic, align 4
  ret void
}
