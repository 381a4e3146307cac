; Queues on the device and their events become numbers, in literals of blocks too; functions get the names that the library has.
; RUN: muxc --passes=lower-enqueue %s | FileCheck %s

; CHECK-NOT: target("spirv
; CHECK-LABEL: define spir_kernel void @k(i64 %q, ptr addrspace(1) %p)
define spir_kernel void @k(target("spirv.Queue") %q, ptr addrspace(1) %p) {
; CHECK: %literal = alloca <{ i32, i32, ptr addrspace(4), i64 }>
  %literal = alloca <{ i32, i32, ptr addrspace(4), target("spirv.Queue") }>, align 8
; CHECK: %event = alloca i64
  %event = alloca target("spirv.DeviceEvent"), align 8
; CHECK: %captured = getelementptr <{ i32, i32, ptr addrspace(4), i64 }>, ptr %literal, i32 0, i32 3
  %captured = getelementptr <{ i32, i32, ptr addrspace(4), target("spirv.Queue") }>, ptr %literal, i32 0, i32 3
; CHECK: store i64 %q, ptr %captured
  store target("spirv.Queue") %q, ptr %captured, align 8
; CHECK: call spir_func i64 @__get_default_queue()
  %d = call spir_func target("spirv.Queue") @_Z17get_default_queuev()
; CHECK: [[USER:%.*]] = call spir_func i64 @__create_user_event()
  %u = call spir_func target("spirv.DeviceEvent") @_Z17create_user_eventv()
; CHECK: store i64 [[USER]], ptr %event
  store target("spirv.DeviceEvent") %u, ptr %event, align 8
; CHECK: call spir_func i1 @__is_valid_event(i64 [[USER]])
  %v = call spir_func i1 @_Z14is_valid_event12ocl_clkevent(target("spirv.DeviceEvent") %u)
; CHECK: call spir_func void @__set_user_event_status(i64 [[USER]], i32 0)
  call spir_func void @_Z21set_user_event_status12ocl_clkeventi(target("spirv.DeviceEvent") %u, i32 0)
; CHECK: call spir_func void @__capture_event_profiling_info(i64 [[USER]], i32 1, ptr addrspace(1) %p)
  call spir_func void @_Z28capture_event_profiling_info12ocl_clkeventiPU3AS1v(target("spirv.DeviceEvent") %u, i32 1, ptr addrspace(1) %p)
; CHECK: call spir_func void @__retain_event(i64 [[USER]])
  call spir_func void @_Z12retain_event12ocl_clkevent(target("spirv.DeviceEvent") %u)
; CHECK: call spir_func void @__release_event(i64 [[USER]])
  call spir_func void @_Z13release_event12ocl_clkevent(target("spirv.DeviceEvent") %u)
  ret void
}

declare spir_func target("spirv.Queue") @_Z17get_default_queuev()
declare spir_func target("spirv.DeviceEvent") @_Z17create_user_eventv()
declare spir_func i1 @_Z14is_valid_event12ocl_clkevent(target("spirv.DeviceEvent"))
declare spir_func void @_Z21set_user_event_status12ocl_clkeventi(target("spirv.DeviceEvent"), i32)
declare spir_func void @_Z28capture_event_profiling_info12ocl_clkeventiPU3AS1v(target("spirv.DeviceEvent"), i32, ptr addrspace(1))
declare spir_func void @_Z12retain_event12ocl_clkevent(target("spirv.DeviceEvent"))
declare spir_func void @_Z13release_event12ocl_clkevent(target("spirv.DeviceEvent"))
