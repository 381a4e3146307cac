// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_intel_concurrent_dispatch: the query, the kernel's dispatch type, and what launches check.
#include "binary_fixture.h"
#include "sub_device_fixture.h"

class ConcurrentDispatchCalls : public ClBinaryTest {
protected:
  static cl_int set_type(cl_kernel kernel, cl_uint type, size_t size = sizeof(cl_uint)) {
    return clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL, size, &type);
  }
  cl_int count_groups(cl_kernel kernel, cl_uint dimensions, const size_t* offset,
                      const size_t* local) {
    return clGetKernelMaxConcurrentWorkGroupCountINTEL(queue, kernel, dimensions, offset, local,
                                                       &count);
  }
  cl_int launch(cl_kernel kernel, size_t global, const size_t* local) {
    return clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, local, 0, nullptr, nullptr);
  }
  size_t count = 99;
};

TEST_F(ConcurrentDispatchCalls, FunctionAndExtension) {
  EXPECT_EQ(clGetExtensionFunctionAddressForPlatform(platform,
                                                     "clGetKernelMaxConcurrentWorkGroupCountINTEL"),
            reinterpret_cast<void*>(&clGetKernelMaxConcurrentWorkGroupCountINTEL));
  const auto list = query_list<char>(device, CL_DEVICE_EXTENSIONS);
  EXPECT_NE(std::string(list.data()).find("cl_intel_concurrent_dispatch"), std::string::npos);
}

TEST_F(ConcurrentDispatchCalls, CountErrors) {
  const Owned<cl_program> program = build();
  const Owned<cl_kernel> nothing = kernel_of(program, "nothing");
  const Owned<cl_kernel> unset = kernel_of(program, "count_visits");
  const Owned<cl_kernel> required = kernel_of(program, "required_size"); // 4 x 2 x 1
  const size_t size[] = {4, 4, 4}, empty[] = {4, 0, 4}, far[] = {~size_t(0), 0, 0},
               huge[] = {4096, 4096, 4096}, longer[] = {8192, 1, 1};
  EXPECT_EQ(clGetKernelMaxConcurrentWorkGroupCountINTEL(nullptr, nothing, 1, nullptr, size, &count),
            CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(count_groups(nullptr, 1, nullptr, size), CL_INVALID_KERNEL);
  EXPECT_EQ(count_groups(stale(kernel_of(program, "nothing")), 1, nullptr, size),
            CL_INVALID_KERNEL);
  const Owned<cl_context> other = make_context();
  const Owned<cl_command_queue> foreign = clCreateCommandQueue(other, device, 0, nullptr);
  EXPECT_EQ(clGetKernelMaxConcurrentWorkGroupCountINTEL(foreign, nothing, 1, nullptr, size, &count),
            CL_INVALID_CONTEXT);
  EXPECT_EQ(count_groups(nothing, 0, nullptr, size), CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(count_groups(nothing, 4, nullptr, size), CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(count_groups(nothing, 1, nullptr, nullptr), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(count_groups(nothing, 2, nullptr, empty), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(count_groups(nothing, 3, nullptr, huge), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(count_groups(nothing, 1, nullptr, longer), CL_INVALID_WORK_ITEM_SIZE);
  EXPECT_EQ(count_groups(required, 1, nullptr, size), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(count_groups(nothing, 1, far, size), CL_INVALID_GLOBAL_OFFSET);
  EXPECT_EQ(clGetKernelMaxConcurrentWorkGroupCountINTEL(queue, nothing, 1, nullptr, size, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(count, 99u); // untouched by all of them
  EXPECT_EQ(count_groups(unset, 1, nullptr, size), CL_SUCCESS) << "arguments may be missing";
  EXPECT_EQ(count, units_of(device));
}

TEST_F(ConcurrentDispatchCalls, TypeErrors) {
  const Owned<cl_kernel> nothing = kernel("nothing");
  EXPECT_EQ(set_type(nothing, 2), CL_INVALID_VALUE);
  EXPECT_EQ(set_type(nothing, 1, 1), CL_INVALID_VALUE);
  EXPECT_EQ(set_type(nothing, 1, 8), CL_INVALID_VALUE);
  EXPECT_EQ(clSetKernelExecInfo(nothing, CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL, 4, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(launch(nothing, 1000, nullptr), CL_SUCCESS) << "it is not concurrent";
}

TEST_F(ConcurrentDispatchCalls, LaunchErrors) {
  const Owned<cl_kernel> nothing = kernel("nothing");
  ASSERT_EQ(set_type(nothing, CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_CONCURRENT_INTEL), CL_SUCCESS);
  const size_t four = 4, most = units_of(device);
  EXPECT_EQ(launch(nothing, 4, nullptr), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(launch(nothing, 6, &four), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(launch(nothing, 4 * (most + 1), &four), CL_INVALID_VALUE);
  EXPECT_EQ(launch(nothing, 4 * most, &four), CL_SUCCESS);
  EXPECT_EQ(launch(nothing, 0, &four), CL_SUCCESS);
  const size_t local[] = {2, 2}, global[] = {2 * (most + 1), 2};
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, nothing, 2, nullptr, global, local, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  cl_int error = 1;
  const Owned<cl_kernel> clone(clCloneKernel(nothing, &error));
  EXPECT_EQ(launch(clone, 4 * (most + 1), &four), CL_INVALID_VALUE) << "a clone has the type";
  ASSERT_EQ(set_type(nothing, CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_DEFAULT_INTEL), CL_SUCCESS);
  EXPECT_EQ(launch(nothing, 4 * (most + 1), &four), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

/// Every group has run, once.
TEST_F(ConcurrentDispatchCalls, RunsAllGroups) {
  const Owned<cl_kernel> visits = kernel("count_visits");
  ASSERT_EQ(set_type(visits, CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_CONCURRENT_INTEL), CL_SUCCESS);
  const size_t local = 4, most = units_of(device);
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_ulong>(4 * most, 0));
  set(visits, 0, buffer);
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(launch(visits, 4 * most, &local), CL_SUCCESS);
  }
  EXPECT_EQ(contents<cl_ulong>(buffer, 4 * most), std::vector<cl_ulong>(4 * most, 100));
}
