; Pipes become addresses, reservations numbers; calls that move packets stay calls, lane by lane, and
; queries of both directions are one function.
; RUN: muxc --passes=lower-pipes %s | FileCheck %s

; CHECK-NOT: target("spirv
define spir_kernel void @k(target("spirv.Pipe", 0) %in, target("spirv.Pipe", 1) %out, ptr addrspace(4) %p) {
; CHECK-LABEL: define spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(4) %p)
; CHECK: call spir_func i32 @__read_pipe_2(ptr addrspace(1) %in, ptr addrspace(4) %p, i32 4, i32 4) [[BY_LANE:#[0-9]+]]
  %a = call spir_func i32 @__read_pipe_2(target("spirv.Pipe", 0) %in, ptr addrspace(4) %p, i32 4, i32 4)
; CHECK: [[ID:%.*]] = call spir_func i64 @__reserve_write_pipe(ptr addrspace(1) %out, i32 2, i32 4, i32 4) [[BY_LANE]]
  %id = call spir_func target("spirv.ReserveId") @__reserve_write_pipe(target("spirv.Pipe", 1) %out, i32 2, i32 4, i32 4)
; CHECK: call spir_func zeroext i1 @__is_valid_reserve_id(i64 [[ID]])
  %valid = call spir_func zeroext i1 @_Z19is_valid_reserve_id13ocl_reserveid(target("spirv.ReserveId") %id)
; CHECK: call spir_func i32 @__get_pipe_num_packets(ptr addrspace(1) %in, i32 4, i32 4)
; CHECK: call spir_func i32 @__get_pipe_num_packets(ptr addrspace(1) %out, i32 4, i32 4)
  %x = call spir_func i32 @__get_pipe_num_packets_ro(target("spirv.Pipe", 0) %in, i32 4, i32 4)
  %y = call spir_func i32 @__get_pipe_num_packets_wo(target("spirv.Pipe", 1) %out, i32 4, i32 4)
  ret void
}

; CHECK: attributes [[BY_LANE]] = { noinline "vecz.done_by_lane" }
declare spir_func i32 @__read_pipe_2(target("spirv.Pipe", 0), ptr addrspace(4), i32, i32)
declare spir_func target("spirv.ReserveId") @__reserve_write_pipe(target("spirv.Pipe", 1), i32, i32, i32)
declare spir_func zeroext i1 @_Z19is_valid_reserve_id13ocl_reserveid(target("spirv.ReserveId"))
declare spir_func i32 @__get_pipe_num_packets_ro(target("spirv.Pipe", 0), i32, i32)
declare spir_func i32 @__get_pipe_num_packets_wo(target("spirv.Pipe", 1), i32, i32)
