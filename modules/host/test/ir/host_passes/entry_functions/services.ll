; What a kernel asks for beside ids: the queue's services, the program's variables, where memory is, the clock.
; RUN: muxc --passes=entry-functions %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

declare spir_func i64 @__mux_get_default_queue()
declare spir_func i32 @__mux_enqueue(ptr)
declare spir_func i64 @__mux_device_event(i32, i64, i64)
declare spir_func i64 @__mux_query_block(i32, i32, ptr)
declare spir_func ptr addrspace(1) @__mux_get_program_variables()
declare spir_func ptr addrspace(1) @__mux_get_printf_chunk()
declare spir_func i32 @__mux_get_work_dim()
declare spir_func i64 @__mux_get_memory_bound(i32)
declare spir_func i64 @__mux_read_clock()
declare void @use(i64, i32, i64, i64, ptr addrspace(1), ptr addrspace(1), i32, i64, ptr)
declare void @use_bounds(i64, i64, i64, i64, i64, i64)

define spir_kernel void @k(i64 %event) {
; CHECK-LABEL: define void @lanewise.entry.k(
; CHECK: %services = load ptr, ptr
; CHECK: [[QUEUE:%.*]] = load i64, ptr {{.*}}, align 8
; CHECK: [[ENQUEUE:%.*]] = load ptr, ptr {{.*}}, align 8
; CHECK: [[STATUS:%.*]] = call i32 [[ENQUEUE]](ptr %services{{.*}}, ptr %request
; CHECK: [[OPERATE:%.*]] = load ptr, ptr {{.*}}, align 8
; CHECK: [[MADE:%.*]] = call i64 [[OPERATE]](ptr %services{{.*}}, i32 2, i64 {{.*}}, i64 7)
; CHECK: [[ASK:%.*]] = load ptr, ptr {{.*}}, align 8
; CHECK: [[ANSWER:%.*]] = call i64 [[ASK]](ptr %services{{.*}}, i32 0, i32 1, ptr %request
; CHECK: %variables = load ptr addrspace(1), ptr {{.*}}!align
; CHECK: [[CLOCK:%.*]] = call i64 @llvm.readcyclecounter()
; CHECK: call void @use(i64 [[QUEUE]], i32 [[STATUS]], i64 [[MADE]], i64 [[ANSWER]], ptr addrspace(1) %variables, ptr addrspace(1) %printf_chunk, i32 %work_dim, i64 [[CLOCK]],
; CHECK: call void @use_bounds(i64 %local.begin, i64 %local.bytes, i64 %scratch.begin, i64 %scratch.bytes, i64 %stack.begin, i64 {{[0-9]+}})
; CHECK: ret void
  %request = alloca [64 x i8], align 8
  %queue = call spir_func i64 @__mux_get_default_queue()
  %status = call spir_func i32 @__mux_enqueue(ptr %request)
  %made = call spir_func i64 @__mux_device_event(i32 2, i64 %event, i64 7)
  %answer = call spir_func i64 @__mux_query_block(i32 0, i32 1, ptr %request)
  %v = call spir_func ptr addrspace(1) @__mux_get_program_variables()
  %chunk = call spir_func ptr addrspace(1) @__mux_get_printf_chunk()
  %dimensions = call spir_func i32 @__mux_get_work_dim()
  %clock = call spir_func i64 @__mux_read_clock()
  call void @use(i64 %queue, i32 %status, i64 %made, i64 %answer, ptr addrspace(1) %v, ptr addrspace(1) %chunk, i32 %dimensions, i64 %clock, ptr %request)
  %b0 = call spir_func i64 @__mux_get_memory_bound(i32 0)
  %b1 = call spir_func i64 @__mux_get_memory_bound(i32 1)
  %b2 = call spir_func i64 @__mux_get_memory_bound(i32 2)
  %b3 = call spir_func i64 @__mux_get_memory_bound(i32 3)
  %b4 = call spir_func i64 @__mux_get_memory_bound(i32 4)
  %b5 = call spir_func i64 @__mux_get_memory_bound(i32 5)
  call void @use_bounds(i64 %b0, i64 %b1, i64 %b2, i64 %b3, i64 %b4, i64 %b5)
  ret void
}
