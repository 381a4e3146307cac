; Loops that would make values of private arrays are unrolled up to a number of instructions together: the array
; whose loops come beyond it stays in memory, and the report says so.
; RUN: veczc --step=canonicalize %s | FileCheck %s

declare spir_func i64 @__mux_get_global_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: alloca [16 x i32]
; CHECK-NOT: alloca
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %out) {
entry:
  %a0 = alloca [16 x i32]
  %a1 = alloca [16 x i32]
  %a2 = alloca [16 x i32]
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %id
  br label %loop0

loop0:
  %i0 = phi i64 [ 0, %entry ], [ %next0, %loop0 ]
  %x0 = and i64 %i0, 15
  %p0 = getelementptr i32, ptr %a0, i64 %x0
  %l0 = load volatile i32, ptr addrspace(1) %p
  %v0.0 = add i32 %l0, 7
  %w0.0 = mul i32 %v0.0, %l0
  %v0.1 = xor i32 %w0.0, 3
  %w0.1 = mul i32 %v0.1, %l0
  %v0.2 = xor i32 %w0.1, 4
  %w0.2 = mul i32 %v0.2, %l0
  %v0.3 = xor i32 %w0.2, 5
  %w0.3 = mul i32 %v0.3, %l0
  %v0.4 = xor i32 %w0.3, 6
  %w0.4 = mul i32 %v0.4, %l0
  %v0.5 = xor i32 %w0.4, 7
  %w0.5 = mul i32 %v0.5, %l0
  %v0.6 = xor i32 %w0.5, 8
  %w0.6 = mul i32 %v0.6, %l0
  %v0.7 = xor i32 %w0.6, 9
  %w0.7 = mul i32 %v0.7, %l0
  %v0.8 = xor i32 %w0.7, 10
  %w0.8 = mul i32 %v0.8, %l0
  %v0.9 = xor i32 %w0.8, 11
  %w0.9 = mul i32 %v0.9, %l0
  %v0.10 = xor i32 %w0.9, 12
  %w0.10 = mul i32 %v0.10, %l0
  %v0.11 = xor i32 %w0.10, 13
  store i32 %v0.11, ptr %p0
  %next0 = add i64 %i0, 1
  %more0 = icmp ult i64 %next0, 240
  br i1 %more0, label %loop0, label %behind0

behind0:
  %q0 = getelementptr i32, ptr %a0, i64 3
  %r0 = load i32, ptr %q0
  store volatile i32 %r0, ptr addrspace(1) %p
  br label %loop1

loop1:
  %i1 = phi i64 [ 0, %behind0 ], [ %next1, %loop1 ]
  %x1 = and i64 %i1, 15
  %p1 = getelementptr i32, ptr %a1, i64 %x1
  %l1 = load volatile i32, ptr addrspace(1) %p
  %v1.0 = add i32 %l1, 7
  %w1.0 = mul i32 %v1.0, %l1
  %v1.1 = xor i32 %w1.0, 3
  %w1.1 = mul i32 %v1.1, %l1
  %v1.2 = xor i32 %w1.1, 4
  %w1.2 = mul i32 %v1.2, %l1
  %v1.3 = xor i32 %w1.2, 5
  %w1.3 = mul i32 %v1.3, %l1
  %v1.4 = xor i32 %w1.3, 6
  %w1.4 = mul i32 %v1.4, %l1
  %v1.5 = xor i32 %w1.4, 7
  %w1.5 = mul i32 %v1.5, %l1
  %v1.6 = xor i32 %w1.5, 8
  %w1.6 = mul i32 %v1.6, %l1
  %v1.7 = xor i32 %w1.6, 9
  %w1.7 = mul i32 %v1.7, %l1
  %v1.8 = xor i32 %w1.7, 10
  %w1.8 = mul i32 %v1.8, %l1
  %v1.9 = xor i32 %w1.8, 11
  %w1.9 = mul i32 %v1.9, %l1
  %v1.10 = xor i32 %w1.9, 12
  %w1.10 = mul i32 %v1.10, %l1
  %v1.11 = xor i32 %w1.10, 13
  store i32 %v1.11, ptr %p1
  %next1 = add i64 %i1, 1
  %more1 = icmp ult i64 %next1, 240
  br i1 %more1, label %loop1, label %behind1

behind1:
  %q1 = getelementptr i32, ptr %a1, i64 3
  %r1 = load i32, ptr %q1
  store volatile i32 %r1, ptr addrspace(1) %p
  br label %loop2

loop2:
  %i2 = phi i64 [ 0, %behind1 ], [ %next2, %loop2 ]
  %x2 = and i64 %i2, 15
  %p2 = getelementptr i32, ptr %a2, i64 %x2
  %l2 = load volatile i32, ptr addrspace(1) %p
  %v2.0 = add i32 %l2, 7
  %w2.0 = mul i32 %v2.0, %l2
  %v2.1 = xor i32 %w2.0, 3
  %w2.1 = mul i32 %v2.1, %l2
  %v2.2 = xor i32 %w2.1, 4
  %w2.2 = mul i32 %v2.2, %l2
  %v2.3 = xor i32 %w2.2, 5
  %w2.3 = mul i32 %v2.3, %l2
  %v2.4 = xor i32 %w2.3, 6
  %w2.4 = mul i32 %v2.4, %l2
  %v2.5 = xor i32 %w2.4, 7
  %w2.5 = mul i32 %v2.5, %l2
  %v2.6 = xor i32 %w2.5, 8
  %w2.6 = mul i32 %v2.6, %l2
  %v2.7 = xor i32 %w2.6, 9
  %w2.7 = mul i32 %v2.7, %l2
  %v2.8 = xor i32 %w2.7, 10
  %w2.8 = mul i32 %v2.8, %l2
  %v2.9 = xor i32 %w2.8, 11
  %w2.9 = mul i32 %v2.9, %l2
  %v2.10 = xor i32 %w2.9, 12
  %w2.10 = mul i32 %v2.10, %l2
  %v2.11 = xor i32 %w2.10, 13
  store i32 %v2.11, ptr %p2
  %next2 = add i64 %i2, 1
  %more2 = icmp ult i64 %next2, 240
  br i1 %more2, label %loop2, label %behind2

behind2:
  %q2 = getelementptr i32, ptr %a2, i64 3
  %r2 = load i32, ptr %q2
  store volatile i32 %r2, ptr addrspace(1) %p
  br label %end

end:
  ret void
}
