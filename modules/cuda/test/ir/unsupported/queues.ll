; Each way to use a queue of the device is one; other words of the vocabulary are not.
; RUN: not muxc --passes=cuda-unsupported %s 2>&1 | FileCheck %s --implicit-check-not=error:
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

declare spir_func i32 @__mux_enqueue(ptr)
declare spir_func i64 @__mux_device_event(i32, i64, i64)
declare spir_func i64 @__mux_query_block(i32, i32, ptr)
declare spir_func i64 @__mux_get_local_id(i32)

; CHECK: error: kernel 'enqueues' uses queues on the device, which the target cuda does not have
define spir_kernel void @enqueues(ptr %request) {
  %a = call spir_func i32 @__mux_enqueue(ptr %request)
  ret void
}

; CHECK: error: kernel 'asks_an_event' uses queues on the device, which the target cuda does not have
define spir_kernel void @asks_an_event(i64 %event) {
  %a = call spir_func i64 @__mux_device_event(i32 0, i64 %event, i64 0)
  ret void
}

; CHECK: error: kernel 'asks_a_block' uses queues on the device, which the target cuda does not have
define spir_kernel void @asks_a_block(ptr %range) {
  %a = call spir_func i64 @__mux_query_block(i32 0, i32 1, ptr %range)
  ret void
}

define spir_kernel void @asks_an_id(ptr addrspace(1) %p) {
  %a = call spir_func i64 @__mux_get_local_id(i32 0)
  store i64 %a, ptr addrspace(1) %p
  ret void
}
