// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "query.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

namespace {

struct Calls {
  std::atomic<int> count = 0;
  std::atomic<int> last = 1000;
};

void CL_CALLBACK note(cl_event, cl_int status, void* user_data) {
  auto* calls = static_cast<Calls*>(user_data);
  calls->last = status;
  ++calls->count;
}

} // namespace

class Event : public ClTest {
protected:
  /// A marker that waits for `list`.
  Owned<cl_event> marker(cl_command_queue on, std::vector<cl_event> list) {
    Owned<cl_event> event;
    EXPECT_EQ(clEnqueueMarkerWithWaitList(on, cl_uint(list.size()),
                                          list.empty() ? nullptr : list.data(), &event),
              CL_SUCCESS);
    return event;
  }
  cl_int wait(cl_event event) { return clWaitForEvents(1, &event); }
};

TEST_F(Event, UserEvent) {
  const Owned<cl_event> event = make_user_event();
  EXPECT_EQ(status(event), CL_SUBMITTED);
  EXPECT_EQ(clSetUserEventStatus(event, CL_RUNNING), CL_INVALID_VALUE);
  EXPECT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(status(event), CL_COMPLETE);
  EXPECT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_INVALID_OPERATION);
  EXPECT_EQ(clSetUserEventStatus(event, -1), CL_INVALID_OPERATION);
  EXPECT_EQ(wait(event), CL_SUCCESS);
  const Owned<cl_event> command = marker(queue, {});
  EXPECT_EQ(clSetUserEventStatus(command, CL_COMPLETE), CL_INVALID_EVENT);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(Event, Info) {
  const Owned<cl_event> event = marker(queue, {});
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  const auto query = [&](auto... args) { return clGetEventInfo(event, args...); };
  EXPECT_EQ(query_as<cl_command_queue>(query, CL_EVENT_COMMAND_QUEUE), cl_command_queue(queue));
  EXPECT_EQ(query_as<cl_context>(query, CL_EVENT_CONTEXT), cl_context(context));
  EXPECT_EQ(query_as<cl_command_type>(query, CL_EVENT_COMMAND_TYPE),
            cl_command_type(CL_COMMAND_MARKER));
  EXPECT_EQ(query_as<cl_int>(query, CL_EVENT_COMMAND_EXECUTION_STATUS), CL_COMPLETE);
  EXPECT_EQ(query_as<cl_uint>(query, CL_EVENT_REFERENCE_COUNT), 1u);
  check_unknown_name(query);
  const Owned<cl_event> user = make_user_event();
  const auto ask_user = [&](auto... args) { return clGetEventInfo(user, args...); };
  EXPECT_EQ(query_as<cl_command_queue>(ask_user, CL_EVENT_COMMAND_QUEUE), nullptr);
  EXPECT_EQ(query_as<cl_command_type>(ask_user, CL_EVENT_COMMAND_TYPE),
            cl_command_type(CL_COMMAND_USER));
}

TEST_F(Event, WaitErrors) {
  EXPECT_EQ(clWaitForEvents(0, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clWaitForEvents(1, nullptr), CL_INVALID_VALUE);
  const Owned<cl_event> mine = make_user_event();
  const Owned<cl_context> other = make_context();
  const Owned<cl_event> foreign = clCreateUserEvent(other, nullptr);
  const cl_event both[] = {mine, foreign};
  EXPECT_EQ(clWaitForEvents(2, both), CL_INVALID_CONTEXT);
  const cl_event with_null[] = {mine, nullptr};
  EXPECT_EQ(clWaitForEvents(2, with_null), CL_INVALID_EVENT);
  EXPECT_EQ(clSetUserEventStatus(mine, -5), CL_SUCCESS);
  EXPECT_EQ(wait(mine), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_F(Event, WaitListErrors) {
  const Owned<cl_event> mine = make_user_event();
  const cl_event event = mine;
  EXPECT_EQ(clEnqueueMarkerWithWaitList(queue, 1, nullptr, nullptr), CL_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(clEnqueueMarkerWithWaitList(queue, 0, &event, nullptr), CL_INVALID_EVENT_WAIT_LIST);
  const Owned<cl_context> other = make_context();
  const Owned<cl_event> foreign = clCreateUserEvent(other, nullptr);
  const cl_event list = foreign;
  EXPECT_EQ(clEnqueueMarkerWithWaitList(queue, 1, &list, nullptr), CL_INVALID_CONTEXT);
}

TEST_F(Event, UserEventHoldsBack) {
  for (const bool in_order : {true, false}) {
    const Owned<cl_command_queue> on = in_order ? make_queue() : out_of_order_queue();
    const Owned<cl_event> gate = make_user_event();
    const Owned<cl_event> held = marker(on, {gate});
    EXPECT_EQ(clFlush(on), CL_SUCCESS);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_GT(status(held), CL_COMPLETE);
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(wait(held), CL_SUCCESS);
    EXPECT_EQ(clFinish(on), CL_SUCCESS);
  }
}

TEST_F(Event, InOrderQueueStaysInOrderBehindAUserEvent) {
  const Owned<cl_mem> buffer = make_buffer(4);
  const cl_uint one = 1;
  const cl_uint two = 2;
  const Owned<cl_event> gate = make_user_event();
  const cl_event list = gate;
  EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, &one, 4, 0, 4, 1, &list, nullptr), CL_SUCCESS);
  EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, &two, 4, 0, 4, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFlush(queue), CL_SUCCESS);
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  });
  EXPECT_EQ(contents<cl_uint>(buffer, 1)[0], 2u); // blocks behind both
  later.join();
}

TEST_F(Event, FailureSpreads) {
  for (const bool in_order : {true, false}) {
    const Owned<cl_command_queue> on = in_order ? make_queue() : out_of_order_queue();
    const Owned<cl_event> gate = make_user_event();
    const Owned<cl_event> first = marker(on, {gate});
    const Owned<cl_event> second = marker(on, {first});
    const Owned<cl_event> third = marker(on, {second});
    const Owned<cl_event> other = marker(make_queue(), {second});
    const Owned<cl_event> unrelated = marker(on, {});
    EXPECT_EQ(clFlush(on), CL_SUCCESS);
    EXPECT_EQ(clSetUserEventStatus(gate, -42), CL_SUCCESS);
    EXPECT_EQ(clFinish(on), CL_SUCCESS);
    EXPECT_EQ(wait(other), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_EQ(status(gate), -42);
    for (const cl_event failed : {cl_event(first), cl_event(second), cl_event(third)}) {
      EXPECT_LT(status(failed), 0);
    }
    EXPECT_EQ(in_order ? status(unrelated) : CL_COMPLETE, CL_COMPLETE);
    const Owned<cl_event> afterwards = marker(on, {}); // the queue is as good as before
    EXPECT_EQ(wait(afterwards), CL_SUCCESS);
    const Owned<cl_event> late = marker(on, {first}); // failed before it was enqueued
    EXPECT_EQ(clFinish(on), CL_SUCCESS);
    EXPECT_LT(status(late), 0);
  }
}

TEST_F(Event, BlockingCommandReportsFailedWaitList) {
  const Owned<cl_mem> buffer = make_buffer(4);
  const Owned<cl_event> gate = make_user_event();
  EXPECT_EQ(clSetUserEventStatus(gate, -1), CL_SUCCESS);
  const cl_event list = gate;
  cl_uint value = 0;
  EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &value, 1, &list, nullptr),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  cl_int error = 0;
  clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 4, 1, &list, nullptr, &error);
  EXPECT_EQ(error, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(Event, Callbacks) {
  const Owned<cl_event> gate = make_user_event();
  const Owned<cl_event> event = marker(queue, {gate});
  Calls submitted, running, complete;
  EXPECT_EQ(clSetEventCallback(event, CL_SUBMITTED, note, &submitted), CL_SUCCESS);
  EXPECT_EQ(clSetEventCallback(event, CL_RUNNING, note, &running), CL_SUCCESS);
  EXPECT_EQ(clSetEventCallback(event, CL_COMPLETE, note, &complete), CL_SUCCESS);
  EXPECT_EQ(clSetEventCallback(event, CL_QUEUED, note, &complete), CL_INVALID_VALUE);
  EXPECT_EQ(clSetEventCallback(event, -1, note, &complete), CL_INVALID_VALUE);
  EXPECT_EQ(clSetEventCallback(event, CL_COMPLETE, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(complete.count, 0);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(submitted.count, 1);
  EXPECT_EQ(submitted.last, CL_SUBMITTED);
  EXPECT_EQ(running.count, 1);
  EXPECT_EQ(running.last, CL_RUNNING);
  EXPECT_EQ(complete.count, 1);
  EXPECT_EQ(complete.last, CL_COMPLETE);
  EXPECT_EQ(clSetEventCallback(event, CL_COMPLETE, note, &complete), CL_SUCCESS);
  EXPECT_EQ(complete.count, 2); // called at once: it has ended
}

/// A marker that has waited ends on the thread that ends its wait: at once, whatever the device
/// does, with times of its own, and threads that wait for it, or for its queue, go on.
TEST_F(Event, MarkersThatWaitedEndAtOnce) {
  for (const cl_command_queue_properties order : {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}) {
    const Owned<cl_command_queue> on = make_queue(order | CL_QUEUE_PROFILING_ENABLE);
    const Owned<cl_event> gate = make_user_event();
    const Owned<cl_event> event = marker(on, {gate});
    const Owned<cl_event> last = marker(on, {event});
    EXPECT_EQ(clFlush(on), CL_SUCCESS);
    std::thread finishes([&] { EXPECT_EQ(clFinish(on), CL_SUCCESS); });
    std::thread waits([&] {
      const cl_event raw = last;
      EXPECT_EQ(clWaitForEvents(1, &raw), CL_SUCCESS);
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(status(event), CL_COMPLETE);
    finishes.join();
    waits.join();
    EXPECT_EQ(status(last), CL_COMPLETE);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
    cl_ulong before = 0;
    for (const cl_profiling_info name :
         {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT, CL_PROFILING_COMMAND_START,
          CL_PROFILING_COMMAND_END, CL_PROFILING_COMMAND_COMPLETE}) {
      const auto time = query_as<cl_ulong>(
          [&](auto... args) { return clGetEventProfilingInfo(event, args...); }, name);
      EXPECT_GE(time, std::max<cl_ulong>(before, 1)) << name;
      before = time;
    }
  }
}

TEST_F(Event, CallbackOfFailure) {
  const Owned<cl_event> gate = make_user_event();
  const Owned<cl_event> event = marker(queue, {gate});
  Calls calls;
  EXPECT_EQ(clSetEventCallback(event, CL_COMPLETE, note, &calls), CL_SUCCESS);
  EXPECT_EQ(clSetUserEventStatus(gate, -7), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(calls.count, 1);
  EXPECT_LT(calls.last, 0);
}

TEST_F(Event, CallbackMayEnqueue) {
  struct Next {
    cl_command_queue queue;
    std::atomic<bool> enqueued = false;
    static void CL_CALLBACK run(cl_event, cl_int, void* user_data) {
      auto* next = static_cast<Next*>(user_data);
      EXPECT_EQ(clEnqueueBarrier(next->queue), CL_SUCCESS);
      EXPECT_EQ(clFlush(next->queue), CL_SUCCESS);
      next->enqueued = true;
    }
  } next{queue};
  const Owned<cl_event> gate = make_user_event();
  const Owned<cl_event> event = marker(queue, {gate});
  EXPECT_EQ(clSetEventCallback(event, CL_COMPLETE, Next::run, &next), CL_SUCCESS);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  while (!next.enqueued) {
    std::this_thread::yield();
  }
}

TEST_F(Event, LongChains) {
  for (const bool in_order : {true, false}) {
    const Owned<cl_command_queue> on = in_order ? make_queue() : out_of_order_queue();
    for (const cl_int outcome : {CL_COMPLETE, -3}) {
      const Owned<cl_event> gate = make_user_event();
      std::vector<Owned<cl_event>> chain;
      chain.push_back(marker(on, {gate}));
      for (int i = 0; i < 5000; ++i) {
        chain.push_back(marker(on, {chain.back()}));
      }
      EXPECT_EQ(clSetUserEventStatus(gate, outcome), CL_SUCCESS);
      EXPECT_EQ(clFinish(on), CL_SUCCESS);
      for (const auto& link : chain) {
        EXPECT_EQ(status(link) < 0, outcome < 0);
        EXPECT_LE(status(link), CL_COMPLETE);
      }
    }
  }
}

TEST_F(Event, AcrossQueues) {
  const Owned<cl_command_queue> a = make_queue();
  const Owned<cl_command_queue> b = out_of_order_queue();
  const Owned<cl_mem> buffer = make_buffer(4);
  Owned<cl_event> last = make_user_event();
  EXPECT_EQ(clSetUserEventStatus(last, CL_COMPLETE), CL_SUCCESS);
  for (cl_uint i = 1; i <= 200; ++i) {
    const cl_event list = last;
    Owned<cl_event> next;
    ASSERT_EQ(clEnqueueFillBuffer(i % 2 ? a : b, buffer, &i, 4, 0, 4, 1, &list, &next), CL_SUCCESS);
    last = std::move(next);
  }
  EXPECT_EQ(wait(last), CL_SUCCESS); // flushes what it depends on, too
  EXPECT_EQ(contents<cl_uint>(buffer, 1)[0], 200u);
}

TEST_F(Event, Profiling) {
  const Owned<cl_command_queue> on = make_queue(CL_QUEUE_PROFILING_ENABLE);
  const Owned<cl_mem> buffer = make_buffer(1 << 20);
  const cl_uint zero = 0;
  Owned<cl_event> event;
  ASSERT_EQ(clEnqueueFillBuffer(on, buffer, &zero, 4, 0, 1 << 20, 0, nullptr, &event), CL_SUCCESS);
  ASSERT_EQ(clFinish(on), CL_SUCCESS);
  const auto query = [&](auto... args) { return clGetEventProfilingInfo(event, args...); };
  const auto queued = query_as<cl_ulong>(query, CL_PROFILING_COMMAND_QUEUED);
  const auto submitted = query_as<cl_ulong>(query, CL_PROFILING_COMMAND_SUBMIT);
  const auto start = query_as<cl_ulong>(query, CL_PROFILING_COMMAND_START);
  const auto end = query_as<cl_ulong>(query, CL_PROFILING_COMMAND_END);
  EXPECT_GT(queued, 0u);
  EXPECT_LE(queued, submitted);
  EXPECT_LE(submitted, start);
  EXPECT_LT(start, end);
  EXPECT_LT(end - queued, 10'000'000'000u);
  check_unknown_name(query);
}

/// What is flushed one by one goes to the device at once when its turn has come.
TEST_F(Event, FlushedBehindAnUnfinishedCommand) {
  for (const bool fails : {false, true}) {
    const Owned<cl_command_queue> on = make_queue(CL_QUEUE_PROFILING_ENABLE);
    const Owned<cl_event> gate = make_user_event();
    const Owned<cl_event> held = marker(on, {gate});
    std::vector<Owned<cl_event>> behind;
    for (int i = 0; i < 3; ++i) {
      behind.push_back(marker(on, {}));
      EXPECT_EQ(clFlush(on), CL_SUCCESS);
      EXPECT_GT(status(behind.back()), CL_COMPLETE);
    }
    EXPECT_EQ(clSetUserEventStatus(gate, fails ? -1 : CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(clFinish(on), CL_SUCCESS);
    EXPECT_EQ(status(held) < 0, fails);
    std::vector<cl_ulong> submitted;
    for (const auto& event : behind) {
      ASSERT_LE(status(event), CL_COMPLETE);
      submitted.push_back(
          query_as<cl_ulong>([&](auto... args) { return clGetEventProfilingInfo(event, args...); },
                             CL_PROFILING_COMMAND_SUBMIT));
    }
    EXPECT_EQ(submitted, std::vector(3, submitted[0])) << fails;
  }
}

TEST_F(Event, ProfilingOfSmallBlockingRead) {
  const Owned<cl_command_queue> on = make_queue(CL_QUEUE_PROFILING_ENABLE);
  const Owned<cl_mem> buffer = make_buffer(4);
  cl_uint value = 0;
  Owned<cl_event> event;
  ASSERT_EQ(clEnqueueReadBuffer(on, buffer, CL_TRUE, 0, 4, &value, 0, nullptr, &event), CL_SUCCESS);
  cl_ulong times[4] = {};
  for (cl_uint i = 0; i < 4; ++i) {
    EXPECT_EQ(
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_QUEUED + i, 8, times + i, nullptr),
        CL_SUCCESS);
  }
  EXPECT_TRUE(times[0] && times[0] <= times[1] && times[1] <= times[2] && times[2] <= times[3]);
}

TEST_F(Event, ProfilingNotAvailable) {
  const Owned<cl_event> plain = marker(queue, {});
  EXPECT_EQ(wait(plain), CL_SUCCESS);
  cl_ulong value = 0;
  EXPECT_EQ(clGetEventProfilingInfo(plain, CL_PROFILING_COMMAND_END, 8, &value, nullptr),
            CL_PROFILING_INFO_NOT_AVAILABLE);
  const Owned<cl_event> user = make_user_event();
  EXPECT_EQ(clGetEventProfilingInfo(user, CL_PROFILING_COMMAND_END, 8, &value, nullptr),
            CL_PROFILING_INFO_NOT_AVAILABLE);
  const Owned<cl_command_queue> profiled = make_queue(CL_QUEUE_PROFILING_ENABLE);
  const Owned<cl_event> held = marker(profiled, {user});
  EXPECT_EQ(clGetEventProfilingInfo(held, CL_PROFILING_COMMAND_END, 8, &value, nullptr),
            CL_PROFILING_INFO_NOT_AVAILABLE);
  EXPECT_EQ(clSetUserEventStatus(user, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clFinish(profiled), CL_SUCCESS);
}
