; LLVM's passes, for the oldest GPU, and code generation run alone, too: variables become registers, and a module that goes
; through code generation is what it was before. An operation for which there is no PTX is an error.
; RUN: split-file %s %t
; RUN: muxc --passes=cuda-retarget,cuda-optimise,emit-ptx %t/taken.ll | FileCheck %t/taken.ll
; RUN: not muxc --passes=cuda-retarget,emit-ptx %t/refused.ll 2>&1 | FileCheck %t/refused.ll

;--- taken.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

; CHECK: target triple = "nvptx64-nvidia-cuda"
; CHECK: define ptx_kernel void @k(
; CHECK-NEXT: entry:
; CHECK-NEXT: store i32 %n, ptr addrspace(1) %p
; CHECK-NEXT: ret void
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  %variable = alloca i32
  store i32 %n, ptr %variable
  %same = load i32, ptr %variable
  store i32 %same, ptr addrspace(1) %p
  ret void
}

;--- refused.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

; CHECK: error: {{.*}}atomic load
define ptx_kernel void @k(ptr addrspace(1) %p) {
  %x = load atomic i128, ptr addrspace(1) %p seq_cst, align 16
  store i128 %x, ptr addrspace(1) %p
  ret void
}
