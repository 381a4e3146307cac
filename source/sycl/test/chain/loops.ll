; Loops stay as they are on their way to SPIR-V: the index of an element is still the loop's counter.
; RUN: clang-sycl-linker --dump=spirv %s -o %t.spv
; RUN: spirv-ll %t.spv | FileCheck %s
target triple = "spirv64-unknown-unknown"

; CHECK: phi i64
; CHECK-NOT: phi ptr
; CHECK: [[FROM:%[0-9]+]] = getelementptr inbounds float, ptr addrspace(1) %from, i64 [[INDEX:%[0-9]+]]
; CHECK: load float, ptr addrspace(1) [[FROM]]
; CHECK: getelementptr inbounds float, ptr addrspace(1) %to, i64 [[INDEX]]
; CHECK-NOT: phi ptr
define weak_odr spir_kernel void @k(ptr addrspace(1) %to, ptr addrspace(1) %from, i64 %count) {
entry:
  %some = icmp ne i64 %count, 0
  br i1 %some, label %loop, label %end
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr inbounds float, ptr addrspace(1) %from, i64 %i
  %v = load float, ptr addrspace(1) %p
  %q = getelementptr inbounds float, ptr addrspace(1) %to, i64 %i
  %w = load float, ptr addrspace(1) %q
  %sum = fadd float %v, %w
  store float %sum, ptr addrspace(1) %q
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, %count
  br i1 %again, label %loop, label %end
end:
  ret void
}
