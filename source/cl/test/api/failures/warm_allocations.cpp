// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Repeated work needs no more memory: a warm launch allocates nothing, from its arguments to its
// end, on any thread.
#include "failures/allocations_fixture.h"

class WarmAllocations : public AllocationsTest {
protected:
  void SetUp() override {
    AllocationsTest::SetUp();
    buffer = make_buffer(4096);
    program = program_of_kernels();
    kernel = kernel_of(program, "add");
  }
  cl_int launch(cl_command_queue on, cl_event* event, cl_uint count = 0,
                const cl_event* list = nullptr) {
    const cl_mem memory = buffer;
    const cl_int value = 3;
    const size_t global = 1000, local = 10;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof memory, &memory), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof memory, &memory), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 2, sizeof value, &value), CL_SUCCESS);
    return clEnqueueNDRangeKernel(on, kernel, 1, nullptr, &global, &local, count, list, event);
  }
  /// Allocations of 100 calls once they have become as few as `expected`, or at last. Slots rest in
  /// quarantine, and pools hold what earlier tests have left: each part of it is warm when it has
  /// been used.
  static int64_t of_warm(const std::function<void()>& call, int64_t expected = 0) {
    int64_t made = 0;
    for (int block = 0; block < 300; ++block) {
      const int64_t before = allocations::made(allocations::Of::all_threads);
      for (int i = 0; i < 100; ++i) {
        call();
      }
      made = allocations::made(allocations::Of::all_threads) - before;
      if (made <= expected) {
        break;
      }
    }
    return made;
  }

  Owned<cl_mem> buffer;
  Owned<cl_program> program;
  Owned<cl_kernel> kernel;
};

TEST_F(WarmAllocations, Launches) {
  const Owned<cl_command_queue> other = out_of_order_queue();
  for (const cl_command_queue on : {cl_command_queue(queue), cl_command_queue(other)}) {
    SCOPED_TRACE(on == queue ? "in order" : "out of order");
    EXPECT_EQ(of_warm([&] {
                ASSERT_EQ(launch(on, nullptr), CL_SUCCESS);
                ASSERT_EQ(clFinish(on), CL_SUCCESS);
              }),
              0);
    EXPECT_EQ(of_warm([&] {
                Owned<cl_event> event;
                ASSERT_EQ(launch(on, &event), CL_SUCCESS);
                ASSERT_EQ(clFlush(on), CL_SUCCESS);
                ASSERT_EQ(clFinish(on), CL_SUCCESS);
              }),
              0);
    EXPECT_EQ(of_warm([&] {
                for (int i = 0; i < 50; ++i) {
                  ASSERT_EQ(launch(on, nullptr), CL_SUCCESS);
                }
                ASSERT_EQ(clFinish(on), CL_SUCCESS);
              }),
              0);
  }
}

TEST_F(WarmAllocations, LaunchesThatAreFlushedOneByOne) {
  const Owned<cl_command_queue> other = out_of_order_queue();
  for (const cl_command_queue on : {cl_command_queue(queue), cl_command_queue(other)}) {
    SCOPED_TRACE(on == queue ? "in order" : "out of order");
    const auto round = [&] {
      for (int i = 0; i < 50; ++i) {
        ASSERT_EQ(launch(on, nullptr), CL_SUCCESS);
        ASSERT_EQ(clFlush(on), CL_SUCCESS);
      }
      ASSERT_EQ(clFinish(on), CL_SUCCESS);
    };
    EXPECT_EQ(of_warm(round), 0);
  }
}

TEST_F(WarmAllocations, ChainsOfEvents) {
  const Owned<cl_command_queue> other = out_of_order_queue();
  for (const cl_command_queue on : {cl_command_queue(queue), cl_command_queue(other)}) {
    SCOPED_TRACE(on == queue ? "in order" : "out of order");
    EXPECT_EQ(of_warm([&] {
                Owned<cl_event> first, second;
                ASSERT_EQ(launch(on, &first), CL_SUCCESS);
                ASSERT_EQ(launch(on, &second, 1, &static_cast<const cl_event&>(first)), CL_SUCCESS);
                ASSERT_EQ(clWaitForEvents(1, &static_cast<const cl_event&>(second)), CL_SUCCESS);
              }),
              0);
  }
}

TEST_F(WarmAllocations, Transfers) {
  char host[64];
  EXPECT_EQ(of_warm([&] {
              ASSERT_EQ(
                  clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 64, host, 0, nullptr, nullptr),
                  CL_SUCCESS);
            }),
            0);
  EXPECT_EQ(of_warm([&] {
              ASSERT_EQ(
                  clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, 64, host, 0, nullptr, nullptr),
                  CL_SUCCESS);
              ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, "a", 1, 64, 64, 0, nullptr, nullptr),
                        CL_SUCCESS);
              ASSERT_EQ(clFinish(queue), CL_SUCCESS);
            }),
            0);
}
