// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_terminate_context with kernels: those that run are stopped, those that wait never run, and
// no thread waits without end.
#include "kernel_fixture.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace {

/// Says that it runs, and goes on until the host tells it to end.
constexpr char spinning[] =
    "kernel void k(global volatile int* p) { p[1] = 1; while (p[0] == 0); p[2] = 1; }";

} // namespace

class TerminateContext : public ClKernelTest {
protected:
  void SetUp() override {
    ClKernelTest::SetUp();
    const cl_context_properties properties[] = {CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0};
    cl_int error = 1;
    context = Owned<cl_context>(clCreateContext(properties, 1, &device, nullptr, nullptr, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    queue = make_queue();
    // Memory of the host, in which the test sees what kernels do.
    words =
        static_cast<std::atomic<cl_int>*>(clHostMemAllocINTEL(context, nullptr, 64, 0, nullptr));
    ASSERT_NE(words, nullptr);
    std::fill_n(words, 16, 0);
  }
  /// Where a test has another context, the memory has gone with its own.
  void TearDown() override { static_cast<void>(clMemFreeINTEL(context, words)); }

  /// A kernel on `words`, launched.
  Owned<cl_event> start(cl_kernel kernel, size_t global, size_t local = 0,
                        cl_command_queue on = nullptr) {
    EXPECT_EQ(clSetKernelArgMemPointerINTEL(kernel, 0, words), CL_SUCCESS);
    Owned<cl_event> event;
    EXPECT_EQ(clEnqueueNDRangeKernel(on ? on : cl_command_queue(queue), kernel, 1, nullptr, &global,
                                     local ? &local : nullptr, 0, nullptr, &event),
              CL_SUCCESS);
    EXPECT_EQ(clFlush(on ? on : cl_command_queue(queue)), CL_SUCCESS);
    return event;
  }
  void wait_until_it_runs() const {
    while (words[1] == 0) {
      std::this_thread::yield();
    }
  }
  /// The result of clWaitForEvents, which returns.
  static cl_int wait_for(const Owned<cl_event>& event) {
    const cl_event one = event;
    return clWaitForEvents(1, &one);
  }
  void expect_terminated(const Owned<cl_event>& event) {
    EXPECT_EQ(wait_for(event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_EQ(status(event), CL_CONTEXT_TERMINATED_KHR);
  }

  std::atomic<cl_int>* words = nullptr;
};

TEST_F(TerminateContext, stopsAKernelThatNeverEnds) {
  const Owned<cl_kernel> k = kernel(spinning);
  const Owned<cl_event> event = start(k, 1);
  wait_until_it_runs();
  EXPECT_EQ(clTerminateContextKHR(context), CL_SUCCESS);
  expect_terminated(event);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(words[2], 0);
}

TEST_F(TerminateContext, stopsManyGroupsOnAllThreads) {
  const Owned<cl_kernel> k = kernel(spinning);
  const Owned<cl_event> event = start(k, 4096, 1);
  wait_until_it_runs();
  EXPECT_EQ(clTerminateContextKHR(context), CL_SUCCESS);
  expect_terminated(event);
  // The threads are there for other contexts.
  context = make_context();
  queue = make_queue();
  const Owned<cl_kernel> other =
      kernel("kernel void k(global int* p) { p[get_global_id(0)] = 7; }");
  const Owned<cl_mem> buffer = make_buffer(1 << 20);
  set(other, 0, buffer);
  EXPECT_EQ(launch(other, 1 << 18), CL_SUCCESS);
  EXPECT_EQ(contents<cl_int>(buffer, 1 << 18), std::vector<cl_int>(1 << 18, 7));
}

TEST_F(TerminateContext, stopsKernelsWithBarriersAndPrintf) {
  const Owned<cl_kernel> k = kernel(R"(
    kernel void k(global volatile int* p) {
      local int own;
      own = 1;
      barrier(CLK_LOCAL_MEM_FENCE);
      p[1] = own;
      while (p[0] == 0) barrier(CLK_LOCAL_MEM_FENCE);
      printf("%d\n", own);
    })");
  const Owned<cl_event> event = start(k, 64, 16);
  wait_until_it_runs();
  EXPECT_EQ(clTerminateContextKHR(context), CL_SUCCESS);
  expect_terminated(event);
}

TEST_F(TerminateContext, whatWaitsInLineNeverRuns) {
  const Owned<cl_kernel> k = kernel(spinning);
  const Owned<cl_event> running = start(k, 1);
  wait_until_it_runs();
  const Owned<cl_kernel> store = kernel("kernel void k(global int* p) { p[3] = 1; }");
  const Owned<cl_event> waiting = start(store, 1);
  const Owned<cl_command_queue> free_order = out_of_order_queue();
  const cl_event first = running;
  Owned<cl_event> marker;
  EXPECT_EQ(clEnqueueMarkerWithWaitList(free_order, 1, &first, &marker), CL_SUCCESS);
  EXPECT_EQ(clTerminateContextKHR(context), CL_SUCCESS);
  expect_terminated(running);
  expect_terminated(waiting);
  expect_terminated(marker);
  EXPECT_EQ(words[3], 0);
}

TEST_F(TerminateContext, threadsThatWaitReturn) {
  const Owned<cl_kernel> k = kernel(spinning);
  const Owned<cl_event> event = start(k, 1);
  wait_until_it_runs();
  const Owned<cl_mem> buffer = make_buffer();
  cl_int of_read = 0, of_wait = 0, of_finish = 1;
  std::vector<std::thread> threads;
  threads.emplace_back([&] {
    cl_int word = 0;
    of_read =
        clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof word, &word, 0, nullptr, nullptr);
  });
  threads.emplace_back([&] { of_wait = wait_for(event); });
  threads.emplace_back([&] { of_finish = clFinish(queue); });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(clTerminateContextKHR(context), CL_SUCCESS);
  for (std::thread& each : threads) {
    each.join();
  }
  EXPECT_EQ(of_read, CL_CONTEXT_TERMINATED_KHR);
  EXPECT_EQ(of_wait, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(of_finish, CL_SUCCESS);
}

TEST_F(TerminateContext, kernelsOfOtherContextsGoOn) {
  const Owned<cl_kernel> k = kernel(spinning);
  const Owned<cl_event> event = start(k, 1);
  wait_until_it_runs();
  Owned<cl_context> other = make_context();
  std::swap(context, other);
  Owned<cl_command_queue> other_queue = make_queue();
  std::swap(queue, other_queue);
  const Owned<cl_kernel> counting = kernel(R"(
    kernel void k(global ulong* p, ulong rounds) {
      ulong x = get_global_id(0);
      for (ulong i = 0; i < rounds; ++i) x = x * 6364136223846793005ul + 1;
      p[get_global_id(0)] = x;
    })");
  const Owned<cl_mem> buffer = make_buffer(64 * sizeof(cl_ulong));
  set(counting, 0, buffer);
  set(counting, 1, cl_ulong(10'000'000));
  EXPECT_EQ(launch(counting, 64, 1), CL_SUCCESS);
  EXPECT_EQ(clFlush(queue), CL_SUCCESS);
  EXPECT_EQ(clTerminateContextKHR(other), CL_SUCCESS);
  expect_terminated(event);
  const std::vector<cl_ulong> values = contents<cl_ulong>(buffer, 64);
  cl_ulong expected = 63;
  for (int i = 0; i < 10'000'000; ++i) {
    expected = expected * 6364136223846793005ul + 1;
  }
  EXPECT_EQ(values[63], expected);
  std::swap(queue, other_queue);
  std::swap(context, other);
}

TEST_F(TerminateContext, kernelsThatWaitForDeviceEvents) {
  const Owned<cl_command_queue> on_device = default_queue_on_device();
  ASSERT_TRUE(on_device);
  const Owned<cl_kernel> k = kernel(R"(
    kernel void k(global int* p) {
      clk_event_t never = create_user_event();
      enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &never, (clk_event_t*)0,
                     ^{ p[3] = 1; });
      p[1] = 1;
    })",
                                    "-cl-std=CL3.0");
  const Owned<cl_event> event = start(k, 1);
  wait_until_it_runs();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(clTerminateContextKHR(context), CL_SUCCESS);
  expect_terminated(event);
  EXPECT_EQ(words[3], 0);
}

TEST_F(TerminateContext, fromWhatTheKernelPrints) {
  struct Ending {
    cl_context context;
    std::atomic<cl_int> result = 1;
  } ending;
  const auto end = [](const char*, size_t, size_t, void* data) {
    auto& wanted = *static_cast<Ending*>(data);
    if (wanted.result > 0) {
      wanted.result = clTerminateContextKHR(wanted.context);
    }
  };
  void (*const callback)(const char*, size_t, size_t, void*) = end;
  const cl_context_properties properties[] = {CL_CONTEXT_TERMINATE_KHR, CL_TRUE,
                                              CL_PRINTF_CALLBACK_ARM,
                                              reinterpret_cast<cl_context_properties>(callback), 0};
  cl_int error = 1;
  EXPECT_EQ(clMemFreeINTEL(context, words), CL_SUCCESS);
  words = nullptr;
  context = Owned<cl_context>(clCreateContext(properties, 1, &device, nullptr, &ending, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  ending.context = context;
  queue = make_queue();
  const Owned<cl_kernel> k = kernel("kernel void k() { printf(\"%d\\n\", 1); }");
  EXPECT_EQ(launch(k, 4096, 1), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(ending.result, CL_SUCCESS);
  EXPECT_EQ(clTerminateContextKHR(context), CL_CONTEXT_TERMINATED_KHR);
}

TEST_F(TerminateContext, kernelsAndTheirContextsManyTimes) {
  for (int i = 0; i < 50; ++i) {
    const Owned<cl_kernel> k = kernel(spinning);
    words[1] = 0;
    const Owned<cl_event> event = start(k, 8, 1);
    if (i % 2) {
      wait_until_it_runs();
    }
    EXPECT_EQ(clTerminateContextKHR(context), CL_SUCCESS);
    expect_terminated(event);
    EXPECT_EQ(clMemFreeINTEL(context, words), CL_SUCCESS);
    words = nullptr;
    TerminateContext::SetUp();
  }
}

TEST_F(TerminateContext, theApplicationIsToldAndResourcesGo) {
  std::atomic<int> destroyed = 0;
  {
    const Owned<cl_kernel> k = kernel(spinning);
    const Owned<cl_mem> buffer = make_buffer();
    EXPECT_EQ(clSetMemObjectDestructorCallback(
                  buffer, [](cl_mem, void* count) { ++*static_cast<std::atomic<int>*>(count); },
                  &destroyed),
              CL_SUCCESS);
    const Owned<cl_event> event = start(k, 1);
    const Owned<cl_kernel> on_buffer = kernel("kernel void k(global int* p) { *p = 1; }");
    set(on_buffer, 0, buffer);
    EXPECT_EQ(launch(on_buffer, 1), CL_SUCCESS); // keeps the buffer until it has ended
    wait_until_it_runs();
    EXPECT_EQ(clTerminateContextKHR(context), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }
  EXPECT_EQ(destroyed, 1);
}
