; Before a loop whose stride only the launch tells stands one that does eight iterations at once, and
; one for four; before a longer one that for four.
; RUN: muxc --passes=unroll-strided-loops %s | FileCheck %s

declare i64 @__mux_get_global_id(i32) nounwind willreturn memory(none)
declare i64 @__mux_get_global_size(i32) nounwind willreturn memory(none)

; The stride is moved in front, though its call stands in the loop. Sums are carried through all
; eight iterations, from the last of them to the next eight or to the loop of four, and from there to
; the loop itself.
; CHECK-LABEL: define spir_kernel void @sum(
; CHECK: [[SIZE:%.*]] = call i64 @__mux_get_global_size(i32 0)
; CHECK: [[STRIDE:%.*]] = trunc i64 [[SIZE]] to i32
; CHECK: [[DISTANCE:%.*]] = mul i32 [[STRIDE]], 7
; CHECK: [[SOME:%.*]] = icmp ne i32 [[STRIDE]], 0
; CHECK: [[SMALL:%.*]] = icmp ule i32 [[STRIDE]], 536870911
; CHECK: [[FITS:%.*]] = and i1 [[SOME]], [[SMALL]]
; CHECK: br label %several
; CHECK: several:
; CHECK-NEXT: br i1 [[FITS]], label %[[BEGIN:.*]], label %[[REST:.*]]
; CHECK: [[BEGIN]]:
; CHECK-NEXT: [[I:%.*]] = phi i32 [ %start, %several ], [ [[I8:%.*]], %[[END:.*]] ]
; CHECK-NEXT: [[SUM:%.*]] = phi float [ 0.000000e+00, %several ], [ [[SUM8:%.*]], %[[END]] ]
; CHECK: [[LEFT:%.*]] = sub i32 %n, [[I]]
; CHECK: [[ENOUGH:%.*]] = icmp ugt i32 [[LEFT]], [[DISTANCE]]
; CHECK: [[BELOW:%.*]] = icmp ult i32 [[I]], %n
; CHECK: [[ALL:%.*]] = select i1 [[BELOW]], i1 [[ENOUGH]], i1 false
; CHECK: br i1 [[ALL]], label %{{.*}}, label %[[REST]]
; CHECK: [[X1:%.*]] = load float
; CHECK: [[SUM1:%.*]] = fadd float [[SUM]], [[X1]]
; CHECK: [[I1:%.*]] = add i32 [[I]], [[STRIDE]]
; CHECK: zext i32 [[I1]] to i64
; CHECK: [[X2:%.*]] = load float
; CHECK: [[SUM2:%.*]] = fadd float [[SUM1]], [[X2]]
; CHECK-COUNT-5: load float
; CHECK: [[SUM7:%.*]] = fadd float
; CHECK: [[X8:%.*]] = load float
; CHECK: [[SUM8]] = fadd float [[SUM7]], [[X8]]
; CHECK: [[I8]] = add i32
; CHECK: br label %[[BEGIN]]
; CHECK: [[REST]]:
; CHECK-NEXT: %{{.*}} = phi i32 [ [[I]], %[[BEGIN]] ], [ %start, %several ]
; CHECK-NEXT: %{{.*}} = phi float [ [[SUM]], %[[BEGIN]] ], [ 0.000000e+00, %several ]
; CHECK: mul i32 [[STRIDE]], 3
; CHECK-COUNT-4: load float
; CHECK: {{^}}loop:
; CHECK: load float
define spir_kernel void @sum(ptr addrspace(1) %p, ptr addrspace(1) %out, i32 %n) {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %start = trunc i64 %id to i32
  br label %loop
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more.sum, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %exit
body:
  %index = zext i32 %i to i64
  %place = getelementptr float, ptr addrspace(1) %p, i64 %index
  %x = load float, ptr addrspace(1) %place
  %more.sum = fadd float %sum, %x
  %size = call i64 @__mux_get_global_size(i32 0)
  %stride = trunc i64 %size to i32
  %next = add i32 %i, %stride
  br label %loop
exit:
  store float %sum, ptr addrspace(1) %out
  ret void
}

; A limit that is included, a counter with a sign, and a body of several blocks.
; CHECK-LABEL: define spir_kernel void @largest(
; CHECK: icmp uge i64 {{%.*}}, {{%.*}}
; CHECK: icmp sle i64 {{%.*}}, %last
; CHECK-COUNT-13: load i32
define spir_kernel void @largest(ptr addrspace(1) %p, ptr addrspace(1) %out, i64 %last, i64 %stride) {
entry:
  %start = call i64 @__mux_get_global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %start, %entry ], [ %next, %latch ]
  %most = phi i32 [ 0, %entry ], [ %new, %latch ]
  %more = icmp sle i64 %i, %last
  br i1 %more, label %body, label %exit
body:
  %place = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %x = load i32, ptr addrspace(1) %place
  %larger = icmp sgt i32 %x, %most
  br i1 %larger, label %take, label %latch
take:
  br label %latch
latch:
  %new = phi i32 [ %most, %body ], [ %x, %take ]
  %next = add nsw i64 %i, %stride
  br label %loop
exit:
  store i32 %most, ptr addrspace(1) %out
  ret void
}

; A longer one has four.
; CHECK-LABEL: define spir_kernel void @mixed(
; CHECK-COUNT-5: load i32
; CHECK-NOT: load i32
; CHECK: ret void
define spir_kernel void @mixed(ptr addrspace(1) %p, ptr addrspace(1) %out, i64 %n, i64 %stride) {
entry:
  %start = call i64 @__mux_get_global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %start, %entry ], [ %next, %body ]
  %hash = phi i32 [ 0, %entry ], [ %h, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %exit
body:
  %place = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %x = load i32, ptr addrspace(1) %place
  %a = xor i32 %x, %hash
  %b = lshr i32 %a, 16
  %c = xor i32 %a, %b
  %d = mul i32 %c, 2146121005
  %e = lshr i32 %d, 15
  %f = xor i32 %d, %e
  %g = mul i32 %f, 2221713035
  %k = lshr i32 %g, 16
  %h = xor i32 %g, %k
  %next = add i64 %i, %stride
  br label %loop
exit:
  store i32 %hash, ptr addrspace(1) %out
  ret void
}

; Not where the stride is known, as LLVM then knows how often the loop runs; where the loop writes;
; where it changes the stride.
; CHECK-LABEL: define spir_kernel void @stay(
; CHECK-NOT: several
define spir_kernel void @stay(ptr addrspace(1) %p, i64 %n, i64 %s) {
entry:
  %start = call i64 @__mux_get_global_id(i32 0)
  br label %known
known:
  %i = phi i64 [ %start, %entry ], [ %i.next, %known.body ]
  %sum = phi i32 [ 0, %entry ], [ %more.sum, %known.body ]
  %i.more = icmp ult i64 %i, %n
  br i1 %i.more, label %known.body, label %writes.begin
known.body:
  %i.place = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %i.x = load i32, ptr addrspace(1) %i.place
  %more.sum = add i32 %sum, %i.x
  %i.next = add i64 %i, 64
  br label %known
writes.begin:
  br label %writes
writes:
  %j = phi i64 [ %start, %writes.begin ], [ %j.next, %writes.body ]
  %j.more = icmp ult i64 %j, %n
  br i1 %j.more, label %writes.body, label %changes.begin
writes.body:
  %j.place = getelementptr i32, ptr addrspace(1) %p, i64 %j
  %j.x = load i32, ptr addrspace(1) %j.place
  %j.y = add i32 %j.x, 1
  store i32 %j.y, ptr addrspace(1) %j.place
  %j.next = add i64 %j, %s
  br label %writes
changes.begin:
  br label %changes
changes:
  %k = phi i64 [ %start, %changes.begin ], [ %k.next, %changes.body ]
  %step = phi i64 [ %s, %changes.begin ], [ %step.next, %changes.body ]
  %found = phi i32 [ 0, %changes.begin ], [ %k.x, %changes.body ]
  %k.more = icmp ult i64 %k, %n
  br i1 %k.more, label %changes.body, label %exit
changes.body:
  %k.place = getelementptr i32, ptr addrspace(1) %p, i64 %k
  %k.x = load i32, ptr addrspace(1) %k.place
  %step.next = mul i64 %step, 2
  %k.next = add i64 %k, %step
  br label %changes
exit:
  %all = add i32 %sum, %found
  store i32 %all, ptr addrspace(1) %p
  ret void
}

; Hints are respected.
; CHECK-LABEL: define spir_kernel void @hint(
; CHECK-NOT: several
define spir_kernel void @hint(ptr addrspace(1) %p, ptr addrspace(1) %out, i64 %n, i64 %s) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more.sum, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %exit
body:
  %place = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %x = load i32, ptr addrspace(1) %place
  %more.sum = add i32 %sum, %x
  %next = add i64 %i, %s
  br label %loop, !llvm.loop !0
exit:
  store i32 %sum, ptr addrspace(1) %out
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
