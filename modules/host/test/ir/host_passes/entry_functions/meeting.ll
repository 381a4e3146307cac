; Whether all groups of a launch run at the same time, and the call that waits for them.
; RUN: muxc --passes=entry-functions %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

declare spir_func i1 @__mux_has_device_barrier()
declare spir_func void @__mux_device_barrier()
declare void @use(i1)

define spir_kernel void @k() {
; CHECK-LABEL: define void @lanewise.entry.k(
; CHECK: %meeting = load ptr, ptr {{.*}}, align 4, !invariant.load
; CHECK: [[HAS:%.*]] = icmp ne ptr %meeting, null
; CHECK: call void @use(i1 [[HAS]])
; CHECK: [[AGAIN:%meeting[0-9]+]] = load ptr, ptr {{.*}}, align 4, !invariant.load
; CHECK: [[WAIT:%.*]] = load ptr, ptr {{.*}}, align 8
; CHECK: call void [[WAIT]](ptr [[AGAIN]])
; CHECK-NOT: __mux_
  %has = call spir_func i1 @__mux_has_device_barrier()
  call void @use(i1 %has)
  call spir_func void @__mux_device_barrier()
  ret void
}
