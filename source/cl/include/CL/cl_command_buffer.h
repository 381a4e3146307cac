// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_command_buffer 0.9.8, cl_khr_command_buffer_mutable_dispatch 0.9.5 and
// cl_khr_command_buffer_multi_device 0.9.2, for headers that know older revisions of them or none.
// Functions and structures of older revisions have the same names and other parameters; those of
// the newest are in a namespace for that reason. The functions come from
// clGetExtensionFunctionAddressForPlatform.
#ifndef CL_COMMAND_BUFFER_H
#define CL_COMMAND_BUFFER_H

#include <CL/cl.h>
#include <CL/cl_ext.h>

typedef cl_bitfield cl_device_command_buffer_capabilities_khr;
typedef struct _cl_command_buffer_khr* cl_command_buffer_khr;
typedef cl_uint cl_sync_point_khr;
typedef cl_uint cl_command_buffer_info_khr;
typedef cl_uint cl_command_buffer_state_khr;
typedef cl_properties cl_command_buffer_properties_khr;
typedef cl_bitfield cl_command_buffer_flags_khr;
typedef cl_properties cl_command_properties_khr;
typedef struct _cl_mutable_command_khr* cl_mutable_command_khr;
typedef cl_uint cl_command_buffer_update_type_khr;
typedef cl_bitfield cl_mutable_dispatch_fields_khr;
typedef cl_bitfield cl_mutable_dispatch_asserts_khr;
typedef cl_uint cl_mutable_command_info_khr;

#ifndef CL_INVALID_COMMAND_BUFFER_KHR
#define CL_INVALID_COMMAND_BUFFER_KHR -1138
#define CL_INVALID_SYNC_POINT_WAIT_LIST_KHR -1139
#define CL_INCOMPATIBLE_COMMAND_QUEUE_KHR -1140

#define CL_COMMAND_BUFFER_FLAGS_KHR 0x1293
#define CL_COMMAND_BUFFER_QUEUES_KHR 0x1294
#define CL_COMMAND_BUFFER_NUM_QUEUES_KHR 0x1295
#define CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR 0x1296
#define CL_COMMAND_BUFFER_STATE_KHR 0x1297
#define CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR 0x1298
#define CL_COMMAND_COMMAND_BUFFER_KHR 0x12A8
#define CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR 0x12A9
#define CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR 0x12AA

#define CL_COMMAND_BUFFER_STATE_RECORDING_KHR 0
#define CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR 1
#define CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR (1 << 0)
#define CL_COMMAND_BUFFER_CAPABILITY_DEVICE_SIDE_ENQUEUE_KHR (1 << 1)
#endif

#ifndef CL_INVALID_MUTABLE_COMMAND_KHR
#define CL_INVALID_MUTABLE_COMMAND_KHR -1141

#define CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR 0x12A0
#define CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR 0x12A1
#define CL_MUTABLE_DISPATCH_KERNEL_KHR 0x12A3
#define CL_MUTABLE_DISPATCH_DIMENSIONS_KHR 0x12A4
#define CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR 0x12A5
#define CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR 0x12A6
#define CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR 0x12A7
#define CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR 0x12AD
#define CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR 0x12B0
#define CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR 0x12B1

#define CL_COMMAND_BUFFER_MUTABLE_KHR (1 << 1)
#define CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR (1 << 0)
#define CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR (1 << 1)
#define CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR (1 << 2)
#define CL_MUTABLE_DISPATCH_ARGUMENTS_KHR (1 << 3)
#define CL_MUTABLE_DISPATCH_EXEC_INFO_KHR (1 << 4)
#endif

#ifndef CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR
#define CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR (1 << 0)
#define CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR (1 << 2)
#endif

// Since the first revisions.
#ifndef CL_COMMAND_BUFFER_CONTEXT_KHR
#define CL_COMMAND_BUFFER_CONTEXT_KHR 0x1299
#endif
#ifndef CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR
#define CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR 0x129A
#endif
#ifndef CL_COMMAND_BUFFER_STATE_FINALIZED_KHR
#define CL_COMMAND_BUFFER_STATE_FINALIZED_KHR 2
#endif
#ifndef CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR
#define CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR 0x12A2
#endif
#ifndef CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR
#define CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR 0x12B7
#define CL_MUTABLE_DISPATCH_ASSERTS_KHR 0x12B8
#define CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR (1 << 0)
#endif
#ifndef CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR
typedef cl_bitfield cl_platform_command_buffer_capabilities_khr;

#define CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR 0x0908
#define CL_COMMAND_BUFFER_PLATFORM_UNIVERSAL_SYNC_KHR (1 << 0)
#define CL_COMMAND_BUFFER_PLATFORM_REMAP_QUEUES_KHR (1 << 1)
#define CL_COMMAND_BUFFER_PLATFORM_AUTOMATIC_REMAP_KHR (1 << 2)
#define CL_DEVICE_COMMAND_BUFFER_NUM_SYNC_DEVICES_KHR 0x12AB
#define CL_DEVICE_COMMAND_BUFFER_SYNC_DEVICES_KHR 0x12AC
#define CL_COMMAND_BUFFER_CAPABILITY_MULTIPLE_QUEUE_KHR (1 << 4)
#define CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR (1 << 2)
#endif
#undef CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR // 1 in older revisions
#define CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR 0

namespace cl_khr {

struct cl_mutable_dispatch_arg_khr {
  cl_uint arg_index;
  size_t arg_size;
  const void* arg_value;
};

struct cl_mutable_dispatch_exec_info_khr {
  cl_uint param_name;
  size_t param_value_size;
  const void* param_value;
};

struct cl_mutable_dispatch_config_khr {
  cl_mutable_command_khr command;
  cl_uint num_args;
  cl_uint num_svm_args;
  cl_uint num_exec_infos;
  cl_uint work_dim;
  const cl_mutable_dispatch_arg_khr* arg_list;
  const cl_mutable_dispatch_arg_khr* arg_svm_list;
  const cl_mutable_dispatch_exec_info_khr* exec_info_list;
  const size_t* global_work_offset;
  const size_t* global_work_size;
  const size_t* local_work_size;
};

using clCreateCommandBufferKHR_t = cl_command_buffer_khr
    CL_API_CALL(cl_uint num_queues, const cl_command_queue* queues,
                const cl_command_buffer_properties_khr* properties, cl_int* errcode_ret);
using clFinalizeCommandBufferKHR_t = cl_int CL_API_CALL(cl_command_buffer_khr command_buffer);
using clRetainCommandBufferKHR_t = cl_int CL_API_CALL(cl_command_buffer_khr command_buffer);
using clReleaseCommandBufferKHR_t = cl_int CL_API_CALL(cl_command_buffer_khr command_buffer);
using clEnqueueCommandBufferKHR_t = cl_int
    CL_API_CALL(cl_uint num_queues, cl_command_queue* queues, cl_command_buffer_khr command_buffer,
                cl_uint num_events_in_wait_list, const cl_event* event_wait_list, cl_event* event);
using clGetCommandBufferInfoKHR_t = cl_int CL_API_CALL(cl_command_buffer_khr command_buffer,
                                                       cl_command_buffer_info_khr param_name,
                                                       size_t param_value_size, void* param_value,
                                                       size_t* param_value_size_ret);
using clUpdateMutableCommandsKHR_t = cl_int
    CL_API_CALL(cl_command_buffer_khr command_buffer, cl_uint num_configs,
                const cl_command_buffer_update_type_khr* config_types, const void** configs);
using clGetMutableCommandInfoKHR_t = cl_int CL_API_CALL(cl_mutable_command_khr command,
                                                        cl_mutable_command_info_khr param_name,
                                                        size_t param_value_size, void* param_value,
                                                        size_t* param_value_size_ret);
using clRemapCommandBufferKHR_t = cl_command_buffer_khr
    CL_API_CALL(cl_command_buffer_khr command_buffer, cl_bool automatic, cl_uint num_queues,
                const cl_command_queue* queues, cl_uint num_handles,
                const cl_mutable_command_khr* handles, cl_mutable_command_khr* handles_ret,
                cl_int* errcode_ret);

/// A function that records a command: what the command is, between parameters that all have.
template <typename... What>
using recording_t = cl_int
CL_API_CALL(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
            const cl_command_properties_khr* properties, What... what,
            cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr* sync_point_wait_list,
            cl_sync_point_khr* sync_point, cl_mutable_command_khr* mutable_handle);

using clCommandBarrierWithWaitListKHR_t = recording_t<>;
/// src_buffer, dst_buffer, src_offset, dst_offset, size
using clCommandCopyBufferKHR_t = recording_t<cl_mem, cl_mem, size_t, size_t, size_t>;
/// src_buffer, dst_buffer, src_origin, dst_origin, region, src_row_pitch, src_slice_pitch,
/// dst_row_pitch, dst_slice_pitch
using clCommandCopyBufferRectKHR_t = recording_t<cl_mem, cl_mem, const size_t*, const size_t*,
                                                 const size_t*, size_t, size_t, size_t, size_t>;
/// src_buffer, dst_image, src_offset, dst_origin, region
using clCommandCopyBufferToImageKHR_t =
    recording_t<cl_mem, cl_mem, size_t, const size_t*, const size_t*>;
/// src_image, dst_image, src_origin, dst_origin, region
using clCommandCopyImageKHR_t =
    recording_t<cl_mem, cl_mem, const size_t*, const size_t*, const size_t*>;
/// src_image, dst_buffer, src_origin, region, dst_offset
using clCommandCopyImageToBufferKHR_t =
    recording_t<cl_mem, cl_mem, const size_t*, const size_t*, size_t>;
/// buffer, pattern, pattern_size, offset, size
using clCommandFillBufferKHR_t = recording_t<cl_mem, const void*, size_t, size_t, size_t>;
/// image, fill_color, origin, region
using clCommandFillImageKHR_t = recording_t<cl_mem, const void*, const size_t*, const size_t*>;
/// kernel, work_dim, global_work_offset, global_work_size, local_work_size
using clCommandNDRangeKernelKHR_t =
    recording_t<cl_kernel, cl_uint, const size_t*, const size_t*, const size_t*>;
/// dst_ptr, src_ptr, size
using clCommandSVMMemcpyKHR_t = recording_t<void*, const void*, size_t>;
/// svm_ptr, pattern, pattern_size, size
using clCommandSVMMemFillKHR_t = recording_t<void*, const void*, size_t, size_t>;

/// The functions of a platform; null where it has not the extension.
struct functions {
  explicit functions(cl_platform_id platform) {
    load(platform, "clCreateCommandBufferKHR", clCreateCommandBufferKHR);
    load(platform, "clFinalizeCommandBufferKHR", clFinalizeCommandBufferKHR);
    load(platform, "clRetainCommandBufferKHR", clRetainCommandBufferKHR);
    load(platform, "clReleaseCommandBufferKHR", clReleaseCommandBufferKHR);
    load(platform, "clEnqueueCommandBufferKHR", clEnqueueCommandBufferKHR);
    load(platform, "clGetCommandBufferInfoKHR", clGetCommandBufferInfoKHR);
    load(platform, "clRemapCommandBufferKHR", clRemapCommandBufferKHR);
    load(platform, "clCommandBarrierWithWaitListKHR", clCommandBarrierWithWaitListKHR);
    load(platform, "clCommandCopyBufferKHR", clCommandCopyBufferKHR);
    load(platform, "clCommandCopyBufferRectKHR", clCommandCopyBufferRectKHR);
    load(platform, "clCommandCopyBufferToImageKHR", clCommandCopyBufferToImageKHR);
    load(platform, "clCommandCopyImageKHR", clCommandCopyImageKHR);
    load(platform, "clCommandCopyImageToBufferKHR", clCommandCopyImageToBufferKHR);
    load(platform, "clCommandFillBufferKHR", clCommandFillBufferKHR);
    load(platform, "clCommandFillImageKHR", clCommandFillImageKHR);
    load(platform, "clCommandNDRangeKernelKHR", clCommandNDRangeKernelKHR);
    load(platform, "clCommandSVMMemcpyKHR", clCommandSVMMemcpyKHR);
    load(platform, "clCommandSVMMemFillKHR", clCommandSVMMemFillKHR);
    load(platform, "clUpdateMutableCommandsKHR", clUpdateMutableCommandsKHR);
    load(platform, "clGetMutableCommandInfoKHR", clGetMutableCommandInfoKHR);
  }

  clCreateCommandBufferKHR_t* clCreateCommandBufferKHR;
  clFinalizeCommandBufferKHR_t* clFinalizeCommandBufferKHR;
  clRetainCommandBufferKHR_t* clRetainCommandBufferKHR;
  clReleaseCommandBufferKHR_t* clReleaseCommandBufferKHR;
  clEnqueueCommandBufferKHR_t* clEnqueueCommandBufferKHR;
  clGetCommandBufferInfoKHR_t* clGetCommandBufferInfoKHR;
  clRemapCommandBufferKHR_t* clRemapCommandBufferKHR;
  clCommandBarrierWithWaitListKHR_t* clCommandBarrierWithWaitListKHR;
  clCommandCopyBufferKHR_t* clCommandCopyBufferKHR;
  clCommandCopyBufferRectKHR_t* clCommandCopyBufferRectKHR;
  clCommandCopyBufferToImageKHR_t* clCommandCopyBufferToImageKHR;
  clCommandCopyImageKHR_t* clCommandCopyImageKHR;
  clCommandCopyImageToBufferKHR_t* clCommandCopyImageToBufferKHR;
  clCommandFillBufferKHR_t* clCommandFillBufferKHR;
  clCommandFillImageKHR_t* clCommandFillImageKHR;
  clCommandNDRangeKernelKHR_t* clCommandNDRangeKernelKHR;
  clCommandSVMMemcpyKHR_t* clCommandSVMMemcpyKHR;
  clCommandSVMMemFillKHR_t* clCommandSVMMemFillKHR;
  clUpdateMutableCommandsKHR_t* clUpdateMutableCommandsKHR;
  clGetMutableCommandInfoKHR_t* clGetMutableCommandInfoKHR;

private:
  template <typename Function>
  static void load(cl_platform_id platform, const char* name, Function*& place) {
    place = reinterpret_cast<Function*>(clGetExtensionFunctionAddressForPlatform(platform, name));
  }
};

} // namespace cl_khr

#endif
