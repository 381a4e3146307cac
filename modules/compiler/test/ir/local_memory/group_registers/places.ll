; Single elements are taken out of registers, too, and what no lane reads is read from none. Memory stays where a place is between
; two elements, or outside what the registers hold.
; RUN: muxc --passes=select-group-registers,simplify-group-kernels,unroll-item-loops,simplify-group-kernels,unroll-group-loops,simplify-group-kernels,group-registers %s | FileCheck %s

declare ptr addrspace(3) @__mux_get_local_block()
declare <32 x i32> @llvm.masked.load.v32i32.p3(ptr addrspace(3), <32 x i1>, <32 x i32>)

; CHECK-LABEL: define spir_kernel void @single(
; CHECK-NOT: {{load|store}}{{.*}}ptr addrspace(3)
; CHECK: [[IN:%.*]] = load <8 x float>, ptr addrspace(1) %data
; CHECK: [[REGISTER:%.*]] = bitcast <8 x float> [[IN]] to <8 x i32>
; CHECK: [[TAKEN:%.*]] = shufflevector <16 x i32> {{.*}}, <16 x i32> poison, <1 x i32> <i32 5>
; CHECK: [[ELEMENT:%.*]] = extractelement <1 x i32> [[TAKEN]], i64 0
; CHECK: [[OUT:%.*]] = bitcast i32 [[ELEMENT]] to float
; CHECK: store float [[OUT]], ptr addrspace(1) %data
; CHECK-NOT: {{load|store}}{{.*}}ptr addrspace(3)
define spir_kernel void @single(ptr addrspace(1) %data) #0 !reqd_work_group_size !0 {
  %local = call ptr addrspace(3) @__mux_get_local_block()
  %in = load <8 x float>, ptr addrspace(1) %data, align 4
  store <8 x float> %in, ptr addrspace(3) %local, align 4
  %at = getelementptr i8, ptr addrspace(3) %local, i64 20
  %out = load float, ptr addrspace(3) %at, align 4
  store float %out, ptr addrspace(1) %data, align 4
  ret void
}

; The lanes of the second register are inactive.
; CHECK-LABEL: define spir_kernel void @no_lane(
; CHECK-NOT: {{load|store}}{{.*}}ptr addrspace(3)
; CHECK: [[IN:%.*]] = load <16 x i32>, ptr addrspace(1) %data
; CHECK: [[READ:%.*]] = shufflevector <16 x i32> {{%.*}}, <16 x i32> poison, <32 x i32> <i32 0, i32 1,
; CHECK: [[OUT:%.*]] = select <32 x i1> <i1 true, {{.*}}, i1 false>, <32 x i32> [[READ]], <32 x i32> <{{.*}}, i32 7>
; CHECK: store <32 x i32> [[OUT]], ptr addrspace(1) %data
define spir_kernel void @no_lane(ptr addrspace(1) %data) #0 !reqd_work_group_size !0 {
  %local = call ptr addrspace(3) @__mux_get_local_block()
  %in = load <16 x i32>, ptr addrspace(1) %data, align 4
  store <16 x i32> %in, ptr addrspace(3) %local, align 4
  %out = call <32 x i32> @llvm.masked.load.v32i32.p3(ptr addrspace(3) align 4 %local, <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false>, <32 x i32> splat (i32 7))
  store <32 x i32> %out, ptr addrspace(1) %data, align 4
  ret void
}

; CHECK-LABEL: define spir_kernel void @between(
; CHECK: store i32 {{.*}}, ptr addrspace(3)
define spir_kernel void @between(ptr addrspace(1) %data) #0 !reqd_work_group_size !0 {
  %local = call ptr addrspace(3) @__mux_get_local_block()
  %in = load i32, ptr addrspace(1) %data, align 4
  %to = getelementptr i8, ptr addrspace(3) %local, i64 2
  store i32 %in, ptr addrspace(3) %to, align 1
  %out = load i32, ptr addrspace(3) %local, align 4
  store i32 %out, ptr addrspace(1) %data, align 4
  ret void
}

; CHECK-LABEL: define spir_kernel void @outside(
; CHECK: store i32 {{.*}}, ptr addrspace(3)
define spir_kernel void @outside(ptr addrspace(1) %data) #0 !reqd_work_group_size !0 {
  %local = call ptr addrspace(3) @__mux_get_local_block()
  %in = load i32, ptr addrspace(1) %data, align 4
  store i32 %in, ptr addrspace(3) %local, align 4
  %from = getelementptr i8, ptr addrspace(3) %local, i64 -4
  %out = load i32, ptr addrspace(3) %from, align 4
  store i32 %out, ptr addrspace(1) %data, align 4
  ret void
}

attributes #0 = { "lanewise-local-bytes"="128" }
!0 = !{i32 16, i32 1, i32 1}
