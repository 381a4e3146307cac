// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Command buffers of kernels that the compiler has made: with offsets, local memory and variants.
#include "command_buffer_fixture.h"

namespace {

class CompiledCommandBuffer : public CommandBufferTest {
protected:
  Owned<cl_kernel> compile(const char* source, const char* options = "") {
    const Owned<cl_program> program =
        clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, options, nullptr, nullptr), CL_SUCCESS);
    return kernel_of(program, "k");
  }
};

} // namespace

TEST_F(CompiledCommandBuffer, OffsetsCanBeUpdated) {
  const Owned<cl_kernel> kernel =
      compile("kernel void k(global int *p) { p[get_global_id(0)] = get_global_offset(0); }");
  const Owned<cl_mem> result = numbers(-1);
  set(kernel, 0, result);
  const Recorded recorded = make(queue, CL_COMMAND_BUFFER_MUTABLE_KHR);
  cl_mutable_command_khr command = nullptr;
  ASSERT_EQ(launch(recorded, kernel, 4, &command), CL_SUCCESS);
  ASSERT_EQ(finalize(recorded), CL_SUCCESS);
  for (const size_t offset : {0, 4, 12}) {
    cl_khr::cl_mutable_dispatch_config_khr config = {};
    config.command = command;
    config.global_work_offset = &offset;
    ASSERT_EQ(update(recorded, config), CL_SUCCESS);
    ASSERT_EQ(enqueue(recorded), CL_SUCCESS);
  }
  EXPECT_EQ(read(result),
            (std::vector<cl_int>{0, 0, 0, 0, 4, 4, 4, 4, -1, -1, -1, -1, 12, 12, 12, 12}));
}

TEST_F(CompiledCommandBuffer, LaunchesOfNoWorkItems) {
  const Owned<cl_kernel> kernel = compile("kernel void k(global int *p) { atomic_inc(p); }");
  const Owned<cl_mem> result = numbers(0);
  set(kernel, 0, result);
  const Recorded recorded = make(queue, CL_COMMAND_BUFFER_MUTABLE_KHR);
  cl_mutable_command_khr command = nullptr;
  ASSERT_EQ(launch(recorded, kernel, 0, &command), CL_SUCCESS);
  ASSERT_EQ(finalize(recorded), CL_SUCCESS);
  cl_int total = 0;
  for (const size_t size : {0, 3, 0, 5}) {
    cl_khr::cl_mutable_dispatch_config_khr config = {};
    config.command = command;
    config.global_work_size = &size;
    ASSERT_EQ(update(recorded, config), CL_SUCCESS);
    ASSERT_EQ(enqueue(recorded), CL_SUCCESS);
    total += cl_int(size);
    EXPECT_EQ(read(result)[0], total);
  }
}

TEST_F(CompiledCommandBuffer, KernelsThatEnqueueKernels) {
  const Owned<cl_kernel> kernel = compile(R"(kernel void k(global int *p, int n) {
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(n),
                   ^{ atomic_inc(p); });
  })",
                                          "-cl-std=CL3.0");
  const Owned<cl_mem> result = numbers(0);
  set(kernel, 0, result);
  set(kernel, 1, cl_int(3));
  const Recorded recorded = [&] {
    const Owned<cl_command_queue> on_device =
        default_queue_on_device(); // the command buffer keeps it
    EXPECT_NE(cl_command_queue(on_device), nullptr);
    Recorded made = make(queue, CL_COMMAND_BUFFER_MUTABLE_KHR);
    cl_mutable_command_khr command = nullptr;
    EXPECT_EQ(launch(made, kernel, 4, &command), CL_SUCCESS);
    EXPECT_EQ(finalize(made), CL_SUCCESS);
    for (const cl_int count : {3, 5}) {
      const cl_khr::cl_mutable_dispatch_arg_khr argument = {1, sizeof count, &count};
      cl_khr::cl_mutable_dispatch_config_khr config = {};
      config.command = command;
      config.num_args = 1;
      config.arg_list = &argument;
      EXPECT_EQ(update(made, config), CL_SUCCESS);
      EXPECT_EQ(enqueue(made), CL_SUCCESS);
      EXPECT_EQ(enqueue(made), CL_SUCCESS);
    }
    return made;
  }();
  EXPECT_EQ(read(result)[0], 4 * (2 * 3 + 2 * 5));
  ASSERT_EQ(enqueue(recorded), CL_SUCCESS);
  EXPECT_EQ(read(result)[0], 4 * (2 * 3 + 3 * 5));
}

TEST_F(CompiledCommandBuffer, LocalArgumentsCanBeUpdated) {
  const Owned<cl_kernel> kernel = compile(R"(kernel void k(global int *p, local int *l, int n) {
    for (int i = 0; i < n; ++i) l[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    p[get_global_id(0)] = l[n - 1];
  })");
  const Owned<cl_mem> result = numbers(-1);
  set(kernel, 0, result);
  ASSERT_EQ(clSetKernelArg(kernel, 1, 4, nullptr), CL_SUCCESS);
  set(kernel, 2, cl_int(1));
  const Recorded recorded = make(queue, CL_COMMAND_BUFFER_MUTABLE_KHR);
  cl_mutable_command_khr command = nullptr;
  ASSERT_EQ(launch(recorded, kernel, 16, &command), CL_SUCCESS);
  ASSERT_EQ(finalize(recorded), CL_SUCCESS);
  for (const cl_int count : {1, 2000, 10}) {
    const cl_khr::cl_mutable_dispatch_arg_khr arguments[] = {{1, size_t(count) * 4, nullptr},
                                                             {2, sizeof count, &count}};
    cl_khr::cl_mutable_dispatch_config_khr config = {};
    config.command = command;
    config.num_args = 2;
    config.arg_list = arguments;
    ASSERT_EQ(update(recorded, config), CL_SUCCESS);
    ASSERT_EQ(enqueue(recorded), CL_SUCCESS);
    EXPECT_EQ(read(result), all(count - 1));
  }
}

/// A variant for the first sizes and integers must not run with others.
TEST_F(CompiledCommandBuffer, VariantsAreForWhatCannotChange) {
  ASSERT_EQ(setenv("LANEWISE_SPECIALIZE", "wait", 1), 0);
  const Owned<cl_kernel> kernel = compile(R"(kernel void k(global int *p, int n) {
    int sum = 0;
    for (int i = 0; i < n; ++i) sum += i ^ (int)get_local_size(0);
    p[get_global_id(0)] = sum;
  })");
  ASSERT_EQ(unsetenv("LANEWISE_SPECIALIZE"), 0);
  const Owned<cl_mem> result = numbers(-1);
  set(kernel, 0, result);
  set(kernel, 1, cl_int(10));
  const auto expected = [](cl_int count, cl_int local) {
    cl_int sum = 0;
    for (cl_int i = 0; i < count; ++i) {
      sum += i ^ local;
    }
    return sum;
  };
  const size_t sixteen = 16, four = 4, two = 2;
  for (const bool is_mutable : {false, true}) {
    const Recorded recorded = make(queue, is_mutable ? CL_COMMAND_BUFFER_MUTABLE_KHR : 0);
    cl_mutable_command_khr command = nullptr;
    ASSERT_EQ(khr().clCommandNDRangeKernelKHR(recorded, nullptr, nullptr, kernel, 1, nullptr,
                                              &sixteen, &four, 0, nullptr, nullptr, &command),
              CL_SUCCESS);
    ASSERT_EQ(finalize(recorded), CL_SUCCESS);
    ASSERT_EQ(enqueue(recorded), CL_SUCCESS);
    EXPECT_EQ(read(result), all(expected(10, 4)));
    if (is_mutable) {
      cl_khr::cl_mutable_dispatch_config_khr config = {};
      config.command = command;
      config.local_work_size = &two;
      ASSERT_EQ(update(recorded, config), CL_SUCCESS);
      ASSERT_EQ(update(recorded, command, 1, cl_int(77)), CL_SUCCESS);
      ASSERT_EQ(enqueue(recorded), CL_SUCCESS);
      EXPECT_EQ(read(result), all(expected(77, 2)));
    }
  }
}

/// Whether some groups are smaller than the others cannot be changed.
TEST_F(CompiledCommandBuffer, UniformityStays) {
  const Owned<cl_kernel> kernel =
      compile("kernel void k(global int *p) { atomic_inc(p + get_group_id(0)); }", "-cl-std=CL3.0");
  const Owned<cl_mem> result = numbers(0);
  set(kernel, 0, result);
  struct Sizes {
    size_t global, local;
    cl_int expected;
  };
  for (const bool uniform : {true, false}) {
    const size_t global = uniform ? 8 : 10, local = 4;
    const Recorded recorded = make(queue, CL_COMMAND_BUFFER_MUTABLE_KHR);
    cl_mutable_command_khr command = nullptr;
    ASSERT_EQ(khr().clCommandNDRangeKernelKHR(recorded, nullptr, nullptr, kernel, 1, nullptr,
                                              &global, &local, 0, nullptr, nullptr, &command),
              CL_SUCCESS);
    ASSERT_EQ(finalize(recorded), CL_SUCCESS);
    const cl_int other = CL_INVALID_OPERATION;
    for (const Sizes& sizes :
         {Sizes{10, 4, uniform ? other : CL_SUCCESS}, Sizes{8, 4, uniform ? CL_SUCCESS : other},
          Sizes{10, 5, uniform ? CL_SUCCESS : other}, Sizes{3, 4, uniform ? other : CL_SUCCESS}}) {
      cl_khr::cl_mutable_dispatch_config_khr config = {};
      config.command = command;
      config.global_work_size = &sizes.global;
      config.local_work_size = &sizes.local;
      EXPECT_EQ(update(recorded, config), sizes.expected) << sizes.global << " " << sizes.local;
    }
    ASSERT_EQ(enqueue(recorded), CL_SUCCESS);
    EXPECT_EQ(read(result)[0], uniform ? 5 : 5 + 3);
  }
}

/// Sizes that leave smaller groups, recorded and by updates, in groups of 6.
TEST_F(CompiledCommandBuffer, NonUniformGroups) {
  const std::string body = "kernel void k(global int *p) { p[get_global_id(0)] += "
                           "10 * (int)get_local_size(0) + (int)get_enqueued_local_size(0); }";
  const auto expected = [](size_t global) {
    std::vector<cl_int> sums(16);
    for (size_t i = 0; i < global; ++i) {
      sums[i] = 6 + 10 * cl_int(std::min<size_t>(6, global - i / 6 * 6));
    }
    return sums;
  };
  const auto record = [](cl_command_buffer_khr buffer, cl_kernel kernel, size_t global,
                         cl_mutable_command_khr* command) {
    const size_t local = 6;
    return khr().clCommandNDRangeKernelKHR(buffer, nullptr, nullptr, kernel, 1, nullptr, &global,
                                           &local, 0, nullptr, nullptr, command);
  };
  for (const char* specialize : {"0", "wait"}) {
    for (const std::string attribute : {"", "__attribute__((reqd_work_group_size(6, 1, 1))) "}) {
      ASSERT_EQ(setenv("LANEWISE_SPECIALIZE", specialize, 1), 0);
      const Owned<cl_kernel> kernel = compile((attribute + body).c_str(), "-cl-std=CL3.0");
      ASSERT_EQ(unsetenv("LANEWISE_SPECIALIZE"), 0);
      const Owned<cl_mem> result = numbers(0);
      set(kernel, 0, result);
      for (const cl_command_buffer_flags_khr flags : {0, CL_COMMAND_BUFFER_MUTABLE_KHR}) {
        const Recorded recorded = make(queue, flags);
        cl_mutable_command_khr command = nullptr;
        fill(recorded, result, 0);
        ASSERT_EQ(record(recorded, kernel, 16, &command), CL_SUCCESS);
        ASSERT_EQ(finalize(recorded), CL_SUCCESS);
        ASSERT_EQ(enqueue(recorded), CL_SUCCESS);
        EXPECT_EQ(read(result), expected(16)) << attribute;
        for (const size_t global : {14, 13, 5, 16}) {
          if (flags == 0) {
            continue;
          }
          cl_khr::cl_mutable_dispatch_config_khr config = {};
          config.command = command;
          config.global_work_size = &global;
          ASSERT_EQ(update(recorded, config), CL_SUCCESS);
          ASSERT_EQ(enqueue(recorded), CL_SUCCESS);
          EXPECT_EQ(read(result), expected(global)) << attribute << global;
        }
      }
    }
  }
  const Owned<cl_kernel> uniform =
      compile(body.c_str(), "-cl-std=CL3.0 -cl-uniform-work-group-size");
  const Owned<cl_mem> result = numbers(0);
  set(uniform, 0, result);
  const Recorded recorded = make(queue, CL_COMMAND_BUFFER_MUTABLE_KHR);
  cl_mutable_command_khr command = nullptr;
  EXPECT_EQ(record(recorded, uniform, 16, &command), CL_INVALID_WORK_GROUP_SIZE);
  ASSERT_EQ(record(recorded, uniform, 12, &command), CL_SUCCESS);
  ASSERT_EQ(finalize(recorded), CL_SUCCESS);
  const size_t global = 16;
  cl_khr::cl_mutable_dispatch_config_khr config = {};
  config.command = command;
  config.global_work_size = &global;
  EXPECT_EQ(update(recorded, config), CL_INVALID_WORK_GROUP_SIZE);
}
