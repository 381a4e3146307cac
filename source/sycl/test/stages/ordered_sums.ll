; Sums that index memory are widened before LLVM puts them into an order in which they may overflow. What a loop sums in
; memory is in a register meanwhile.
; RUN: clang-sycl-linker --only=optimize %s -o - | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: @kernel(
; CHECK-NOT: add i32
; CHECK: ret void
define spir_kernel void @kernel(ptr addrspace(1) %a, ptr addrspace(1) %out, i32 %row, i32 %x, i32 %n) {
entry:
  br label %loop
loop:
  %t = phi i32 [ 0, %entry ], [ %next, %loop ]
  %start = mul nsw i32 %row, %n
  %first = add nsw i32 %start, %t
  %index = add nsw i32 %first, %x
  %wide = sext i32 %index to i64
  %p = getelementptr inbounds float, ptr addrspace(1) %a, i64 %wide
  %v = load float, ptr addrspace(1) %p
  %q = getelementptr inbounds float, ptr addrspace(1) %out, i32 %t
  store float %v, ptr addrspace(1) %q
  %next = add nsw i32 %t, 16
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: @sum(
; CHECK: phi float
; CHECK: ret void
define spir_kernel void @sum(ptr addrspace(1) noalias %a, ptr addrspace(1) noalias dereferenceable(4) %out, i32 %n) {
entry:
  br label %loop
loop:
  %t = phi i32 [ 0, %entry ], [ %next, %loop ]
  %wide = sext i32 %t to i64
  %p = getelementptr inbounds float, ptr addrspace(1) %a, i64 %wide
  %v = load float, ptr addrspace(1) %p
  %before = load float, ptr addrspace(1) %out
  %after = fadd float %before, %v
  store float %after, ptr addrspace(1) %out
  %next = add nsw i32 %t, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
