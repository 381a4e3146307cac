// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every query of OpenCL 3.1 of every object: its size, a place one byte too small, a name that is
// none. Tests of the objects check the values.
#include "binary_fixture.h"
#include "query.h"
#include "sub_device_fixture.h"

#include <CL/cl_lanewise.h>

namespace {

constexpr size_t text = 0;          ///< ends in 0
constexpr size_t list = ~size_t(0); ///< of any length
constexpr size_t handle = sizeof(void*);

struct InfoQuery {
  cl_uint name;
  size_t size;
};

constexpr InfoQuery platform_rows[] = {
    {CL_PLATFORM_PROFILE, text},
    {CL_PLATFORM_VERSION, text},
    {CL_PLATFORM_NAME, text},
    {CL_PLATFORM_VENDOR, text},
    {CL_PLATFORM_EXTENSIONS, text},
    {CL_PLATFORM_ICD_SUFFIX_KHR, text},
    {CL_PLATFORM_HOST_TIMER_RESOLUTION, sizeof(cl_ulong)},
    {CL_PLATFORM_NUMERIC_VERSION, sizeof(cl_version)},
    {CL_PLATFORM_EXTENSIONS_WITH_VERSION, list},
};

constexpr InfoQuery device_rows[] = {
    {CL_DEVICE_TYPE, sizeof(cl_device_type)},
    {CL_DEVICE_VENDOR_ID, sizeof(cl_uint)},
    {CL_DEVICE_MAX_COMPUTE_UNITS, sizeof(cl_uint)},
    {CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, sizeof(cl_uint)},
    {CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof(size_t[3])},
    {CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof(size_t)},
    {CL_DEVICE_MAX_NUM_SUB_GROUPS, sizeof(cl_uint)},
    {CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, sizeof(cl_bool)},
    {CL_DEVICE_MAX_NAMED_BARRIER_COUNT_KHR, sizeof(cl_uint)},
    {CL_DEVICE_SUB_GROUP_SIZES_INTEL, sizeof(size_t[7])},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, sizeof(cl_uint)},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, sizeof(cl_uint)},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, sizeof(cl_uint)},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, sizeof(cl_uint)},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, sizeof(cl_uint)},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, sizeof(cl_uint)},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, sizeof(cl_uint)},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, sizeof(cl_uint)},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, sizeof(cl_uint)},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, sizeof(cl_uint)},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, sizeof(cl_uint)},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, sizeof(cl_uint)},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, sizeof(cl_uint)},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, sizeof(cl_uint)},
    {CL_DEVICE_MAX_CLOCK_FREQUENCY, sizeof(cl_uint)},
    {CL_DEVICE_ADDRESS_BITS, sizeof(cl_uint)},
    {CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof(cl_ulong)},
    {CL_DEVICE_IMAGE_SUPPORT, sizeof(cl_bool)},
    {CL_DEVICE_MAX_READ_IMAGE_ARGS, sizeof(cl_uint)},
    {CL_DEVICE_MAX_WRITE_IMAGE_ARGS, sizeof(cl_uint)},
    {CL_DEVICE_IMAGE2D_MAX_WIDTH, sizeof(size_t)},
    {CL_DEVICE_IMAGE2D_MAX_HEIGHT, sizeof(size_t)},
    {CL_DEVICE_IMAGE3D_MAX_WIDTH, sizeof(size_t)},
    {CL_DEVICE_IMAGE3D_MAX_HEIGHT, sizeof(size_t)},
    {CL_DEVICE_IMAGE3D_MAX_DEPTH, sizeof(size_t)},
    {CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, sizeof(size_t)},
    {CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, sizeof(size_t)},
    {CL_DEVICE_IMAGE_PITCH_ALIGNMENT, sizeof(cl_uint)},
    {CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, sizeof(cl_uint)},
    {CL_DEVICE_MAX_SAMPLERS, sizeof(cl_uint)},
    {CL_DEVICE_MAX_PARAMETER_SIZE, sizeof(size_t)},
    {CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof(cl_uint)},
    {CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, sizeof(cl_uint)},
    {CL_DEVICE_SINGLE_FP_CONFIG, sizeof(cl_device_fp_config)},
    {CL_DEVICE_DOUBLE_FP_CONFIG, sizeof(cl_device_fp_config)},
    {CL_DEVICE_HALF_FP_CONFIG, sizeof(cl_device_fp_config)},
    {CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, sizeof(cl_device_mem_cache_type)},
    {CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, sizeof(cl_uint)},
    {CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, sizeof(cl_ulong)},
    {CL_DEVICE_GLOBAL_MEM_SIZE, sizeof(cl_ulong)},
    {CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, sizeof(cl_ulong)},
    {CL_DEVICE_MAX_CONSTANT_ARGS, sizeof(cl_uint)},
    {CL_DEVICE_LOCAL_MEM_TYPE, sizeof(cl_device_local_mem_type)},
    {CL_DEVICE_LOCAL_MEM_SIZE, sizeof(cl_ulong)},
    {CL_DEVICE_ERROR_CORRECTION_SUPPORT, sizeof(cl_bool)},
    {CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof(cl_bool)},
    {CL_DEVICE_PROFILING_TIMER_RESOLUTION, sizeof(size_t)},
    {CL_DEVICE_ENDIAN_LITTLE, sizeof(cl_bool)},
    {CL_DEVICE_AVAILABLE, sizeof(cl_bool)},
    {CL_DEVICE_COMPILER_AVAILABLE, sizeof(cl_bool)},
    {CL_DEVICE_LINKER_AVAILABLE, sizeof(cl_bool)},
    {CL_DEVICE_EXECUTION_CAPABILITIES, sizeof(cl_device_exec_capabilities)},
    {CL_DEVICE_QUEUE_PROPERTIES, sizeof(cl_command_queue_properties)},
    {CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, sizeof(cl_command_queue_properties)},
    {CL_DEVICE_BUILT_IN_KERNELS, text},
    {CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, list},
    {CL_DEVICE_PLATFORM, handle},
    {CL_DEVICE_NAME, text},
    {CL_DEVICE_VENDOR, text},
    {CL_DRIVER_VERSION, text},
    {CL_DEVICE_PROFILE, text},
    {CL_DEVICE_VERSION, text},
    {CL_DEVICE_OPENCL_C_VERSION, text},
    {CL_DEVICE_EXTENSIONS, text},
    {CL_DEVICE_PRINTF_BUFFER_SIZE, sizeof(size_t)},
    {CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, sizeof(cl_bool)},
    {CL_DEVICE_PARENT_DEVICE, handle},
    {CL_DEVICE_PARTITION_MAX_SUB_DEVICES, sizeof(cl_uint)},
    {CL_DEVICE_PARTITION_PROPERTIES, list},
    {CL_DEVICE_PARTITION_AFFINITY_DOMAIN, sizeof(cl_device_affinity_domain)},
    {CL_DEVICE_PARTITION_TYPE, list},
    {CL_DEVICE_REFERENCE_COUNT, sizeof(cl_uint)},
    {CL_DEVICE_UUID_KHR, CL_UUID_SIZE_KHR},
    {CL_DRIVER_UUID_KHR, CL_UUID_SIZE_KHR},
    {CL_DEVICE_LUID_VALID_KHR, sizeof(cl_bool)},
    {CL_DEVICE_LUID_KHR, CL_LUID_SIZE_KHR},
    {CL_DEVICE_NODE_MASK_KHR, sizeof(cl_uint)},
    {CL_DEVICE_SVM_CAPABILITIES, sizeof(cl_device_svm_capabilities)},
    {CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, sizeof(cl_device_atomic_capabilities)},
    {CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, sizeof(cl_device_atomic_capabilities)},
    {CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, sizeof(cl_uint)},
    {CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, sizeof(cl_uint)},
    {CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, sizeof(cl_uint)},
    {CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof(size_t)},
    {CL_DEVICE_OPENCL_C_ALL_VERSIONS, sizeof(cl_name_version[6])},
    {CL_DEVICE_OPENCL_C_FEATURES, list},
    {CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, sizeof(cl_uint)},
    {CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, sizeof(size_t)},
    {CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, sizeof(size_t)},
    {CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, sizeof(cl_bool)},
    {CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, sizeof(cl_bool)},
    {CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, sizeof(cl_bool)},
    {CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, sizeof(cl_command_queue_properties)},
    {CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, sizeof(cl_uint)},
    {CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, sizeof(cl_uint)},
    {CL_DEVICE_MAX_ON_DEVICE_QUEUES, sizeof(cl_uint)},
    {CL_DEVICE_MAX_ON_DEVICE_EVENTS, sizeof(cl_uint)},
    {CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, sizeof(cl_device_device_enqueue_capabilities)},
    {CL_DEVICE_PIPE_SUPPORT, sizeof(cl_bool)},
    {CL_DEVICE_MAX_PIPE_ARGS, sizeof(cl_uint)},
    {CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, sizeof(cl_uint)},
    {CL_DEVICE_PIPE_MAX_PACKET_SIZE, sizeof(cl_uint)},
    {CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED, text},
    {CL_DEVICE_NUMERIC_VERSION, sizeof(cl_version)},
    {CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR, sizeof(cl_version)},
    {CL_DEVICE_EXTENSIONS_WITH_VERSION, list},
    {CL_DEVICE_IL_VERSION, text},
    {CL_DEVICE_ILS_WITH_VERSION, list},
    {CL_DEVICE_MAX_NUM_SUB_GROUPS, sizeof(cl_uint)},
    {CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, sizeof(cl_bool)},
    {CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT, sizeof(cl_device_fp_atomic_capabilities_ext)},
    {CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT, sizeof(cl_device_fp_atomic_capabilities_ext)},
    {CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT, sizeof(cl_device_fp_atomic_capabilities_ext)},
    {CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR,
     sizeof(cl_device_integer_dot_product_capabilities_khr)},
    {CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR, sizeof(cl_device_kernel_clock_capabilities_khr)},
    {CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR,
     sizeof(cl_device_integer_dot_product_acceleration_properties_khr)},
    {CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR,
     sizeof(cl_device_integer_dot_product_acceleration_properties_khr)},
    {CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR, list},
    {CL_DEVICE_SPIRV_EXTENSIONS_KHR, list},
    {CL_DEVICE_SPIRV_CAPABILITIES_KHR, list},
    {CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT, sizeof(cl_version)},
    {CL_DEVICE_IMAGE_HANDLE_SUPPORT_LANEWISE, sizeof(cl_bool)},
};

constexpr InfoQuery context_rows[] = {
    {CL_CONTEXT_REFERENCE_COUNT, sizeof(cl_uint)},
    {CL_CONTEXT_NUM_DEVICES, sizeof(cl_uint)},
    {CL_CONTEXT_DEVICES, handle},
    {CL_CONTEXT_PROPERTIES, list},
};

constexpr InfoQuery queue_rows[] = {
    {CL_QUEUE_CONTEXT, handle},
    {CL_QUEUE_DEVICE, handle},
    {CL_QUEUE_REFERENCE_COUNT, sizeof(cl_uint)},
    {CL_QUEUE_PROPERTIES, sizeof(cl_command_queue_properties)},
    {CL_QUEUE_PROPERTIES_ARRAY, list},
    {CL_QUEUE_DEVICE_DEFAULT, handle},
};

constexpr InfoQuery memory_rows[] = {
    {CL_MEM_TYPE, sizeof(cl_mem_object_type)},
    {CL_MEM_FLAGS, sizeof(cl_mem_flags)},
    {CL_MEM_SIZE, sizeof(size_t)},
    {CL_MEM_HOST_PTR, handle},
    {CL_MEM_MAP_COUNT, sizeof(cl_uint)},
    {CL_MEM_REFERENCE_COUNT, sizeof(cl_uint)},
    {CL_MEM_CONTEXT, handle},
    {CL_MEM_ASSOCIATED_MEMOBJECT, handle},
    {CL_MEM_OFFSET, sizeof(size_t)},
    {CL_MEM_USES_SVM_POINTER, sizeof(cl_bool)},
    {CL_MEM_PROPERTIES, list},
};

constexpr InfoQuery pipe_rows[] = {
    {CL_PIPE_PACKET_SIZE, sizeof(cl_uint)},
    {CL_PIPE_MAX_PACKETS, sizeof(cl_uint)},
    {CL_PIPE_PROPERTIES, list},
};

constexpr InfoQuery sampler_rows[] = {
    {CL_SAMPLER_REFERENCE_COUNT, sizeof(cl_uint)},
    {CL_SAMPLER_CONTEXT, handle},
    {CL_SAMPLER_NORMALIZED_COORDS, sizeof(cl_bool)},
    {CL_SAMPLER_ADDRESSING_MODE, sizeof(cl_addressing_mode)},
    {CL_SAMPLER_FILTER_MODE, sizeof(cl_filter_mode)},
    {CL_SAMPLER_PROPERTIES, list},
};

/// But for CL_PROGRAM_BINARIES, which takes places to write to.
constexpr InfoQuery program_rows[] = {
    {CL_PROGRAM_REFERENCE_COUNT, sizeof(cl_uint)},
    {CL_PROGRAM_CONTEXT, handle},
    {CL_PROGRAM_NUM_DEVICES, sizeof(cl_uint)},
    {CL_PROGRAM_DEVICES, handle},
    {CL_PROGRAM_SOURCE, text},
    {CL_PROGRAM_IL, list},
    {CL_PROGRAM_BINARY_SIZES, sizeof(size_t)},
    {CL_PROGRAM_NUM_KERNELS, sizeof(size_t)},
    {CL_PROGRAM_KERNEL_NAMES, text},
    {CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, sizeof(cl_bool)},
    {CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT, sizeof(cl_bool)},
};

constexpr InfoQuery build_rows[] = {
    {CL_PROGRAM_BUILD_STATUS, sizeof(cl_build_status)},
    {CL_PROGRAM_BUILD_OPTIONS, text},
    {CL_PROGRAM_BUILD_LOG, text},
    {CL_PROGRAM_BINARY_TYPE, sizeof(cl_program_binary_type)},
    {CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE, sizeof(size_t)},
};

constexpr InfoQuery kernel_rows[] = {
    {CL_KERNEL_FUNCTION_NAME, text}, {CL_KERNEL_NUM_ARGS, sizeof(cl_uint)},
    {CL_KERNEL_CONTEXT, handle},     {CL_KERNEL_REFERENCE_COUNT, sizeof(cl_uint)},
    {CL_KERNEL_PROGRAM, handle},     {CL_KERNEL_ATTRIBUTES, text},
};

/// But for CL_KERNEL_GLOBAL_WORK_SIZE, which is for built-in kernels only.
constexpr InfoQuery work_group_rows[] = {
    {CL_KERNEL_WORK_GROUP_SIZE, sizeof(size_t)},
    {CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof(size_t[3])},
    {CL_KERNEL_LOCAL_MEM_SIZE, sizeof(cl_ulong)},
    {CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof(size_t)},
    {CL_KERNEL_PRIVATE_MEM_SIZE, sizeof(cl_ulong)},
};

constexpr InfoQuery event_rows[] = {
    {CL_EVENT_COMMAND_QUEUE, handle},
    {CL_EVENT_CONTEXT, handle},
    {CL_EVENT_COMMAND_TYPE, sizeof(cl_command_type)},
    {CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(cl_int)},
    {CL_EVENT_REFERENCE_COUNT, sizeof(cl_uint)},
};

constexpr InfoQuery profiling_rows[] = {
    {CL_PROFILING_COMMAND_QUEUED, sizeof(cl_ulong)},
    {CL_PROFILING_COMMAND_SUBMIT, sizeof(cl_ulong)},
    {CL_PROFILING_COMMAND_START, sizeof(cl_ulong)},
    {CL_PROFILING_COMMAND_END, sizeof(cl_ulong)},
    {CL_PROFILING_COMMAND_COMPLETE, sizeof(cl_ulong)},
};

template <typename Query, size_t N> void walk(Query&& query, const InfoQuery (&rows)[N]) {
  for (const InfoQuery& row : rows) {
    if (row.size == text) {
      query_text(query, row.name);
      continue;
    }
    const auto value = check_query(query, row.name);
    EXPECT_TRUE(row.size == list || value.size() == row.size) << std::hex << row.name;
  }
  check_unknown_name(query);
}

} // namespace

class Queries : public ClBinaryTest {};

TEST_F(Queries, PlatformAndDevices) {
  walk([&](auto... args) { return clGetPlatformInfo(platform, args...); }, platform_rows);
  walk(query_of(device), device_rows);
  if (units_of(device) > 1) {
    const auto parts = sub_devices(device, {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
    walk(query_of(parts[0]), device_rows);
  }
}

TEST_F(Queries, ContextAndQueues) {
  walk([&](auto... args) { return clGetContextInfo(context, args...); }, context_rows);
  const Owned<cl_command_queue> other = out_of_order_queue();
  for (const cl_command_queue each : {cl_command_queue(queue), cl_command_queue(other)}) {
    walk([&](auto... args) { return clGetCommandQueueInfo(each, args...); }, queue_rows);
  }
}

TEST_F(Queries, MemoryObjects) {
  const Owned<cl_mem> buffer = make_buffer(2 * base_alignment());
  const cl_buffer_region region = {base_alignment(), 64};
  const Owned<cl_mem> part =
      clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr);
  for (const cl_mem each : {cl_mem(buffer), cl_mem(part)}) {
    walk([&](auto... args) { return clGetMemObjectInfo(each, args...); }, memory_rows);
  }
}

TEST_F(Queries, PipesAndSamplers) {
  cl_int error = 1;
  const Owned<cl_mem> pipe = clCreatePipe(context, 0, 4, 16, nullptr, &error);
  if (error != CL_INVALID_OPERATION) { // the device has pipes
    ASSERT_EQ(error, CL_SUCCESS);
    walk([&](auto... args) { return clGetMemObjectInfo(pipe, args...); }, memory_rows);
    walk([&](auto... args) { return clGetPipeInfo(pipe, args...); }, pipe_rows);
  }
  const Owned<cl_sampler> sampler = clCreateSamplerWithProperties(context, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  walk([&](auto... args) { return clGetSamplerInfo(sampler, args...); }, sampler_rows);
}

TEST_F(Queries, ProgramsAndKernels) {
  binary::Program contents = test_kernels::program();
  auto& arguments = contents.kernels[2].arguments;
  for (auto& argument : arguments) {
    argument.type_name = "some*";
    argument.name = "argument";
  }
  const Owned<cl_program> program = build(contents);
  walk([&](auto... args) { return clGetProgramInfo(program, args...); }, program_rows);
  walk([&](auto... args) { return clGetProgramBuildInfo(program, device, args...); }, build_rows);
  const auto binaries = [&](size_t size, void* value, size_t* size_ret) {
    return clGetProgramInfo(program, CL_PROGRAM_BINARIES, size, value, size_ret);
  };
  size_t size = 0;
  EXPECT_EQ(binaries(0, nullptr, &size), CL_SUCCESS);
  EXPECT_EQ(size, sizeof(unsigned char*));
  unsigned char* nowhere = nullptr;
  EXPECT_EQ(binaries(sizeof nowhere, &nowhere, &size), CL_SUCCESS);
  EXPECT_EQ(binaries(sizeof nowhere - 1, &nowhere, nullptr), CL_INVALID_VALUE);

  const Owned<cl_kernel> kernel = kernel_of(program, contents.kernels[2].name.c_str());
  walk([&](auto... args) { return clGetKernelInfo(kernel, args...); }, kernel_rows);
  for (cl_uint i = 0; i < arguments.size(); ++i) {
    // Only programs of source tell (source/cl/test/kernel/kernels/kernel.cpp).
    EXPECT_EQ(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr),
              CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
  }
  for (const cl_device_id each : {device, cl_device_id(nullptr)}) {
    walk([&](auto... args) { return clGetKernelWorkGroupInfo(kernel, each, args...); },
         work_group_rows);
    size_t sizes[3];
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, each, CL_KERNEL_GLOBAL_WORK_SIZE, sizeof sizes,
                                       sizes, nullptr),
              CL_INVALID_VALUE);
  }
}

TEST_F(Queries, KernelsOfSeveralDevices) {
  if (units_of(device) < 2) {
    GTEST_SKIP() << "one compute unit cannot be parted";
  }
  const auto parts = sub_devices(device, {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
  const cl_device_id both[] = {parts[0], parts[1]};
  const Owned<cl_context> of_both = clCreateContext(nullptr, 2, both, nullptr, nullptr, nullptr);
  const auto data = binary::write(test_kernels::program());
  const unsigned char* places[] = {data.data(), data.data()};
  const size_t sizes[] = {data.size(), data.size()};
  cl_int error = 1;
  const Owned<cl_program> program =
      clCreateProgramWithBinary(of_both, 2, both, sizes, places, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  const Owned<cl_kernel> kernel = kernel_of(program, "nothing");
  for (const cl_device_id each : both) {
    walk([&](auto... args) { return clGetKernelWorkGroupInfo(kernel, each, args...); },
         work_group_rows);
  }
  size_t value = 0;
  const auto ask = [&](cl_device_id which) {
    return clGetKernelWorkGroupInfo(kernel, which, CL_KERNEL_WORK_GROUP_SIZE, sizeof value, &value,
                                    nullptr);
  };
  EXPECT_EQ(ask(nullptr), CL_INVALID_DEVICE); // which of them?
  EXPECT_EQ(ask(device), CL_INVALID_DEVICE);  // not the program's
  for (const cl_device_id wrong : {cl_device_id(nullptr), device}) {
    EXPECT_EQ(clGetKernelSubGroupInfo(kernel, wrong, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr,
                                      sizeof value, &value, nullptr),
              CL_INVALID_DEVICE);
  }
  EXPECT_EQ(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, nullptr),
            CL_INVALID_DEVICE);
  const cl_device_id other = device;
  EXPECT_EQ(clBuildProgram(program, 1, &other, "", nullptr, nullptr), CL_INVALID_DEVICE);
  // A kernel of a program that was built for one of them only.
  const Owned<cl_program> half =
      clCreateProgramWithBinary(of_both, 2, both, sizes, places, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(half, 1, both, "", nullptr, nullptr), CL_SUCCESS);
  const Owned<cl_kernel> on_first = kernel_of(half, "nothing");
  const auto most_sub_groups = [&](cl_device_id which) {
    return clGetKernelSubGroupInfo(on_first, which, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr,
                                   sizeof value, &value, nullptr);
  };
  EXPECT_EQ(most_sub_groups(both[0]), CL_SUCCESS);
  EXPECT_EQ(most_sub_groups(both[1]), CL_INVALID_DEVICE);
  const Owned<cl_command_queue> second = clCreateCommandQueue(of_both, both[1], 0, nullptr);
  const size_t one = 1;
  EXPECT_EQ(
      clEnqueueNDRangeKernel(second, on_first, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
      CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(clGetKernelSuggestedLocalWorkSize(second, on_first, 1, nullptr, &one, &value),
            CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_F(Queries, Events) {
  const Owned<cl_command_queue> profiled = make_queue(CL_QUEUE_PROFILING_ENABLE);
  const Owned<cl_event> user = make_user_event();
  Owned<cl_event> command;
  ASSERT_EQ(clEnqueueMarker(profiled, &command), CL_SUCCESS);
  ASSERT_EQ(clFinish(profiled), CL_SUCCESS);
  for (const cl_event each : {cl_event(user), cl_event(command)}) {
    walk([&](auto... args) { return clGetEventInfo(each, args...); }, event_rows);
  }
  walk([&](auto... args) { return clGetEventProfilingInfo(command, args...); }, profiling_rows);
}

TEST_F(Queries, EventsWithoutTimes) {
  const Owned<cl_command_queue> profiled = make_queue(CL_QUEUE_PROFILING_ENABLE);
  const Owned<cl_event> gate = make_user_event();
  const cl_event first[] = {gate};
  Owned<cl_event> waits, not_profiled;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(profiled, 1, first, &waits), CL_SUCCESS);
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &not_profiled), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  cl_ulong time = 0;
  for (const InfoQuery& row : profiling_rows) {
    for (const cl_event each : {cl_event(gate), cl_event(waits), cl_event(not_profiled)}) {
      EXPECT_EQ(clGetEventProfilingInfo(each, row.name, sizeof time, &time, nullptr),
                CL_PROFILING_INFO_NOT_AVAILABLE)
          << std::hex << row.name;
    }
  }
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clFinish(profiled), CL_SUCCESS);
}
