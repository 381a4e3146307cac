// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetKernelSubGroupInfo without a compiler: of kernels of which the container says how large
// their sub-groups are. That kernels see the same is tested in source/kernel_test.
#include "binary_fixture.h"

class KernelSubGroups : public ClBinaryTest {
protected:
  /// The kernel "nothing" with sub-groups of `size`.
  Owned<cl_kernel> with_size(uint64_t size, std::array<uint64_t, 3> required = {}) {
    binary::Program contents = test_kernels::program();
    for (binary::Kernel& kernel : contents.kernels) {
      if (kernel.name == "nothing") {
        kernel.sub_group_sizes = {size};
        kernel.required_local_size = required;
        kernel.required_sub_group_size = required[0] != 0 ? size : 0;
      }
    }
    return kernel_of(build(contents), "nothing");
  }

  size_t ask(cl_kernel kernel, cl_kernel_sub_group_info name, const std::vector<size_t>& input) {
    size_t value = ~size_t(0), size = 0;
    EXPECT_EQ(clGetKernelSubGroupInfo(kernel, device, name, input.size() * sizeof(size_t),
                                      input.data(), sizeof value, &value, &size),
              CL_SUCCESS);
    EXPECT_EQ(size, sizeof value);
    return value;
  }

  cl_int launch(cl_kernel kernel, const std::vector<size_t>& global,
                const std::vector<size_t>& local = {}) {
    return clEnqueueNDRangeKernel(queue, kernel, cl_uint(global.size()), nullptr, global.data(),
                                  local.empty() ? nullptr : local.data(), 0, nullptr, nullptr);
  }

  std::vector<size_t> local_size(cl_kernel kernel, size_t count, size_t dimensions = 3) {
    std::vector<size_t> value(dimensions, 7);
    EXPECT_EQ(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT,
                                      sizeof count, &count, dimensions * sizeof(size_t),
                                      value.data(), nullptr),
              CL_SUCCESS);
    return value;
  }
};

TEST_F(KernelSubGroups, SizesAndCounts) {
  const Owned<cl_kernel> k = with_size(16);
  using Sizes = std::vector<size_t>;
  EXPECT_EQ(ask(k, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {64}), 16u);
  EXPECT_EQ(ask(k, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {3, 2}), 16u);
  EXPECT_EQ(ask(k, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, {64}), 4u);
  EXPECT_EQ(ask(k, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, {3, 5, 3}), 3u);
  EXPECT_EQ(ask(k, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, {}), 0u);
  EXPECT_EQ(ask(k, CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, {}), 0u);
  const size_t most = ask(k, CL_KERNEL_MAX_NUM_SUB_GROUPS, {});
  EXPECT_EQ(local_size(k, most), (Sizes{16 * most, 1, 1}));
  EXPECT_EQ(local_size(k, 3, 1), (Sizes{48}));
  EXPECT_EQ(local_size(k, 3, 2), (Sizes{48, 1}));
  EXPECT_EQ(local_size(k, most + 1), (Sizes{0, 0, 0}));
  EXPECT_EQ(local_size(k, 0), (Sizes{0, 0, 0}));
}

TEST_F(KernelSubGroups, OfARequiredSize) {
  const Owned<cl_kernel> row = with_size(8, {20, 1, 1}), rows = with_size(8, {8, 2, 1});
  EXPECT_EQ(ask(row, CL_KERNEL_MAX_NUM_SUB_GROUPS, {}), 3u);
  EXPECT_EQ(ask(row, CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, {}), 8u);
  EXPECT_EQ(local_size(row, 3), (std::vector<size_t>{0, 0, 0})) << "the last one is not full";
  EXPECT_EQ(ask(rows, CL_KERNEL_MAX_NUM_SUB_GROUPS, {}), 2u);
  EXPECT_EQ(local_size(rows, 2), (std::vector<size_t>{0, 0, 0})) << "it has two dimensions";
}

/// SubgroupsPerWorkgroup of SPIR-V.
TEST_F(KernelSubGroups, OfARequiredCount) {
  const auto with_count = [&](uint64_t count, uint8_t non_uniform,
                              std::array<uint64_t, 3> required = {}) {
    binary::Program contents = test_kernels::program();
    for (binary::Kernel& kernel : contents.kernels) {
      if (kernel.name == "nothing") {
        kernel.sub_group_sizes = {8};
        kernel.required_sub_group_count = count;
        kernel.required_local_size = required;
        kernel.non_uniform = non_uniform;
      }
    }
    return kernel_of(build(contents), "nothing");
  };
  const Owned<cl_kernel> k = with_count(3, 0);
  EXPECT_EQ(ask(k, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, {}), 3u);
  EXPECT_EQ(launch(k, {240}, {24}), CL_SUCCESS);
  EXPECT_EQ(launch(k, {170}, {17}), CL_SUCCESS);
  EXPECT_EQ(launch(k, {40, 6}, {5, 4}), CL_INVALID_WORK_GROUP_SIZE) << "it does not divide 6";
  EXPECT_EQ(launch(k, {40, 8}, {5, 4}), CL_SUCCESS);
  EXPECT_EQ(launch(k, {160}, {16}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(launch(k, {250}, {25}), CL_INVALID_WORK_GROUP_SIZE);
  const auto suggest = reinterpret_cast<clGetKernelSuggestedLocalWorkSizeKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(platform, "clGetKernelSuggestedLocalWorkSizeKHR"));
  const auto suggested = [&](cl_kernel kernel, size_t global) {
    size_t local = 0;
    const cl_int error = suggest(queue, kernel, 1, nullptr, &global, &local);
    EXPECT_EQ(launch(kernel, {global}), error) << global;
    return error == CL_INVALID_WORK_GROUP_SIZE ? 0 : local;
  };
  EXPECT_EQ(suggested(k, 240), 24u);
  EXPECT_EQ(suggested(k, 40), 20u);
  EXPECT_EQ(suggested(k, 32), 0u);
  EXPECT_EQ(suggested(k, 8), 0u);
  EXPECT_EQ(suggested(with_count(3, 1), 40), 24u);
  EXPECT_EQ(suggested(with_count(size_t(1) << 20, 1), 40), 0u) << "more than a group may have";
  EXPECT_EQ(suggested(with_count(2, 0, {16, 1, 1}), 32), 16u);
  EXPECT_EQ(suggested(with_count(3, 0, {16, 1, 1}), 32), 0u) << "which is two";
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

/// A container may name a sub-group size of 0.
TEST_F(KernelSubGroups, SizeZero) {
  EXPECT_EQ(ask(with_size(0), CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, {6}), 6u);
}

TEST_F(KernelSubGroups, TheExtensionsFunction) {
  const auto function = reinterpret_cast<decltype(&clGetKernelSubGroupInfo)>(
      clGetExtensionFunctionAddressForPlatform(platform, "clGetKernelSubGroupInfoKHR"));
  ASSERT_TRUE(function);
  const Owned<cl_kernel> k = with_size(4);
  const size_t local = 8;
  size_t count = 0;
  EXPECT_EQ(function(k, nullptr, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE_KHR, sizeof local, &local,
                     sizeof count, &count, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(count, 2u);
}

TEST_F(KernelSubGroups, Errors) {
  const Owned<cl_kernel> k = with_size(4);
  const size_t input[4] = {8, 1, 1, 1};
  size_t value[3] = {};
  const struct {
    cl_uint name;
    size_t input_size;
    const void* input;
    size_t size;
  } cases[] = {
      {CL_KERNEL_WORK_GROUP_SIZE, 8, input, 8},
      {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, 8, nullptr, 8},
      {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, 0, input, 8},
      {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, 7, input, 8},
      {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, 32, input, 8},
      {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, 8, input, 7},
      {CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, 8, nullptr, 8},
      {CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, 12, input, 8},
      {CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, 8, nullptr, 8},
      {CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, 16, input, 8},
      {CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, 8, input, 7},
      {CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, 7},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(
        clGetKernelSubGroupInfo(k, device, c.name, c.input_size, c.input, c.size, value, nullptr),
        CL_INVALID_VALUE)
        << c.name << ", " << c.input_size << ", " << c.size;
  }
  EXPECT_EQ(clGetKernelSubGroupInfo(k, reinterpret_cast<cl_device_id>(platform),
                                    CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, 8, value, nullptr),
            CL_INVALID_DEVICE);
}
