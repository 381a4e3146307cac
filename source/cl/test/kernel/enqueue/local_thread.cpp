// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queues whose commands run on the threads that enqueue them (cl_intel_exec_by_local_thread):
// kernels that print, and that enqueue others.
#include "kernel_fixture.h"

#include <atomic>
#include <thread>

class LocalThread : public ClKernelTest {
protected:
  void SetUp() override {
    ClKernelTest::SetUp();
    queue = make_queue(CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL);
    ASSERT_TRUE(queue);
  }
};

/// The callback that gets the text is called on the thread that runs the kernel.
TEST_F(LocalThread, KernelsThatPrint) {
  static std::atomic<int> elsewhere, calls;
  static std::thread::id own;
  own = std::this_thread::get_id();
  const auto take = [](const char*, size_t, size_t, void*) {
    ++calls;
    elsewhere += std::this_thread::get_id() != own;
  };
  void (*function)(const char*, size_t, size_t, void*) = take;
  const cl_context_properties list[] = {CL_PRINTF_CALLBACK_ARM,
                                        reinterpret_cast<cl_context_properties>(function), 0};
  context = Owned<cl_context>(clCreateContext(list, 1, &device, nullptr, nullptr, nullptr));
  ASSERT_TRUE(context);
  queue = make_queue(CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL);
  const Owned<cl_kernel> k = kernel("kernel void k() { printf(\"%d\\n\", (int)get_group_id(0)); }");
  ASSERT_EQ(launch(k, 4096, 16), CL_SUCCESS);
  EXPECT_GT(calls, 0);
  EXPECT_EQ(elsewhere, 0);
}

TEST_F(LocalThread, KernelsThatEnqueueKernels) {
  const Owned<cl_command_queue> by_default = default_queue_on_device();
  const Owned<cl_kernel> k = kernel(R"(kernel void k(global int* p) {
    clk_event_t first;
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(64), 0, 0, &first,
                   ^{ atomic_inc(p); });
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(64), 1, &first, 0,
                   ^{ atomic_add(p, 2); });
    release_event(first); })",
                                    "-cl-std=CL3.0");
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>(1, 0));
  set(k, 0, buffer);
  for (int i = 1; i <= 20; ++i) {
    ASSERT_EQ(launch(k, 1), CL_SUCCESS);
    ASSERT_EQ(contents<cl_int>(buffer, 1)[0], i * 192);
  }
}

TEST_F(LocalThread, AFaultFailsTheCommand) {
  const Owned<cl_kernel> k = kernel("kernel void k(global int* p) { *p = 1; }");
  ASSERT_EQ(clSetKernelArgSVMPointer(k, 0, nullptr), CL_SUCCESS);
  Owned<cl_event> event;
  constexpr size_t one = 1;
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, k, 1, nullptr, &one, nullptr, 0, nullptr, &event),
            CL_SUCCESS);
  EXPECT_LT(status(event), 0);
}
