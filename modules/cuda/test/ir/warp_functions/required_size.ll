; Sub-groups are of 32: a kernel that asks for these says so even without a function of sub-groups; one that asks for others is an error.
; RUN: muxc --passes=cuda-warp-functions %s | FileCheck %s
; RUN: sed 's/i32 32}/i32 16}/' %s | not muxc --passes=cuda-warp-functions - 2>&1 | FileCheck %s --check-prefix=OTHER
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

; OTHER: kernel 'asks' requires sub-groups of 16 work-items; this target has those of 32

; CHECK: define spir_kernel void @asks() #[[SIZED:[0-9]+]]
define spir_kernel void @asks() !intel_reqd_sub_group_size !0 {
  ret void
}

; CHECK: define spir_kernel void @any() {
define spir_kernel void @any() {
  ret void
}

; CHECK: attributes #[[SIZED]] = { "lanewise-sub-group-size"="32" }
!0 = !{i32 32}
