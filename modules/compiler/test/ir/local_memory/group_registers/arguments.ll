; What arguments in local memory point to becomes registers, each its own; doubles take two elements of them. Not in groups
; of more work-items than registers have elements.
; RUN: muxc --passes=select-group-registers,simplify-group-kernels,unroll-item-loops,simplify-group-kernels,unroll-group-loops,simplify-group-kernels,group-registers %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @arguments(
; CHECK-NOT: {{load|store}}{{.*}}ptr addrspace(3)
; CHECK: [[A:%.*]] = load <16 x float>, ptr addrspace(1) %data
; CHECK: bitcast <16 x float> [[A]] to <16 x i32>
; CHECK: [[B:%.*]] = load <8 x double>, ptr addrspace(1) %doubles
; CHECK: bitcast <8 x double> [[B]] to <16 x i32>
; CHECK-NOT: {{load|store}}{{.*}}ptr addrspace(3)
; CHECK: store <8 x double> [[B]], ptr addrspace(1) %doubles
; CHECK-NOT: {{load|store}}{{.*}}ptr addrspace(3)
; CHECK: ret void
define spir_kernel void @arguments(ptr addrspace(1) %data, ptr addrspace(1) %doubles, ptr addrspace(3) %a, ptr addrspace(3) %b) !reqd_work_group_size !0 {
  %in = load <16 x float>, ptr addrspace(1) %data, align 4
  store <16 x float> %in, ptr addrspace(3) %a, align 4
  %wide = load <8 x double>, ptr addrspace(1) %doubles, align 8
  store <8 x double> %wide, ptr addrspace(3) %b, align 8
  %at = getelementptr i8, ptr addrspace(3) %a, i64 20
  %out = load float, ptr addrspace(3) %at, align 4
  store float %out, ptr addrspace(1) %data, align 4
  %again = load <8 x double>, ptr addrspace(3) %b, align 8
  store <8 x double> %again, ptr addrspace(1) %doubles, align 8
  ret void
}

; CHECK-LABEL: define spir_kernel void @large(
; CHECK: store <16 x float> {{.*}}, ptr addrspace(3) %a
define spir_kernel void @large(ptr addrspace(1) %data, ptr addrspace(3) %a) !reqd_work_group_size !1 {
  %in = load <16 x float>, ptr addrspace(1) %data, align 4
  store <16 x float> %in, ptr addrspace(3) %a, align 4
  %at = getelementptr i8, ptr addrspace(3) %a, i64 20
  %out = load float, ptr addrspace(3) %at, align 4
  store float %out, ptr addrspace(1) %data, align 4
  ret void
}
!0 = !{i32 16, i32 1, i32 1}
!1 = !{i32 1024, i32 1, i32 1}
