// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels on sub-devices.
#include "kernel_fixture.h"
#include "sub_device_fixture.h"

#include <thread>

namespace {

/// How many work-groups run at once.
const char* const concurrency = R"(
kernel void k(volatile global int *running, volatile global int *most) {
  const int now = atomic_inc(running) + 1;
  atomic_max(most, now);
  for (int i = 0; i < 20000 && atomic_add(most, 0) > 0; ++i) ;
  atomic_dec(running);
}
kernel void one(global int *p) { p[get_global_id(0)] = 1; }
)";

class SubDeviceKernel : public WithSubDevices<ClKernelTest> {
protected:
  /// A context of the device and its first units one by one, and a queue on each.
  void part() {
    parts = sub_devices(device, {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
    std::vector<cl_device_id> all = {device, parts[0], parts[1]};
    cl_int error = -1;
    context = clCreateContext(nullptr, 3, all.data(), nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    for (size_t i = 0; i < 3; ++i) {
      queues[i] = clCreateCommandQueue(context, all[i], 0, &error);
      ASSERT_EQ(error, CL_SUCCESS);
    }
    queue = clCreateCommandQueue(context, device, 0, &error);
  }
  cl_int max_at_once(cl_program program, cl_command_queue on) {
    const Owned<cl_kernel> k = kernel_of(program);
    const Owned<cl_mem> running = make_buffer_of(std::vector<cl_int>(1, 0));
    const Owned<cl_mem> most = make_buffer_of(std::vector<cl_int>(1, 0));
    set(k, 0, running);
    set(k, 1, most);
    EXPECT_EQ(launch(k, 200, 1, on), CL_SUCCESS);
    EXPECT_EQ(clFinish(on), CL_SUCCESS);
    return contents<cl_int>(most, 1)[0];
  }

  std::vector<Owned<cl_device_id>> parts;
  Owned<cl_command_queue> queues[3]; ///< on the device, and on its parts
};

TEST_F(SubDeviceKernel, RunOnTheirUnitsOnly) {
  part();
  const Owned<cl_program> program = build(concurrency);
  EXPECT_EQ(max_at_once(program, queues[1]), 1);
  EXPECT_EQ(max_at_once(program, queues[2]), 1);
  EXPECT_LE(max_at_once(program, queues[0]), cl_int(units));
}

TEST_F(SubDeviceKernel, TwoRunSideBySide) {
  part();
  const Owned<cl_program> program = build(R"(
kernel void k(volatile global int *here, volatile global int *there) {
  atomic_inc(here);
  while (atomic_add(there, 0) == 0) ; // ends only if the other one runs
})");
  const Owned<cl_mem> left = make_buffer_of(std::vector<cl_int>(1, 0));
  const Owned<cl_mem> right = make_buffer_of(std::vector<cl_int>(1, 0));
  const Owned<cl_kernel> first = kernel_of(program), second = kernel_of(program);
  set(first, 0, left);
  set(first, 1, right);
  set(second, 0, right);
  set(second, 1, left);
  ASSERT_EQ(launch(first, 1, 1, queues[1]), CL_SUCCESS);
  ASSERT_EQ(clFlush(queues[1]), CL_SUCCESS);
  ASSERT_EQ(launch(second, 1, 1, queues[2]), CL_SUCCESS);
  ASSERT_EQ(clFinish(queues[2]), CL_SUCCESS);
  ASSERT_EQ(clFinish(queues[1]), CL_SUCCESS);
}

TEST_F(SubDeviceKernel, UseTheBuildOfTheirParent) {
  part();
  const Owned<cl_program> program = make_program(concurrency);
  ASSERT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  for (const cl_device_id each : {device, cl_device_id(parts[0]), cl_device_id(parts[1])}) {
    cl_build_status status = CL_BUILD_ERROR;
    EXPECT_EQ(clGetProgramBuildInfo(program, each, CL_PROGRAM_BUILD_STATUS, sizeof status, &status,
                                    nullptr),
              CL_SUCCESS);
    EXPECT_EQ(status, CL_BUILD_SUCCESS);
  }
  EXPECT_EQ(max_at_once(program, queues[1]), 1);
}

TEST_F(SubDeviceKernel, TheirBuildIsNotTheParents) {
  part();
  const Owned<cl_program> program = make_program(concurrency);
  const cl_device_id part = parts[0];
  ASSERT_EQ(clBuildProgram(program, 1, &part, "", nullptr, nullptr), CL_SUCCESS);
  const Owned<cl_kernel> k = kernel_of(program, "one");
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>(8, 0));
  set(k, 0, buffer);
  EXPECT_EQ(launch(k, 8, 1, queues[0]), CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(launch(k, 8, 1, queues[2]), CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(launch(k, 8, 1, queues[1]), CL_SUCCESS);
  EXPECT_EQ(clFinish(queues[1]), CL_SUCCESS);
  EXPECT_EQ(contents<cl_int>(buffer, 8), std::vector<cl_int>(8, 1));
  const auto ask = [&](cl_device_id about) {
    size_t most = 0;
    return clGetKernelWorkGroupInfo(k, about, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most,
                                    nullptr);
  };
  EXPECT_EQ(ask(part), CL_SUCCESS);
  EXPECT_EQ(ask(device), CL_INVALID_DEVICE);
  EXPECT_EQ(ask(parts[1]), CL_INVALID_DEVICE);
}

/// A program that is linked belongs to devices for which nothing was compiled as well.
TEST_F(SubDeviceKernel, LinkedProgramsBelongToAllDevices) {
  part();
  const Owned<cl_program> object = make_program(concurrency);
  const cl_device_id part = parts[0], both[] = {part, parts[1]};
  ASSERT_EQ(clCompileProgram(object, 1, &part, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_SUCCESS);
  const cl_program input = object;
  for (const cl_uint count : {0u, 2u}) {
    cl_int error = 1;
    const Owned<cl_program> program = clLinkProgram(context, count, count ? both : nullptr, "", 1,
                                                    &input, nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    const auto query = [&](auto... args) { return clGetProgramInfo(program, args...); };
    EXPECT_EQ(query_as<cl_uint>(query, CL_PROGRAM_NUM_DEVICES), count ? count : 3);
    const auto status = [&](cl_device_id of) {
      return query_as<cl_build_status>(
          [&](auto... args) { return clGetProgramBuildInfo(program, of, args...); },
          CL_PROGRAM_BUILD_STATUS);
    };
    EXPECT_EQ(status(part), CL_BUILD_SUCCESS);
    EXPECT_EQ(status(parts[1]), CL_BUILD_NONE);
    const Owned<cl_kernel> k = kernel_of(program, "one");
    const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>(8, 0));
    set(k, 0, buffer);
    EXPECT_EQ(launch(k, 8, 1, queues[2]), CL_INVALID_PROGRAM_EXECUTABLE);
    EXPECT_EQ(launch(k, 8, 1, queues[1]), CL_SUCCESS);
    EXPECT_EQ(clFinish(queues[1]), CL_SUCCESS);
    EXPECT_EQ(contents<cl_int>(buffer, 8), std::vector<cl_int>(8, 1));
  }
}

/// A binary serves the whole device and all parts of it, whichever it was given for.
TEST_F(SubDeviceKernel, UseABinaryForAnotherPart) {
  const auto data = binary_of(build(concurrency)); // in a context of the whole device alone
  part();
  const cl_device_id all[] = {device, parts[0], parts[1]};
  for (const cl_device_id given : all) {
    const size_t size = data.size();
    const unsigned char* bytes = data.data();
    cl_int error = -1;
    const Owned<cl_program> program =
        clCreateProgramWithBinary(context, 1, &given, &size, &bytes, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    const Owned<cl_kernel> k = kernel_of(program, "one");
    for (size_t i = 0; i < 3; ++i) {
      const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>(8, 0));
      set(k, 0, buffer);
      EXPECT_EQ(launch(k, 8, 1, queues[i]), CL_SUCCESS);
      EXPECT_EQ(clFinish(queues[i]), CL_SUCCESS);
      EXPECT_EQ(contents<cl_int>(buffer, 8), std::vector<cl_int>(8, 1));
      size_t most = 0;
      EXPECT_EQ(clGetKernelWorkGroupInfo(k, all[i], CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most,
                                         nullptr),
                CL_SUCCESS);
      EXPECT_GT(most, 0u);
      EXPECT_EQ(clBuildProgram(program, 1, &all[i], "", nullptr, nullptr),
                all[i] == given ? CL_INVALID_OPERATION : CL_INVALID_DEVICE); // it has kernels
    }
  }
}

TEST_F(SubDeviceKernel, RunTheirOwnBuild) {
  part();
  const Owned<cl_program> program = make_program(
      "kernel __attribute__((reqd_work_group_size(SIZE, 1, 1))) void k(global int *p) {"
      "  p[get_global_id(0)] = SIZE;"
      "}");
  const cl_device_id all[] = {device, parts[0], parts[1]};
  const char* options[] = {"-DSIZE=1", "-DSIZE=2", "-DSIZE=4"};
  for (size_t i = 0; i < 3; ++i) {
    ASSERT_EQ(clBuildProgram(program, 1, &all[i], options[i], nullptr, nullptr), CL_SUCCESS);
  }
  const Owned<cl_kernel> k = kernel_of(program);
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>(8, 0));
  set(k, 0, buffer);
  for (size_t i = 0; i < 3; ++i) {
    const cl_int size = 1 << i;
    size_t sizes[3] = {};
    EXPECT_EQ(clGetKernelWorkGroupInfo(k, all[i], CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof sizes,
                                       sizes, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(sizes[0], size_t(size));
    EXPECT_EQ(launch(k, 8, 8, queues[i]), CL_INVALID_WORK_GROUP_SIZE);
    EXPECT_EQ(launch(k, 8, size_t(size), queues[i]), CL_SUCCESS);
    EXPECT_EQ(launch(k, 8, 0, queues[i]), CL_SUCCESS);
    EXPECT_EQ(clFinish(queues[i]), CL_SUCCESS);
    EXPECT_EQ(contents<cl_int>(buffer, 8), std::vector<cl_int>(8, size));
  }
}

TEST_F(SubDeviceKernel, KernelsThatDiffer) {
  part();
  const Owned<cl_program> program =
      make_program("kernel void k(global TYPE *p) {} kernel void same(global int *p) {}");
  const cl_device_id part = parts[0];
  ASSERT_EQ(clBuildProgram(program, 1, &device, "-DTYPE=int", nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(program, 1, &part, "-DTYPE=float", nullptr, nullptr), CL_SUCCESS);
  cl_int error = 1;
  EXPECT_FALSE(clCreateKernel(program, "k", &error));
  EXPECT_EQ(error, CL_INVALID_KERNEL_DEFINITION);
  kernel_of(program, "same");
  cl_uint count = 0;
  EXPECT_EQ(clCreateKernelsInProgram(program, 0, nullptr, &count), CL_SUCCESS);
  EXPECT_EQ(count, 1u);
}

TEST_F(SubDeviceKernel, BuildForAllAtOnce) {
  part();
  const Owned<cl_program> program = build(concurrency);
  size_t sizes[3] = {};
  ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes, nullptr),
            CL_SUCCESS);
  EXPECT_GT(sizes[0], 0u);
  EXPECT_EQ(sizes[0], sizes[1]) << "one binary serves them all";
  EXPECT_EQ(sizes[0], sizes[2]);
}

} // namespace
