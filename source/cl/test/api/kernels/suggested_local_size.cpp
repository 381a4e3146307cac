// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetKernelSuggestedLocalWorkSizeKHR (cl_khr_suggested_local_work_size).
#include "binary_fixture.h"

#include "host/kernel_abi.h"

class SuggestedLocalSize : public ClBinaryTest {
protected:
  void SetUp() override {
    ClBinaryTest::SetUp();
    suggest_function = reinterpret_cast<clGetKernelSuggestedLocalWorkSizeKHR_fn>(
        clGetExtensionFunctionAddressForPlatform(platform, "clGetKernelSuggestedLocalWorkSizeKHR"));
    ASSERT_TRUE(suggest_function);
  }
  cl_int suggest(cl_kernel kernel, cl_uint dimensions, const size_t* offset, const size_t* global) {
    return suggest_function(queue, kernel, dimensions, offset, global, local);
  }
  clGetKernelSuggestedLocalWorkSizeKHR_fn suggest_function = nullptr;
  size_t local[3] = {99, 99, 99};
};

TEST_F(SuggestedLocalSize, IsThatOfALaunchWithoutOne) {
  const Owned<cl_kernel> k = kernel("copy_schedule");
  const Owned<cl_mem> buffer = make_buffer(sizeof(host::schedule));
  set(k, 0, buffer);
  const size_t offset[] = {3, 0, 7};
  const size_t globals[][3] = {{1, 1, 1}, {4096, 1, 1}, {12, 10, 6}, {17, 1, 1}, {100, 3, 1}};
  for (const auto& global : globals) {
    for (cl_uint dimensions = 1; dimensions <= 3; ++dimensions) {
      std::fill_n(local, 3, 99);
      ASSERT_EQ(suggest(k, dimensions, offset, global), CL_SUCCESS);
      ASSERT_EQ(clEnqueueNDRangeKernel(queue, k, dimensions, offset, global, nullptr, 0, nullptr,
                                       nullptr),
                CL_SUCCESS);
      const auto seen = contents<host::schedule>(buffer, 1)[0];
      for (cl_uint i = 0; i < 3; ++i) {
        EXPECT_EQ(local[i], i < dimensions ? seen.enqueued_local_size[i] : 99) << i;
      }
    }
  }
}

TEST_F(SuggestedLocalSize, IsTheRequiredOneIfThereIsOne) {
  const Owned<cl_kernel> k = kernel("required_size"); // 4 x 2 x 1
  const Owned<cl_mem> buffer = make_buffer(4096);
  set(k, 0, buffer);
  const size_t global[] = {8, 6, 3};
  ASSERT_EQ(suggest(k, 3, nullptr, global), CL_SUCCESS);
  EXPECT_EQ(local[0], 4u);
  EXPECT_EQ(local[1], 2u);
  EXPECT_EQ(local[2], 1u);
}

TEST_F(SuggestedLocalSize, Errors) {
  const Owned<cl_program> program = build();
  const Owned<cl_kernel> nothing = kernel_of(program, "nothing");
  const Owned<cl_kernel> unset = kernel_of(program, "count_visits");
  const size_t size[] = {4, 4, 4};
  const size_t empty[] = {4, 0, 4};
  const size_t far[] = {~size_t(0), 0, 0};
  EXPECT_EQ(suggest_function(nullptr, nothing, 1, nullptr, size, local), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(suggest(nullptr, 1, nullptr, size), CL_INVALID_KERNEL);
  EXPECT_EQ(suggest(stale(kernel_of(program, "nothing")), 1, nullptr, size), CL_INVALID_KERNEL);
  const Owned<cl_context> other = make_context();
  const Owned<cl_command_queue> foreign = clCreateCommandQueue(other, device, 0, nullptr);
  EXPECT_EQ(suggest_function(foreign, nothing, 1, nullptr, size, local), CL_INVALID_CONTEXT);
  EXPECT_EQ(suggest(unset, 1, nullptr, size), CL_INVALID_KERNEL_ARGS);
  EXPECT_EQ(suggest(nothing, 0, nullptr, size), CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(suggest(nothing, 4, nullptr, size), CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(suggest(nothing, 1, far, size), CL_INVALID_GLOBAL_OFFSET);
  EXPECT_EQ(suggest(nothing, 1, nullptr, nullptr), CL_INVALID_GLOBAL_WORK_SIZE);
  EXPECT_EQ(suggest(nothing, 2, nullptr, empty), CL_INVALID_GLOBAL_WORK_SIZE);
  EXPECT_EQ(suggest_function(queue, nothing, 1, nullptr, size, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(local[0], 99u); // untouched by all of them
}
