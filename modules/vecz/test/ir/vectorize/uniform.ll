; A kernel that does the same for all work-items gets no vector form.
; RUN: veczc --step=vectorize %s 2>%t | FileCheck %s
; RUN: FileCheck %s --check-prefix=WHY < %t

; WHY: uniform: stays scalar: nothing differs between work-items
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"

; CHECK: @uniform(
; CHECK-NOT: @uniform.vecz
define spir_kernel void @uniform(ptr addrspace(1) %p) {
  store i32 42, ptr addrspace(1) %p
  ret void
}
