// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "query.h"

#include "binary/container.h"

#include <CL/cl_icd.h>
#include <array>
#include <regex>

class Device : public ClTest {};

TEST_F(Device, Ids) {
  cl_uint count = 0;
  ASSERT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count), CL_SUCCESS);
  EXPECT_GE(count, 1u);
  cl_device_id found = nullptr;
  EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_DEFAULT, 1, &found, nullptr), CL_SUCCESS);
  EXPECT_EQ(found, device);
  EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &found, nullptr), CL_SUCCESS);
  EXPECT_EQ(clGetDeviceIDs(nullptr, CL_DEVICE_TYPE_CPU, 1, &found, nullptr), CL_SUCCESS);

  EXPECT_EQ(clGetDeviceIDs(reinterpret_cast<cl_platform_id>(device), CL_DEVICE_TYPE_ALL, 1, &found,
                           nullptr),
            CL_INVALID_PLATFORM);
  EXPECT_EQ(clGetDeviceIDs(platform, 0, 1, &found, nullptr), CL_INVALID_DEVICE_TYPE);
  EXPECT_EQ(clGetDeviceIDs(platform, 1 << 20, 1, &found, nullptr), CL_INVALID_DEVICE_TYPE);
  EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, &found, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ACCELERATOR, 0, nullptr, &count),
            CL_DEVICE_NOT_FOUND);
  EXPECT_EQ(count, 0u);
}

TEST_F(Device, InfoValues) {
  const auto query = [&](auto... args) { return clGetDeviceInfo(device, args...); };
  EXPECT_EQ(query_as<cl_device_type>(query, CL_DEVICE_TYPE), cl_device_type(CL_DEVICE_TYPE_CPU));
  EXPECT_EQ(query_as<cl_platform_id>(query, CL_DEVICE_PLATFORM), platform);
  EXPECT_EQ(query_as<cl_device_id>(query, CL_DEVICE_PARENT_DEVICE), nullptr);
  EXPECT_EQ(query_as<cl_uint>(query, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS), 3u);
  struct Sizes {
    size_t size[3];
  };
  EXPECT_GE(query_as<Sizes>(query, CL_DEVICE_MAX_WORK_ITEM_SIZES).size[0], 1u);
  EXPECT_GE(query_as<size_t>(query, CL_DEVICE_MAX_WORK_GROUP_SIZE), 1u);
  EXPECT_EQ(query_as<cl_uint>(query, CL_DEVICE_ADDRESS_BITS), 8 * sizeof(void*));
  EXPECT_EQ(query_as<cl_bool>(query, CL_DEVICE_IMAGE_SUPPORT), cl_bool(CL_TRUE));
  EXPECT_EQ(query_as<cl_bool>(query, CL_DEVICE_COMPILER_AVAILABLE),
            query_as<cl_bool>(query, CL_DEVICE_LINKER_AVAILABLE)); // one library is both
  EXPECT_EQ(query_as<cl_bool>(query, CL_DEVICE_AVAILABLE), cl_bool(CL_TRUE));
  EXPECT_EQ(query_as<cl_bool>(query, CL_DEVICE_ENDIAN_LITTLE), cl_bool(CL_TRUE));
  EXPECT_EQ(query_as<cl_bool>(query, CL_DEVICE_ERROR_CORRECTION_SUPPORT), cl_bool(CL_FALSE));
  EXPECT_EQ(query_as<cl_bool>(query, CL_DEVICE_HOST_UNIFIED_MEMORY), cl_bool(CL_TRUE));
  EXPECT_EQ(query_as<cl_bool>(query, CL_DEVICE_PREFERRED_INTEROP_USER_SYNC), cl_bool(CL_TRUE));
  EXPECT_GE(query_as<size_t>(query, CL_DEVICE_PRINTF_BUFFER_SIZE), size_t(1) << 20);
  EXPECT_GE(query_as<size_t>(query, CL_DEVICE_MAX_PARAMETER_SIZE), 1024u);
  EXPECT_GE(query_as<cl_uint>(query, CL_DEVICE_MEM_BASE_ADDR_ALIGN), 1024u); // bits of long16
  EXPECT_EQ(query_as<cl_uint>(query, CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE), 128u);
  EXPECT_GE(query_as<cl_ulong>(query, CL_DEVICE_LOCAL_MEM_SIZE), 32u * 1024);
  EXPECT_GE(query_as<cl_ulong>(query, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE), 64u * 1024);
  EXPECT_GE(query_as<cl_uint>(query, CL_DEVICE_MAX_CONSTANT_ARGS), 8u);
  const auto memory = query_as<cl_ulong>(query, CL_DEVICE_GLOBAL_MEM_SIZE);
  const auto largest = query_as<cl_ulong>(query, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  EXPECT_GE(largest, std::min(memory, std::max<cl_ulong>(memory / 4, 128 << 20)));
  EXPECT_LE(largest, memory);
}

TEST_F(Device, FloatingPoint) {
  const auto query = [&](auto... args) { return clGetDeviceInfo(device, args...); };
  const cl_device_fp_config least = CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN;
  EXPECT_EQ(query_as<cl_device_fp_config>(query, CL_DEVICE_SINGLE_FP_CONFIG) & least, least);
  const cl_device_fp_config full =
      least | CL_FP_FMA | CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_DENORM;
  EXPECT_EQ(query_as<cl_device_fp_config>(query, CL_DEVICE_DOUBLE_FP_CONFIG) & full, full);
  query_as<cl_device_fp_config>(query, CL_DEVICE_HALF_FP_CONFIG);
  EXPECT_NE(query_as<cl_device_exec_capabilities>(query, CL_DEVICE_EXECUTION_CAPABILITIES) &
                CL_EXEC_KERNEL,
            0u);
  const auto properties = query_as<cl_command_queue_properties>(query, CL_DEVICE_QUEUE_PROPERTIES);
  EXPECT_NE(properties & CL_QUEUE_PROFILING_ENABLE, 0u);
}

TEST_F(Device, Texts) {
  const auto query = [&](auto... args) { return clGetDeviceInfo(device, args...); };
  EXPECT_FALSE(query_text(query, CL_DEVICE_NAME).empty());
  EXPECT_FALSE(query_text(query, CL_DEVICE_VENDOR).empty());
  const std::string version = query_text(query, CL_DRIVER_VERSION);
  EXPECT_TRUE(std::regex_match(
      version, std::regex(R"(\d+\.\d+\.\d+\.)" + std::to_string(binary::format_version))))
      << version;
  EXPECT_LE(query_as<cl_uint>(query, CL_DEVICE_VENDOR_ID), 0xFFFFu) << "a PCI vendor ID";
  EXPECT_EQ(query_text(query, CL_DEVICE_PROFILE), "FULL_PROFILE");
  EXPECT_EQ(query_text(query, CL_DEVICE_VERSION).rfind("OpenCL 3.1 Lanewise", 0), 0u);
  // Both strings end in a space and what the vendor likes to add.
  EXPECT_EQ(query_text(query, CL_DEVICE_OPENCL_C_VERSION).rfind("OpenCL C 3.1 ", 0), 0u);
  EXPECT_EQ(query_text(query, CL_DEVICE_BUILT_IN_KERNELS), "");
  const std::string extensions = " " + query_text(query, CL_DEVICE_EXTENSIONS) + " ";
  for (const char* name :
       {"cl_khr_byte_addressable_store", "cl_khr_global_int32_base_atomics",
        "cl_khr_global_int32_extended_atomics", "cl_khr_local_int32_base_atomics",
        "cl_khr_local_int32_extended_atomics"}) { // required of every OpenCL 1.2 device
    EXPECT_NE(extensions.find(" " + std::string(name) + " "), std::string::npos) << name;
  }
  for (const char* name :
       {"cl_khr_device_uuid", "cl_khr_extended_bit_ops", "cl_khr_integer_dot_product",
        "cl_khr_spirv_queries", "cl_khr_subgroup_extended_types", "cl_khr_subgroup_rotate",
        "cl_khr_subgroup_shuffle", "cl_khr_subgroup_shuffle_relative",
        "cl_khr_suggested_local_work_size"}) { // required of every OpenCL 3.1 device
    EXPECT_NE(extensions.find(" " + std::string(name) + " "), std::string::npos) << name;
  }
  for (const char* name :
       {"cl_khr_fp64", "cl_khr_int64_base_atomics", "cl_khr_int64_extended_atomics",
        "cl_khr_extended_async_copies", "cl_khr_async_work_group_copy_fence", "cl_khr_kernel_clock",
        "cl_khr_subgroups", "cl_khr_subgroup_named_barrier"}) { // what a CPU has besides
    EXPECT_NE(extensions.find(" " + std::string(name) + " "), std::string::npos) << name;
  }
  EXPECT_LT(query_text(query, CL_DEVICE_EXTENSIONS).size(), 2048u) << "what programs have for it";
  EXPECT_EQ(extensions.find("cl_khr_spir "), std::string::npos); // SPIR 1.2 is refused
  EXPECT_EQ(extensions.find("pci"), std::string::npos);          // a CPU is on no PCI bus
  EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_PCI_BUS_INFO_KHR, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
}

TEST_F(Device, Attributes) { // cl_intel_device_attribute_query
  const auto query = [&](auto... args) { return clGetDeviceInfo(device, args...); };
  const std::string extensions = query_text(query, CL_DEVICE_EXTENSIONS);
  if (extensions.find("cl_intel_device_attribute_query") == std::string::npos) {
    EXPECT_EQ(query(CL_DEVICE_IP_VERSION_INTEL, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(query(CL_DEVICE_NUM_SLICES_INTEL, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(query(CL_DEVICE_NUM_EUS_PER_SUB_SLICE_INTEL, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(query(CL_DEVICE_FEATURE_CAPABILITIES_INTEL, 0, nullptr, nullptr), CL_INVALID_VALUE);
    return;
  }
  EXPECT_EQ(query_as<cl_uint>(query, CL_DEVICE_IP_VERSION_INTEL), 8u) << "DPC++'s number";
  EXPECT_NE(query_as<cl_uint>(query, CL_DEVICE_ID_INTEL), 0u);
  cl_uint threads = 1; // of the device
  for (const cl_device_info name :
       {CL_DEVICE_NUM_SLICES_INTEL, CL_DEVICE_NUM_SUB_SLICES_PER_SLICE_INTEL,
        CL_DEVICE_NUM_EUS_PER_SUB_SLICE_INTEL, CL_DEVICE_NUM_THREADS_PER_EU_INTEL}) {
    threads *= query_as<cl_uint>(query, name);
  }
  EXPECT_EQ(threads, query_as<cl_uint>(query, CL_DEVICE_MAX_COMPUTE_UNITS));
  EXPECT_EQ(
      query_as<cl_device_feature_capabilities_intel>(query, CL_DEVICE_FEATURE_CAPABILITIES_INTEL),
      0u);
}

TEST_F(Device, Uuids) { // cl_khr_device_uuid
  using Uuid = std::array<cl_uchar, CL_UUID_SIZE_KHR>;
  const auto query = [&](auto... args) { return clGetDeviceInfo(device, args...); };
  const auto mine = query_as<Uuid>(query, CL_DEVICE_UUID_KHR);
  const auto drivers = query_as<Uuid>(query, CL_DRIVER_UUID_KHR);
  EXPECT_NE(mine, drivers);
  for (const Uuid& uuid : {mine, drivers}) {
    EXPECT_EQ(uuid[6] >> 4, 8); // version and variant
    EXPECT_EQ(uuid[8] >> 6, 2);
  }
  EXPECT_EQ(query_as<cl_bool>(query, CL_DEVICE_LUID_VALID_KHR), cl_bool(CL_FALSE));
  check_query(query, CL_DEVICE_LUID_KHR);
  EXPECT_EQ(query_as<cl_uint>(query, CL_DEVICE_NODE_MASK_KHR), 0u);
  // The same in another process: this test again, as a death test's child.
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  std::string expected;
  for (const cl_uchar byte : mine) {
    expected += std::to_string(byte) + ",";
  }
  const auto print = [&] {
    for (const cl_uchar byte : query_as<Uuid>(query, CL_DEVICE_UUID_KHR)) {
      std::fprintf(stderr, "%d,", byte);
    }
    std::exit(7);
  };
  EXPECT_EXIT(print(), ::testing::ExitedWithCode(7), expected);
}

TEST_F(Device, Handles) {
  EXPECT_EQ(clRetainDevice(device), CL_SUCCESS);
  EXPECT_EQ(clReleaseDevice(device), CL_SUCCESS);
  EXPECT_EQ(clReleaseDevice(device), CL_SUCCESS); // root devices are not counted
  const auto wrong = reinterpret_cast<cl_device_id>(platform);
  for (const cl_device_id bad : {cl_device_id(nullptr), wrong}) {
    EXPECT_EQ(clRetainDevice(bad), CL_INVALID_DEVICE);
    EXPECT_EQ(clReleaseDevice(bad), CL_INVALID_DEVICE);
    EXPECT_EQ(clGetDeviceInfo(bad, CL_DEVICE_NAME, 0, nullptr, nullptr), CL_INVALID_DEVICE);
    EXPECT_EQ(clCreateSubDevices(bad, nullptr, 0, nullptr, nullptr), CL_INVALID_DEVICE);
  }
}

TEST_F(Device, DispatchTableHasNoHoles) {
  const auto* table = *reinterpret_cast<const cl_icd_dispatch* const*>(device);
  const auto* entries = reinterpret_cast<void* const*>(table);
  const size_t last = offsetof(cl_icd_dispatch, clGetExtensionFunctionAddressForPlatform);
  for (size_t i = 0; i * sizeof(void*) <= last; ++i) {
    const size_t at = i * sizeof(void*);
    const bool direct3d = at >= offsetof(cl_icd_dispatch, clGetDeviceIDsFromD3D10KHR) &&
                          at <= offsetof(cl_icd_dispatch, clEnqueueReleaseD3D10ObjectsKHR);
    EXPECT_TRUE(direct3d || entries[i]) << i;
  }
  EXPECT_TRUE(entries[sizeof(cl_icd_dispatch) / sizeof(void*)]) << "of OpenCL 3.1";
  cl_int error = 0;
  EXPECT_FALSE(table->clCreateFromGLBuffer(context, 0, 0, &error));
  EXPECT_EQ(error, CL_INVALID_OPERATION);
}
