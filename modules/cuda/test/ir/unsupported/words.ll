; A word that the target lacks is an error that names the kernel.
; RUN: not muxc --passes=cuda-unsupported %s 2>&1 | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

declare spir_func ptr addrspace(3) @__mux_get_named_barrier()
declare spir_func i64 @__mux_get_default_queue()
declare spir_func void @__mux_device_barrier()
declare spir_func i32 @elsewhere(i32)

; CHECK: kernel 'named' uses named barriers, which the target cuda does not have
define spir_kernel void @named(ptr addrspace(1) %p) {
  %a = call spir_func ptr addrspace(3) @__mux_get_named_barrier()
  %b = call spir_func ptr addrspace(3) @__mux_get_named_barrier()
  ret void
}

; CHECK: kernel 'queue' uses queues on the device, which the target cuda does not have
define spir_kernel void @queue(ptr addrspace(1) %p) {
  %q = call spir_func i64 @__mux_get_default_queue()
  store i64 %q, ptr addrspace(1) %p
  ret void
}

; CHECK: kernel 'all' uses barriers of all work-groups, which the target cuda does not have
define spir_kernel void @all() {
  call spir_func void @__mux_device_barrier()
  ret void
}

; CHECK: kernel 'calls' uses the function 'elsewhere', which the target cuda does not have
; CHECK-NOT: uses
define spir_kernel void @calls(ptr addrspace(1) %p) {
  %x = call spir_func i32 @elsewhere(i32 1)
  %y = call spir_func i32 @elsewhere(i32 %x)
  store i32 %y, ptr addrspace(1) %p
  ret void
}
