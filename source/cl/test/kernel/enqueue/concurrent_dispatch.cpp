// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_intel_concurrent_dispatch with kernels: groups that wait for one another.
#include "command_buffer_fixture.h"
#include "kernel_fixture.h"
#include "sub_device_fixture.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>

namespace {

/// Each work-item takes what the last one of all has left, in several rounds.
constexpr char rounds[] = R"(
    kernel void k(global int* data, int count) {
      size_t g = get_global_id(0), n = get_global_size(0);
      for (int i = 0; i < count; ++i) {
        int other = data[n - 1 - g];
        intel_device_barrier(CLK_GLOBAL_MEM_FENCE);
        data[g] = other + 1;
        intel_device_barrier(CLK_GLOBAL_MEM_FENCE);
      } })";

/// Groups that wait for each other without a barrier: nobody goes on before all have come.
constexpr char spinning[] = R"(
    kernel void k(global int* count) {
      if (get_local_id(0) == 0) {
        atomic_inc(count);
        while (atomic_or(count, 0) < (int)get_num_groups(0)) { }
      } })";

} // namespace

class ConcurrentDispatch : public ClKernelTest {
protected:
  Owned<cl_kernel> concurrent(const std::string& source, const char* options = "") {
    Owned<cl_kernel> made = kernel(source, options);
    make_concurrent(made);
    return made;
  }
  static void make_concurrent(cl_kernel k) {
    constexpr cl_uint type = CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_CONCURRENT_INTEL;
    EXPECT_EQ(clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL, sizeof type, &type),
              CL_SUCCESS);
  }
  size_t most_groups(cl_kernel k, size_t local, cl_command_queue on = nullptr) {
    size_t count = 0;
    EXPECT_EQ(clGetKernelMaxConcurrentWorkGroupCountINTEL(on ? on : cl_command_queue(queue), k, 1,
                                                          nullptr, &local, &count),
              CL_SUCCESS);
    return count;
  }
  static void run_rounds(std::vector<cl_int>& data, int count) {
    for (int i = 0; i < count; ++i) {
      std::vector<cl_int> next(data.rbegin(), data.rend());
      std::ranges::for_each(next, [](cl_int& x) { ++x; });
      data = next;
    }
  }
  cl_int wait_for(const Owned<cl_event>& event) {
    const cl_event one = event;
    return clWaitForEvents(1, &one);
  }
};

TEST_F(ConcurrentDispatch, AsManyGroupsAsComputeUnits) {
  const Owned<cl_kernel> k = concurrent(rounds);
  EXPECT_EQ(most_groups(k, 8), units_of(device));
}

TEST_F(ConcurrentDispatch, DeviceBarriers) {
  const Owned<cl_kernel> k = concurrent(rounds);
  for (const size_t local : {1, 7, 16, 64}) {
    const size_t n = local * most_groups(k, local);
    std::vector<cl_int> data(n);
    std::iota(data.begin(), data.end(), 0);
    const Owned<cl_mem> buffer = make_buffer_of(data);
    set(k, 0, buffer);
    set(k, 1, cl_int(101));
    ASSERT_EQ(launch(k, n, local), CL_SUCCESS);
    run_rounds(data, 101);
    EXPECT_EQ(contents<cl_int>(buffer, n), data) << local;
  }
}

TEST_F(ConcurrentDispatch, BarriersAreValidInConcurrentLaunchesOnly) {
  const char* source = R"(kernel void k(global int* p) {
                            p[get_global_id(0)] = intel_is_device_barrier_valid();
                            if (intel_is_device_barrier_valid()) {
                              intel_device_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
                            } })";
  const Owned<cl_kernel> k = kernel(source, "-cl-std=CL3.0");
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>(4, -1));
  set(k, 0, buffer);
  ASSERT_EQ(launch(k, 4, 4), CL_SUCCESS);
  EXPECT_EQ(contents<cl_int>(buffer, 4), std::vector<cl_int>(4, 0));
  make_concurrent(k);
  ASSERT_EQ(launch(k, 4, 4), CL_SUCCESS);
  EXPECT_EQ(contents<cl_int>(buffer, 4), std::vector<cl_int>(4, 1));
  constexpr cl_uint by_default = CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_DEFAULT_INTEL;
  ASSERT_EQ(clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL, sizeof by_default,
                                &by_default),
            CL_SUCCESS);
  ASSERT_EQ(launch(k, 4, 4), CL_SUCCESS);
  EXPECT_EQ(contents<cl_int>(buffer, 4), std::vector<cl_int>(4, 0));
}

TEST_F(ConcurrentDispatch, DimensionsAndLocalMemory) {
  const Owned<cl_kernel> k = concurrent(R"(kernel void k(global int* p, local int* t) {
    size_t l = get_local_linear_id(), g = get_global_linear_id();
    size_t n = get_global_size(0) * get_global_size(1) * get_global_size(2);
    t[l] = p[g];
    intel_device_barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
    p[n - 1 - g] = t[l]; })",
                                        "-cl-std=CL3.0");
  const size_t groups = most_groups(k, 1);
  const size_t local[] = {4, 2, 3}, offset[] = {5, 0, 1}, global[] = {4, 2, 3 * groups};
  std::vector<cl_int> data(24 * groups);
  std::iota(data.begin(), data.end(), 0);
  const Owned<cl_mem> buffer = make_buffer_of(data);
  set(k, 0, buffer);
  ASSERT_EQ(clSetKernelArg(k, 1, 24 * sizeof(cl_int), nullptr), CL_SUCCESS);
  for (const size_t* from : {static_cast<const size_t*>(nullptr), &offset[0]}) {
    ASSERT_EQ(clEnqueueNDRangeKernel(queue, k, 3, from, global, local, 0, nullptr, nullptr),
              CL_SUCCESS);
    std::ranges::reverse(data);
    EXPECT_EQ(contents<cl_int>(buffer, data.size()), data);
  }
}

/// Several queues and threads at once, with other launches that take all slots: no group waits for
/// one that does not run.
TEST_F(ConcurrentDispatch, ManyAtOnce) {
  const Owned<cl_program> program = build(spinning);
  const Owned<cl_program> plain_program =
      build("kernel void k(global int* p) { for (int i = 0; i < 1000; ++i) atomic_inc(p); }");
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      const Owned<cl_command_queue> own = make_queue(), other = out_of_order_queue();
      const Owned<cl_kernel> k = kernel_of(program), plain = kernel_of(plain_program);
      make_concurrent(k);
      const size_t groups = most_groups(k, 4);
      const Owned<cl_mem> sum = make_buffer_of(std::vector<cl_int>(1, 0));
      set(plain, 0, sum);
      for (int i = 0; i < 20; ++i) {
        const Owned<cl_mem> count = make_buffer_of(std::vector<cl_int>(1, 0));
        set(k, 0, count);
        EXPECT_EQ(launch(plain, 64, 1, other), CL_SUCCESS);
        EXPECT_EQ(launch(k, 4 * groups, 4, i % 2 ? own : other), CL_SUCCESS);
        EXPECT_EQ(clFlush(other), CL_SUCCESS);
        EXPECT_EQ(clFlush(own), CL_SUCCESS);
      }
      EXPECT_EQ(clFinish(own), CL_SUCCESS);
      EXPECT_EQ(clFinish(other), CL_SUCCESS);
      EXPECT_EQ(contents<cl_int>(sum, 1)[0], 20 * 64 * 1000);
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

TEST_F(ConcurrentDispatch, GroupsThatHaveEndedAreNotWaitedFor) {
  const Owned<cl_kernel> k = concurrent(R"(kernel void k(global int* p) {
    if (get_group_id(0) == 0) return;
    intel_device_barrier(CLK_GLOBAL_MEM_FENCE);
    p[get_global_id(0)] = 1; })");
  const size_t groups = most_groups(k, 2);
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>(2 * groups, 0));
  set(k, 0, buffer);
  ASSERT_EQ(launch(k, 2 * groups, 2), CL_SUCCESS);
  std::vector<cl_int> expected(2 * groups, 1);
  expected[0] = expected[1] = 0;
  EXPECT_EQ(contents<cl_int>(buffer, 2 * groups), expected);
}

/// The others wait for the group that has failed, at a barrier and in a loop.
TEST_F(ConcurrentDispatch, AFaultEndsAllGroups) {
  for (const char* wait : {"intel_device_barrier(CLK_GLOBAL_MEM_FENCE)", "while (*p == 0) { }"}) {
    context = make_context(); // a fault costs the context
    queue = make_queue();
    const Owned<cl_kernel> k =
        concurrent(std::string("kernel void k(global volatile int* p, global int* q) {"
                               "  if (get_group_id(0) == get_num_groups(0) - 1) q[0] = 1;"
                               "  else ") +
                   wait + "; }");
    const size_t groups = most_groups(k, 1);
    if (groups < 2) {
      GTEST_SKIP() << "no group can wait for another";
    }
    const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>(1, 0));
    set(k, 0, buffer);
    ASSERT_EQ(clSetKernelArgSVMPointer(k, 1, nullptr), CL_SUCCESS);
    Owned<cl_event> event;
    constexpr size_t one = 1;
    ASSERT_EQ(clEnqueueNDRangeKernel(queue, k, 1, nullptr, &groups, &one, 0, nullptr, &event),
              CL_SUCCESS);
    EXPECT_EQ(wait_for(event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_LT(status(event), 0);
  }
}

TEST_F(ConcurrentDispatch, ATerminatedContextEndsAllGroups) {
  const cl_context_properties properties[] = {CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0};
  for (const char* wait :
       {"if (get_group_id(0) != 0) intel_device_barrier(CLK_GLOBAL_MEM_FENCE); else "
        "while (p[0] == 0) { }",
        "while (p[0] == 0) { }"}) {
    context = Owned<cl_context>(clCreateContext(properties, 1, &device, nullptr, nullptr, nullptr));
    ASSERT_TRUE(context);
    queue = make_queue();
    auto* words =
        static_cast<std::atomic<cl_int>*>(clHostMemAllocINTEL(context, nullptr, 64, 0, nullptr));
    ASSERT_NE(words, nullptr);
    std::fill_n(words, 16, 0);
    const Owned<cl_kernel> k = concurrent(
        std::string("kernel void k(global volatile int* p) { p[1] = 1; ") + wait + "; }");
    ASSERT_EQ(clSetKernelArgMemPointerINTEL(k, 0, words), CL_SUCCESS);
    const size_t groups = most_groups(k, 1);
    Owned<cl_event> event;
    constexpr size_t one = 1;
    ASSERT_EQ(clEnqueueNDRangeKernel(queue, k, 1, nullptr, &groups, &one, 0, nullptr, &event),
              CL_SUCCESS);
    ASSERT_EQ(clFlush(queue), CL_SUCCESS);
    while (words[1] == 0) {
      std::this_thread::yield();
    }
    EXPECT_EQ(clTerminateContextKHR(context), CL_SUCCESS);
    EXPECT_EQ(wait_for(event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_EQ(status(event), CL_CONTEXT_TERMINATED_KHR);
    EXPECT_EQ(clMemFreeINTEL(context, words), CL_SUCCESS);
  }
}

class ConcurrentOnSubDevice : public WithSubDevices<ConcurrentDispatch> {};

TEST_F(ConcurrentOnSubDevice, HasAsManyGroupsAsUnits) {
  const auto parts = sub_devices(
      device, {CL_DEVICE_PARTITION_BY_COUNTS, 1, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0});
  ASSERT_EQ(parts.size(), 1u);
  const cl_device_id part = parts[0];
  cl_int error = 1;
  const Owned<cl_context> own_context(clCreateContext(nullptr, 1, &part, nullptr, nullptr, &error));
  const Owned<cl_command_queue> on(clCreateCommandQueue(own_context, part, 0, &error));
  const char* text = spinning;
  const Owned<cl_program> program(
      clCreateProgramWithSource(own_context, 1, &text, nullptr, &error));
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  const Owned<cl_kernel> k = kernel_of(program);
  make_concurrent(k);
  EXPECT_EQ(most_groups(k, 4, on), 1u);
  const cl_int zero = 0;
  const Owned<cl_mem> count(clCreateBuffer(own_context, CL_MEM_COPY_HOST_PTR, sizeof zero,
                                           const_cast<cl_int*>(&zero), &error));
  set(k, 0, count);
  EXPECT_EQ(launch(k, 8, 4, on), CL_INVALID_VALUE);
  EXPECT_EQ(launch(k, 4, 4, on), CL_SUCCESS);
  EXPECT_EQ(clFinish(on), CL_SUCCESS);
}

/// Recorded launches are of the type that the kernel had, until an update gives them another.
class RecordedConcurrentDispatch : public CommandBufferTest {};

TEST_F(RecordedConcurrentDispatch, KeepsItsTypeUntilAnUpdate) {
  const char* source = "kernel void k(global int* p) {"
                       "  p[get_global_id(0)] = intel_is_device_barrier_valid();"
                       "  if (p[0] == 1) intel_device_barrier(CLK_GLOBAL_MEM_FENCE); }";
  const Owned<cl_program> program =
      clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  const Owned<cl_kernel> k = kernel_of(program, "k");
  const Owned<cl_mem> result = numbers(-1);
  set(k, 0, result);
  cl_uint type = CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_CONCURRENT_INTEL;
  const auto set_type = [&] {
    ASSERT_EQ(clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL, sizeof type, &type),
              CL_SUCCESS);
  };
  set_type();
  const Recorded recorded = make(queue, CL_COMMAND_BUFFER_MUTABLE_KHR);
  cl_mutable_command_khr command = nullptr;
  const size_t size = 16, one = 1;
  const auto record = [&](size_t global, const size_t* local) {
    return khr().clCommandNDRangeKernelKHR(recorded, nullptr, nullptr, k, 1, nullptr, &global,
                                           local, 0, nullptr, nullptr, &command);
  };
  EXPECT_EQ(record(16, nullptr), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(record(100000, &one), CL_INVALID_VALUE);
  ASSERT_EQ(record(16, &size), CL_SUCCESS);
  ASSERT_EQ(finalize(recorded), CL_SUCCESS);
  type = CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_DEFAULT_INTEL;
  set_type();
  ASSERT_EQ(enqueue(recorded), CL_SUCCESS);
  EXPECT_EQ(read(result), all(1));
  const cl_khr::cl_mutable_dispatch_exec_info_khr info = {CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL,
                                                          sizeof type, &type};
  cl_khr::cl_mutable_dispatch_config_khr config = {};
  config.command = command;
  config.num_exec_infos = 1;
  config.exec_info_list = &info;
  ASSERT_EQ(update(recorded, config), CL_SUCCESS);
  ASSERT_EQ(enqueue(recorded), CL_SUCCESS);
  EXPECT_EQ(read(result), all(0));
  type = CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_CONCURRENT_INTEL;
  ASSERT_EQ(update(recorded, config), CL_SUCCESS);
  ASSERT_EQ(enqueue(recorded), CL_SUCCESS);
  EXPECT_EQ(read(result), all(1));
  config.num_exec_infos = 0;
  config.exec_info_list = nullptr;
  config.local_work_size = &one;
  const size_t many = 100000;
  config.global_work_size = &many;
  EXPECT_EQ(update(recorded, config), CL_INVALID_VALUE);
}
