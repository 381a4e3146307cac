; Loops of constant length whose counters are all that indices of a private array are made of go, and
; with them the array; where one index comes from elsewhere they stay, as do loops with a barrier.
; RUN: veczc --step=canonicalize %s | FileCheck %s

declare spir_func i64 @__mux_get_global_id(i32) memory(none)
declare spir_func void @__mux_work_group_barrier(i32, i32, i32) convergent

; CHECK-LABEL: define spir_kernel void @becomes_values(
; CHECK-NOT: alloca
; CHECK-NOT: phi
; CHECK: load <4 x i32>
; CHECK-COUNT-3: mul i32
; CHECK-NOT: mul i32
; CHECK: ret void
define spir_kernel void @becomes_values(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %w = alloca [4 x i32]
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %from = getelementptr [4 x i32], ptr addrspace(1) %in, i64 %id
  br label %read

read:
  %i = phi i64 [ 0, %entry ], [ %next.i, %read ]
  %at.in = getelementptr i32, ptr addrspace(1) %from, i64 %i
  %value = load i32, ptr addrspace(1) %at.in, align 4
  %at.w = getelementptr i32, ptr %w, i64 %i
  store i32 %value, ptr %at.w
  %next.i = add i64 %i, 1
  %more.i = icmp ult i64 %next.i, 4
  br i1 %more.i, label %read, label %middle

middle:
  br label %compute

compute:
  %j = phi i64 [ 0, %middle ], [ %next.j, %compute ]
  %sum = phi i32 [ 1, %middle ], [ %product, %compute ]
  %turned = xor i64 %j, 3
  %at.turned = getelementptr i32, ptr %w, i64 %turned
  %factor = load i32, ptr %at.turned
  %odd = or i32 %sum, 1
  %product = mul i32 %odd, %factor
  %next.j = add i64 %j, 1
  %more.j = icmp ult i64 %next.j, 4
  br i1 %more.j, label %compute, label %end

end:
  %at.out = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %product, ptr addrspace(1) %at.out, align 4
  ret void
}

; CHECK-LABEL: define spir_kernel void @stays(
; CHECK: alloca [16 x i32]
; CHECK: phi i64
define spir_kernel void @stays(ptr addrspace(1) %out, ptr addrspace(1) %in, i64 %which) {
entry:
  %w = alloca [16 x i32]
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %from = getelementptr [16 x i32], ptr addrspace(1) %in, i64 %id
  br label %read

read:
  %i = phi i64 [ 0, %entry ], [ %next.i, %read ]
  %at.in = getelementptr i32, ptr addrspace(1) %from, i64 %i
  %value = load i32, ptr addrspace(1) %at.in, align 4
  %at.w = getelementptr i32, ptr %w, i64 %i
  store i32 %value, ptr %at.w
  %next.i = add i64 %i, 1
  %more.i = icmp ult i64 %next.i, 16
  br i1 %more.i, label %read, label %end

end:
  %at.which = getelementptr i32, ptr %w, i64 %which
  %one = load i32, ptr %at.which
  %at.out = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %one, ptr addrspace(1) %at.out, align 4
  ret void
}

; CHECK-LABEL: define spir_kernel void @has_a_barrier(
; CHECK: alloca [16 x i32]
; CHECK: phi i64
define spir_kernel void @has_a_barrier(ptr addrspace(1) %out) {
entry:
  %w = alloca [16 x i32]
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %at.out = getelementptr i32, ptr addrspace(1) %out, i64 %id
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at.w = getelementptr i32, ptr %w, i64 %i
  %old = load i32, ptr addrspace(1) %at.out, align 4
  store i32 %old, ptr %at.w
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272) convergent
  %turned = xor i64 %i, 3
  %at.turned = getelementptr i32, ptr %w, i64 %turned
  %again = load i32, ptr %at.turned
  store i32 %again, ptr addrspace(1) %at.out, align 4
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 16
  br i1 %more, label %loop, label %end

end:
  ret void
}
