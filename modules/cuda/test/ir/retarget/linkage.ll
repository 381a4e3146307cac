; Functions are for the oldest GPU, flush denormal numbers where the program says so, and are seen from outside as kernels alone.
; RUN: muxc --passes=cuda-retarget %s | FileCheck %s
; RUN: sed '/^!0 = /s/i32 1}/i32 0}/' %s | muxc --passes=cuda-retarget - | FileCheck %s --check-prefix=KEPT
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; CHECK: target triple = "nvptx64-nvidia-cuda"
; CHECK: @table = internal addrspace(1) constant i32 7
@table = addrspace(1) constant i32 7
; CHECK: @dynamic = external addrspace(3) global [0 x i8]
@dynamic = external addrspace(3) global [0 x i8]

; CHECK: declare void @elsewhere(){{$}}
declare void @elsewhere()

; CHECK: define internal i32 @helper() #[[FLUSHES:[0-9]+]]
define i32 @helper() {
  %x = load i32, ptr addrspace(1) @table
  ret i32 %x
}

; CHECK: define ptx_kernel void @kernel(ptr addrspace(1) %p) #[[FLUSHES]]
define ptx_kernel void @kernel(ptr addrspace(1) %p) {
  %x = call i32 @helper()
  store i32 %x, ptr addrspace(1) %p
  call void @elsewhere()
  ret void
}

; CHECK: attributes #[[FLUSHES]] = { "denormal-fp-math-f32"="preserve-sign,preserve-sign" "target-cpu"="sm_70" }
; KEPT: attributes #{{[0-9]+}} = { "target-cpu"="sm_70" }
; KEPT-NOT: denormal
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"lanewise.denorms_are_zero", i32 1}
