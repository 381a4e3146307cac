// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of OpenCL 3.1 and of extensions that packaged headers may lack. Numbers of the registry.
#ifndef CL_NEWER_H
#define CL_NEWER_H

#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <cstdint>

#ifndef CL_VERSION_3_1
/// OpenCL 3.1, section 5.9.4: clGetKernelSuggestedLocalWorkSizeKHR as a part of the core.
extern "C" CL_API_ENTRY cl_int CL_API_CALL
clGetKernelSuggestedLocalWorkSize(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                  const size_t* offset, const size_t* global, size_t* suggested);
#endif

// cl_khr_spirv_queries, part of 3.1 without the suffix.
#ifndef CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR
#define CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR 0x12B9
#define CL_DEVICE_SPIRV_EXTENSIONS_KHR 0x12BA
#define CL_DEVICE_SPIRV_CAPABILITIES_KHR 0x12BB
#endif

#ifndef cl_khr_kernel_clock
typedef cl_bitfield cl_device_kernel_clock_capabilities_khr;

#define CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR 0x1076
#define CL_DEVICE_KERNEL_CLOCK_SCOPE_DEVICE_KHR (1 << 0)
#define CL_DEVICE_KERNEL_CLOCK_SCOPE_WORK_GROUP_KHR (1 << 1)
#define CL_DEVICE_KERNEL_CLOCK_SCOPE_SUB_GROUP_KHR (1 << 2)
#endif

// cl_khr_terminate_context, whose first headers lack the type and its bit.
#ifndef CL_DEVICE_TERMINATE_CAPABILITY_CONTEXT_KHR
typedef cl_bitfield cl_device_terminate_capability_khr;

#define CL_DEVICE_TERMINATE_CAPABILITY_CONTEXT_KHR (1 << 0)
#endif

// cl_khr_initialize_memory, whose first headers have the property alone.
#ifndef CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR
typedef cl_bitfield cl_context_memory_initialize_khr;

#define CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR (1 << 0)
#define CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR (1 << 1)
#endif

#ifndef cl_ext_float_atomics
typedef cl_bitfield cl_device_fp_atomic_capabilities_ext;

#define CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT 0x4231
#define CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT 0x4232
#define CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT 0x4233

#define CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT (1 << 0)
#define CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT (1 << 1)
#define CL_DEVICE_GLOBAL_FP_ATOMIC_MIN_MAX_EXT (1 << 2)
#define CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT (1 << 16)
#define CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT (1 << 17)
#define CL_DEVICE_LOCAL_FP_ATOMIC_MIN_MAX_EXT (1 << 18)
#endif

#ifndef cl_ext_buffer_device_address
typedef cl_ulong cl_mem_device_address_ext;

#define CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT 0x5000
#define CL_MEM_DEVICE_ADDRESS_EXT 0x5001
#define CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT 0x5002

typedef cl_int(CL_API_CALL* clSetKernelArgDevicePointerEXT_fn)(cl_kernel kernel, cl_uint index,
                                                               cl_mem_device_address_ext address);
extern "C" CL_API_ENTRY cl_int CL_API_CALL
clSetKernelArgDevicePointerEXT(cl_kernel kernel, cl_uint index, cl_mem_device_address_ext address);
#endif

#ifndef CL_UNSIGNED_INT_RAW10_EXT // cl_ext_image_raw10_raw12
#define CL_UNSIGNED_INT_RAW10_EXT 0x10E3
#define CL_UNSIGNED_INT_RAW12_EXT 0x10E4
#endif

#ifndef cl_ext_immutable_memory_objects
#define CL_MEM_IMMUTABLE_EXT (1 << 6)
#endif

// cl_khr_external_memory, after its first revisions.
#ifndef CL_MEM_DEVICE_HANDLE_LIST_KHR
#define CL_MEM_DEVICE_HANDLE_LIST_KHR 0x2051
#define CL_MEM_DEVICE_HANDLE_LIST_END_KHR 0
#endif
#ifndef CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR
#define CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR 0x2052
#endif

// cl_khr_semaphore and cl_khr_external_semaphore, after their first revisions.
#ifndef CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR
#define CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR 0x2053
#define CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR 0
#endif
#ifndef CL_SEMAPHORE_EXPORTABLE_KHR
#define CL_SEMAPHORE_EXPORTABLE_KHR 0x2054

typedef cl_properties cl_semaphore_reimport_properties_khr;

extern "C" CL_API_ENTRY cl_int CL_API_CALL clReImportSemaphoreSyncFdKHR(
    cl_semaphore_khr semaphore, cl_semaphore_reimport_properties_khr* properties, int descriptor);
#endif

// cl_khr_icd 2.0 and cl_khr_icd_unloadable.
#ifndef CL_ICD2_TAG_KHR
#define CL_ICD2_TAG_KHR (static_cast<intptr_t>(0x4F50454E434C3331)) // "OPENCL31"

extern "C" CL_API_ENTRY cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries,
                                                                  cl_platform_id* platforms,
                                                                  cl_uint* num_platforms);
extern "C" CL_API_ENTRY void* CL_API_CALL
clIcdGetFunctionAddressForPlatformKHR(cl_platform_id platform, const char* name);
extern "C" CL_API_ENTRY cl_int CL_API_CALL clIcdSetPlatformDispatchDataKHR(cl_platform_id platform,
                                                                           void* dispatch_data);
#endif
#ifndef CL_PLATFORM_UNLOADABLE_KHR
#define CL_PLATFORM_UNLOADABLE_KHR 0x0921
#endif

// Functions and variables of programs by name, as Unified Runtime's adapter for OpenCL asks for
// them.
#ifndef cl_intel_function_pointers
extern "C" CL_API_ENTRY cl_int CL_API_CALL clGetDeviceFunctionPointerINTEL(cl_device_id device,
                                                                           cl_program program,
                                                                           const char* name,
                                                                           cl_ulong* pointer_ret);
#endif
#ifndef cl_intel_global_variables
extern "C" CL_API_ENTRY
    cl_int CL_API_CALL clGetDeviceGlobalVariablePointerINTEL(cl_device_id device,
                                                             cl_program program, const char* name,
                                                             size_t* size_ret, void** pointer_ret);
extern "C" CL_API_ENTRY cl_int CL_API_CALL clEnqueueReadGlobalVariableINTEL(
    cl_command_queue queue, cl_program program, const char* name, cl_bool blocking, size_t size,
    size_t offset, void* to, cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
    cl_event* event);
extern "C" CL_API_ENTRY cl_int CL_API_CALL clEnqueueWriteGlobalVariableINTEL(
    cl_command_queue queue, cl_program program, const char* name, cl_bool blocking, size_t size,
    size_t offset, const void* from, cl_uint num_events_in_wait_list,
    const cl_event* event_wait_list, cl_event* event);
#endif

// cl_intel_concurrent_dispatch, a draft of Intel's (version 0.9.0).
#ifndef cl_intel_concurrent_dispatch
#define cl_intel_concurrent_dispatch 1

typedef cl_uint cl_kernel_exec_info_dispatch_type_intel;

#define CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL 0x4257
#define CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_DEFAULT_INTEL 0
#define CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_CONCURRENT_INTEL 1

extern "C" CL_API_ENTRY cl_int CL_API_CALL clGetKernelMaxConcurrentWorkGroupCountINTEL(
    cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t* offset,
    const size_t* local, size_t* count);
#endif

#endif
