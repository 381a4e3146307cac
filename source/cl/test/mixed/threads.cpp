// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads that use one context of both devices at the same time.
#include "fixture.h"

#include <thread>

namespace {

class MixedThreads : public MixedTest {
protected:
  static constexpr unsigned count = 4;

  template <typename Function> static void on_threads(Function&& function) {
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < count; ++i) {
      threads.emplace_back([&function, i] { function(i); });
    }
    for (std::thread& each : threads) {
      each.join();
    }
  }
};

TEST_F(MixedThreads, EachPassesABufferToAndFro) {
  const Owned<cl_program> made = program();
  constexpr size_t items = 300, rounds = 20;
  on_threads([&](unsigned) {
    const std::array on = {make_queue(cpu), make_queue(twin)};
    const Owned<cl_kernel> kernel = kernel_of(made, "count_visits");
    const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_ulong>(items));
    set(kernel, 0, buffer);
    Owned<cl_event> last;
    for (size_t i = 0; i < rounds; ++i) {
      Owned<cl_event> next;
      ASSERT_EQ(launch(on[i % 2], kernel, items,
                       last ? std::vector<cl_event>{last} : std::vector<cl_event>(), &next),
                CL_SUCCESS);
      ASSERT_EQ(clFlush(on[i % 2]), CL_SUCCESS);
      last = std::move(next);
    }
    const cl_event list[] = {last};
    std::vector<cl_ulong> found(items);
    ASSERT_EQ(clEnqueueReadBuffer(on[0], buffer, CL_TRUE, 0, items * sizeof(cl_ulong), found.data(),
                                  1, list, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(found, std::vector<cl_ulong>(items, rounds));
  });
}

TEST_F(MixedThreads, AllReadOneBufferAndWritePartsOfAnother) {
  const Owned<cl_program> made = program();
  constexpr size_t items = 1024;
  const Owned<cl_mem> input = make_buffer_of(numbers(items), CL_MEM_READ_ONLY);
  const Owned<cl_mem> output = make_buffer(count * items * sizeof(cl_int));
  on_threads([&](unsigned number) {
    const Owned<cl_mem> part =
        part_of(output, number * items * sizeof(cl_int), items * sizeof(cl_int));
    const std::array on = {make_queue(cpu), make_queue(twin)};
    const Owned<cl_kernel> kernel = kernel_of(made, "add");
    set(kernel, 0, part);
    set(kernel, 1, input);
    for (cl_int round = 0; round < 20; ++round) {
      set(kernel, 2, round * 10 + cl_int(number));
      const cl_command_queue queue = on[(number + unsigned(round)) % 2];
      ASSERT_EQ(launch(queue, kernel, items), CL_SUCCESS);
      ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    }
  });
  std::vector<cl_int> expected;
  for (cl_int number = 0; number < cl_int(count); ++number) {
    for (cl_int i = 0; i < cl_int(items); ++i) {
      expected.push_back(i + 190 + number);
    }
  }
  EXPECT_EQ(contents<cl_int>(twin, output, count * items), expected);
  EXPECT_EQ(contents<cl_int>(cpu, output, count * items), expected);
}

/// Queues without an order, and one that a user event opens for all at once.
TEST_F(MixedThreads, QueuesWithoutAnOrder) {
  const Owned<cl_event> gate = make_user_event();
  constexpr size_t items = 1024;
  const Owned<cl_mem> buffer = make_buffer_of(all(0, count * items));
  const std::array on = {make_queue(cpu, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE),
                         make_queue(twin, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)};
  std::array<Owned<cl_event>, count> ends;
  on_threads([&](unsigned number) {
    const Owned<cl_mem> part =
        part_of(buffer, number * items * sizeof(cl_int), items * sizeof(cl_int));
    Owned<cl_event> last;
    for (cl_int round = 1; round <= 10; ++round) {
      const cl_event list[] = {last ? cl_event(last) : cl_event(gate)};
      Owned<cl_event> next;
      ASSERT_EQ(clEnqueueFillBuffer(on[(number + unsigned(round)) % 2], part, &round, sizeof round,
                                    0, (items - size_t(round)) * sizeof(cl_int), 1, list, &next),
                CL_SUCCESS);
      last = std::move(next);
    }
    ends[number] = std::move(last);
  });
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  for (const auto& queue : on) {
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  }
  std::vector<cl_int> expected;
  for (unsigned number = 0; number < count; ++number) {
    for (cl_int i = 0; i < cl_int(items); ++i) {
      expected.push_back(std::min(10, cl_int(items) - 1 - i));
    }
  }
  EXPECT_EQ(contents<cl_int>(twin, buffer, count * items), expected);
  EXPECT_EQ(contents<cl_int>(cpu, buffer, count * items), expected);
}

} // namespace
