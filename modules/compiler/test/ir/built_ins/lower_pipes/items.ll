; Pipes become addresses, reservations numbers; calls on reservations stay calls, lane by lane, and
; queries of both directions are one function. Single packets are reserved by one lane for all.
; RUN: muxc --passes=lower-pipes %s | FileCheck %s

; CHECK-NOT: target("spirv
define spir_kernel void @k(target("spirv.Pipe", 0) %in, target("spirv.Pipe", 1) %out, ptr addrspace(4) %p) {
; CHECK-LABEL: define spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(4) %p)
; CHECK: call spir_func i32 @__read_pipe_2(ptr addrspace(1) %in, ptr addrspace(4) %p, i32 4, i32 4){{$}}
  %a = call spir_func i32 @__read_pipe_2(target("spirv.Pipe", 0) %in, ptr addrspace(4) %p, i32 4, i32 4)
; CHECK: [[ID:%.*]] = call spir_func i64 @__reserve_write_pipe(ptr addrspace(1) %out, i32 2, i32 4, i32 4) [[BY_LANE:#[0-9]+]]
  %id = call spir_func target("spirv.ReserveId") @__reserve_write_pipe(target("spirv.Pipe", 1) %out, i32 2, i32 4, i32 4)
; CHECK: call spir_func zeroext i1 @__is_valid_reserve_id(i64 [[ID]])
  %valid = call spir_func zeroext i1 @_Z19is_valid_reserve_id13ocl_reserveid(target("spirv.ReserveId") %id)
; CHECK: call spir_func i32 @__get_pipe_num_packets(ptr addrspace(1) %in, i32 4, i32 4)
; CHECK: call spir_func i32 @__get_pipe_num_packets(ptr addrspace(1) %out, i32 4, i32 4)
  %x = call spir_func i32 @__get_pipe_num_packets_ro(target("spirv.Pipe", 0) %in, i32 4, i32 4)
  %y = call spir_func i32 @__get_pipe_num_packets_wo(target("spirv.Pipe", 1) %out, i32 4, i32 4)
  ret void
}

; CHECK: define internal spir_func i32 @__read_pipe_2(ptr addrspace(1) %0, ptr addrspace(4) %1, i32 %2, i32 %3) [[INLINED:#[0-9]+]]
; CHECK: [[ACTIVE:%.*]] = call i64 @vecz.ballot(i1 true)
; CHECK: [[FIRST:%.*]] = trunc i64 {{%.*}} to i32
; CHECK: [[OF_FIRST:%.*]] = call ptr addrspace(1) @"vecz.read.ptr addrspace(1)"(ptr addrspace(1) %0, i32 [[FIRST]])
; CHECK: %same = icmp eq ptr addrspace(1) %0, [[OF_FIRST]]
; CHECK: [[TOGETHER:%.*]] = call i64 @vecz.ballot(i1 %same)
; CHECK: %index = select i1 %same,
; CHECK: %count = select i1 %same,
; CHECK: br i1 {{%.*}}, label %reserving, label %moving
; CHECK: reserving:
; CHECK: [[TAKEN:%.*]] = call spir_func i64 @__lanewise_reserve_read_packets(ptr addrspace(1) %0, i32 %count, i32 %2, i32 %3) [[BY_LANE]]
; CHECK: moving:
; CHECK: [[OWN:%.*]] = phi i64 [ 0, %entry ], [ [[TAKEN]], %reserving ]
; CHECK: [[SHARED:%.*]] = call i64 @vecz.read.i64(i64 [[OWN]], i32 [[FIRST]])
; CHECK: %reservation = select i1 %same, i64 [[SHARED]], i64 [[OWN]]
; CHECK: call spir_func i32 @__lanewise_read_packet(ptr addrspace(1) %0, i64 %reservation, i32 %index, ptr addrspace(4) %1, i32 %2, i32 %3){{$}}

; CHECK: attributes [[INLINED]] = { alwaysinline
; CHECK: attributes [[BY_LANE]] = { noinline "vecz.done_by_lane" }
declare spir_func i32 @__read_pipe_2(target("spirv.Pipe", 0), ptr addrspace(4), i32, i32)
declare spir_func target("spirv.ReserveId") @__reserve_write_pipe(target("spirv.Pipe", 1), i32, i32, i32)
declare spir_func zeroext i1 @_Z19is_valid_reserve_id13ocl_reserveid(target("spirv.ReserveId"))
declare spir_func i32 @__get_pipe_num_packets_ro(target("spirv.Pipe", 0), i32, i32)
declare spir_func i32 @__get_pipe_num_packets_wo(target("spirv.Pipe", 1), i32, i32)
