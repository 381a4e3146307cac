// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands of an out-of-order queue that wait for others go to the device together, if they can
// start no sooner alone. Those that have gone together have been submitted at the same time.
#include "fixture.h"

#include <atomic>
#include <random>
#include <set>
#include <thread>

namespace {

class JoinedBatches : public ClTest {
protected:
  static constexpr cl_queue_properties properties[] = {
      CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE, 0};

  void SetUp() override {
    ClTest::SetUp();
    cl_device_exec_capabilities can = 0;
    ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_EXECUTION_CAPABILITIES, sizeof can, &can, nullptr),
              CL_SUCCESS);
    if (!(can & CL_EXEC_NATIVE_KERNEL)) {
      GTEST_SKIP() << "the device runs no native kernels";
    }
    cl_int error = 1;
    on = clCreateCommandQueueWithProperties(context, device, properties, &error);
    ASSERT_EQ(error, CL_SUCCESS);
  }
  static void CL_CALLBACK count(void* raw) { ++**static_cast<std::atomic<int>**>(raw); }
  static void CL_CALLBACK count_late(void* raw) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    count(raw);
  }
  /// A command that counts, behind the commands or user events of a list.
  Owned<cl_event> enqueue(std::vector<cl_event> list, void(CL_CALLBACK* function)(void*) = count) {
    std::atomic<int>* argument = &counted;
    Owned<cl_event> event;
    EXPECT_EQ(clEnqueueNativeKernel(on, function, &argument, sizeof argument, 0, nullptr, nullptr,
                                    cl_uint(list.size()), list.empty() ? nullptr : list.data(),
                                    &event),
              CL_SUCCESS);
    return event;
  }
  /// Commands one behind another, the first behind `gate`.
  std::vector<Owned<cl_event>> enqueue_chain(cl_event gate, size_t length) {
    std::vector<Owned<cl_event>> chain;
    for (size_t i = 0; i < length; ++i) {
      chain.push_back(enqueue({i == 0 ? gate : cl_event(chain.back())}));
    }
    return chain;
  }
  void open(cl_event gate, cl_int with = CL_COMPLETE) {
    ASSERT_EQ(clSetUserEventStatus(gate, with), CL_SUCCESS);
  }
  static void wait(cl_event event, cl_int expected = CL_SUCCESS) {
    EXPECT_EQ(clWaitForEvents(1, &event), expected);
  }
  static cl_ulong submitted(cl_event event) {
    cl_ulong time = 0;
    EXPECT_EQ(
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_SUBMIT, sizeof time, &time, nullptr),
        CL_SUCCESS);
    return time;
  }
  static size_t batches_of(const std::vector<Owned<cl_event>>& events) {
    std::set<cl_ulong> times;
    for (const auto& event : events) {
      times.insert(submitted(event));
    }
    return times.size();
  }
  Owned<cl_command_queue> on;
  std::atomic<int> counted = 0;
};

TEST_F(JoinedBatches, AChainGoesTogether) {
  const auto gate = make_user_event();
  const auto chain = enqueue_chain(gate, 300);
  open(gate);
  ASSERT_EQ(clFinish(on), CL_SUCCESS);
  EXPECT_EQ(counted, 300);
  EXPECT_EQ(batches_of(chain), 1u);
}

TEST_F(JoinedBatches, ChainsThatTakeTurnsAreOneBatchEach) {
  const auto first = make_user_event(), second = make_user_event();
  auto one = enqueue_chain(first, 1), other = enqueue_chain(second, 1);
  for (int i = 0; i < 50; ++i) {
    one.push_back(enqueue({one.back()}));
    other.push_back(enqueue({other.back()}));
  }
  open(second);
  wait(other.back());
  EXPECT_EQ(counted, 51);
  EXPECT_EQ(status(one.front()), CL_QUEUED);
  open(first);
  ASSERT_EQ(clFinish(on), CL_SUCCESS);
  EXPECT_EQ(counted, 102);
  EXPECT_EQ(batches_of(one), 1u);
  EXPECT_EQ(batches_of(other), 1u);
}

TEST_F(JoinedBatches, AreOfCommandsThatWaitForTheSame) {
  const auto first = make_user_event(), second = make_user_event();
  std::vector<Owned<cl_event>> both;
  for (int i = 0; i < 20; ++i) {
    both.push_back(enqueue({first, second}));
  }
  open(first);
  open(second);
  ASSERT_EQ(clFinish(on), CL_SUCCESS);
  EXPECT_EQ(batches_of(both), 1u);
}

TEST_F(JoinedBatches, NothingWaitsForWhatItNeedNot) {
  const auto never = make_user_event(), gate = make_user_event();
  const auto held = enqueue_chain(never, 2);
  const auto alone = enqueue({});
  wait(alone);
  const auto behind_gate = enqueue({gate}); // `held` has one more
  const auto with_both = enqueue({held[0], gate});
  const auto behind_alone = enqueue({alone});
  open(gate);
  wait(behind_gate);
  wait(behind_alone);
  EXPECT_EQ(counted, 3);
  const auto fewer = make_user_event(), more = make_user_event();
  const auto behind_two = enqueue({fewer, more});
  const auto behind_one = enqueue({fewer}); // not `more`
  open(fewer);
  wait(behind_one);
  EXPECT_EQ(counted, 4);
  open(more);
  open(never);
  wait(with_both);
  ASSERT_EQ(clFinish(on), CL_SUCCESS);
  EXPECT_EQ(counted, 8);
}

TEST_F(JoinedBatches, FailTogether) {
  const auto gate = make_user_event();
  const auto chain = enqueue_chain(gate, 30);
  const auto beside = enqueue({});
  open(gate, -5);
  wait(chain.back(), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  ASSERT_EQ(clFinish(on), CL_SUCCESS);
  EXPECT_EQ(status(beside), CL_COMPLETE);
  EXPECT_EQ(counted, 1);
  for (const auto& event : chain) {
    EXPECT_EQ(status(event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  }
}

TEST_F(JoinedBatches, MarkersWaitForCommandsThatJoinedBefore) {
  const auto gate = make_user_event();
  const auto chain = enqueue_chain(gate, 3);
  Owned<cl_event> marker, second;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(on, 0, nullptr, &marker), CL_SUCCESS);
  const auto later = enqueue({chain.back()}, count_late);
  ASSERT_EQ(clEnqueueMarkerWithWaitList(on, 0, nullptr, &second), CL_SUCCESS);
  const auto last_gate = make_user_event();
  const auto last = enqueue({later, last_gate}); // which the second one does not wait for
  open(gate);
  ASSERT_EQ(clFlush(on), CL_SUCCESS);
  while (status(second) > CL_COMPLETE) { // a thread that waits would help with all of a batch
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(counted, 4);
  EXPECT_EQ(status(marker), CL_COMPLETE);
  open(last_gate);
  ASSERT_EQ(clFinish(on), CL_SUCCESS);
  EXPECT_EQ(counted, 5);
}

/// Chains that start while others run, end and are released on the way.
TEST_F(JoinedBatches, CountAllOfLongChains) {
  std::mt19937 random(7);
  Owned<cl_event> ends[3];
  int expected = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::vector<cl_event> list;
    for (const auto& end : ends) {
      if (end && random() % 4 != 0) {
        list.push_back(end);
      }
    }
    ends[random() % 3] = enqueue(list);
    ++expected;
    if (random() % 500 == 0) {
      ASSERT_EQ(random() % 2 ? clFlush(on) : clFinish(on), CL_SUCCESS);
    }
  }
  ASSERT_EQ(clFinish(on), CL_SUCCESS);
  EXPECT_EQ(counted, expected);
}

} // namespace
