// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Callbacks call the API: everything that does not block, on whatever thread they come, while other
// threads go on.
#include "fixture.h"

#include <atomic>
#include <functional>
#include <thread>

namespace {

/// A callback of any kind that calls a function, once.
struct Call {
  std::function<void()> function;
  std::atomic<bool> done = false;

  void run() {
    function();
    done = true;
  }
  void wait() const {
    while (!done) {
      std::this_thread::yield(); // ends by the test's time limit if it never happens
    }
  }
  static void CL_CALLBACK of_event(cl_event, cl_int, void* self) {
    static_cast<Call*>(self)->run();
  }
  static void CL_CALLBACK of_memory(cl_mem, void* self) { static_cast<Call*>(self)->run(); }
  static void CL_CALLBACK of_context(const char*, const void*, size_t, void* self) {
    static_cast<Call*>(self)->run();
  }
  static void CL_CALLBACK native(void* self) { (*static_cast<Call**>(self))->run(); }
};

} // namespace

class Callbacks : public ClTest {
protected:
  Owned<cl_event> marker(cl_command_queue on, cl_event behind) {
    Owned<cl_event> event;
    EXPECT_EQ(clEnqueueMarkerWithWaitList(on, 1, &behind, &event), CL_SUCCESS);
    return event;
  }
  /// Lets a command on `on` end, with `call` as the callback of its end, and waits for it.
  void run_at_end(cl_command_queue on, Call& call) {
    const Owned<cl_event> gate = make_user_event();
    const Owned<cl_event> event = marker(on, gate);
    ASSERT_EQ(clSetEventCallback(event, CL_COMPLETE, Call::of_event, &call), CL_SUCCESS);
    ASSERT_EQ(clFlush(on), CL_SUCCESS);
    ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    call.wait();
    EXPECT_EQ(clFinish(on), CL_SUCCESS);
  }
  /// Calls of everything that a callback may call.
  void use_everything(cl_command_queue on) {
    const cl_uint value = 5;
    const Owned<cl_mem> buffer = make_buffer(64);
    Owned<cl_event> filled;
    EXPECT_EQ(clEnqueueFillBuffer(on, buffer, &value, 4, 0, 64, 0, nullptr, &filled), CL_SUCCESS);
    const Owned<cl_event> gate = make_user_event();
    const Owned<cl_event> held = marker(on, gate);
    EXPECT_EQ(status(gate), CL_SUBMITTED);
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    cl_int error = 1;
    Owned<cl_event> mapped;
    const cl_event before = filled; // the queue may be out of order
    void* pointer =
        clEnqueueMapBuffer(on, buffer, CL_FALSE, CL_MAP_READ, 0, 4, 1, &before, &mapped, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(clEnqueueUnmapMemObject(on, buffer, pointer, 0, nullptr, nullptr), CL_SUCCESS);
    const char* source = "kernel void k() {}";
    const Owned<cl_program> program =
        clCreateProgramWithSource(context, 1, &source, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(clEnqueueBarrier(on), CL_SUCCESS);
    EXPECT_EQ(clFlush(on), CL_SUCCESS);
    EXPECT_EQ(clFlush(queue), CL_SUCCESS);
  }
};

TEST_F(Callbacks, OfEventsUseEverything) {
  for (const bool in_order : {true, false}) {
    const Owned<cl_command_queue> on = in_order ? make_queue() : out_of_order_queue();
    Call call{[&] { use_everything(on); }};
    run_at_end(on, call);
  }
}

TEST_F(Callbacks, OfAllStatesAndOfUserEvents) {
  const Owned<cl_event> gate = make_user_event();
  const Owned<cl_event> event = marker(queue, gate);
  Call calls[4];
  for (Call& call : calls) {
    call.function = [&] { use_everything(queue); };
  }
  ASSERT_EQ(clSetEventCallback(gate, CL_COMPLETE, Call::of_event, &calls[0]), CL_SUCCESS);
  ASSERT_EQ(clSetEventCallback(event, CL_SUBMITTED, Call::of_event, &calls[1]), CL_SUCCESS);
  ASSERT_EQ(clSetEventCallback(event, CL_RUNNING, Call::of_event, &calls[2]), CL_SUCCESS);
  ASSERT_EQ(clSetEventCallback(event, CL_COMPLETE, Call::of_event, &calls[3]), CL_SUCCESS);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  for (const Call& call : calls) {
    call.wait();
  }
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(Callbacks, RegisterOthersOnTheSameEvent) {
  Owned<cl_event> event;
  const Owned<cl_event> gate = make_user_event();
  event = marker(queue, gate);
  Call second{[] {}};
  Call first{[&] {
    EXPECT_EQ(clSetEventCallback(event, CL_COMPLETE, Call::of_event, &second), CL_SUCCESS);
    EXPECT_TRUE(second.done); // called at once: the event has ended
  }};
  ASSERT_EQ(clSetEventCallback(event, CL_COMPLETE, Call::of_event, &first), CL_SUCCESS);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  first.wait();
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(Callbacks, ReleaseTheLastReferences) {
  Owned<cl_context> other = make_context();
  Owned<cl_command_queue> on = clCreateCommandQueue(other, device, 0, nullptr);
  Owned<cl_mem> buffer = clCreateBuffer(other, 0, 64, nullptr, nullptr);
  const Owned<cl_event> gate = clCreateUserEvent(other, nullptr);
  Owned<cl_event> event;
  const cl_event list = gate;
  const cl_uint value = 1;
  ASSERT_EQ(clEnqueueFillBuffer(on, buffer, &value, 4, 0, 64, 1, &list, &event), CL_SUCCESS);
  ASSERT_EQ(clFlush(on), CL_SUCCESS);
  Call call;
  const cl_event ended = event;
  ASSERT_EQ(clSetEventCallback(ended, CL_COMPLETE, Call::of_event, &call), CL_SUCCESS);
  call.function = [&] {
    EXPECT_EQ(clReleaseMemObject(buffer.take()), CL_SUCCESS);
    EXPECT_EQ(clReleaseCommandQueue(on.take()), CL_SUCCESS);
    EXPECT_EQ(clReleaseContext(other.take()), CL_SUCCESS);
    EXPECT_EQ(clReleaseEvent(event.take()), CL_SUCCESS);
  };
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  call.wait();
}

TEST_F(Callbacks, WhileAnotherThreadUsesTheSameObjects) {
  // The callback ends only when the other thread has got through: no lock is held.
  const Owned<cl_mem> buffer = make_buffer(64);
  Call call{[&] {
    std::thread other([&] {
      const cl_uint value = 7;
      EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, &value, 4, 0, 64, 0, nullptr, nullptr),
                CL_SUCCESS);
      EXPECT_EQ(clFlush(queue), CL_SUCCESS);
      use_everything(queue);
    });
    other.join();
  }};
  run_at_end(queue, call);
  EXPECT_EQ(contents<cl_uint>(buffer, 1)[0], 7u);
}

TEST_F(Callbacks, LongChainThroughUserEvents) {
  constexpr size_t length = 2000;
  struct Link {
    cl_event next;
    static void CL_CALLBACK go_on(cl_event, cl_int, void* self) {
      EXPECT_EQ(clSetUserEventStatus(static_cast<Link*>(self)->next, CL_COMPLETE), CL_SUCCESS);
    }
  };
  std::vector<Owned<cl_event>> gates(length + 1), markers(length);
  std::vector<Link> links(length);
  for (auto& gate : gates) {
    gate = make_user_event();
  }
  const Owned<cl_command_queue> on = out_of_order_queue();
  for (size_t i = 0; i < length; ++i) {
    links[i].next = gates[i + 1];
    markers[i] = marker(on, gates[i]);
    ASSERT_EQ(clSetEventCallback(markers[i], CL_COMPLETE, Link::go_on, &links[i]), CL_SUCCESS);
  }
  EXPECT_EQ(clFlush(on), CL_SUCCESS);
  EXPECT_EQ(clSetUserEventStatus(gates[0], CL_COMPLETE), CL_SUCCESS);
  const cl_event last = gates[length];
  EXPECT_EQ(clWaitForEvents(1, &last), CL_SUCCESS);
  EXPECT_EQ(clFinish(on), CL_SUCCESS);
}

TEST_F(Callbacks, OfMemoryObjects) {
  Owned<cl_mem> buffer = make_buffer();
  Owned<cl_mem> other = make_buffer();
  Call of_other{[&] { use_everything(queue); }};
  Call call{[&] {
    use_everything(queue);
    EXPECT_EQ(clReleaseMemObject(other.take()), CL_SUCCESS); // whose callback comes inside
    EXPECT_TRUE(of_other.done);
  }};
  ASSERT_EQ(clSetMemObjectDestructorCallback(buffer, Call::of_memory, &call), CL_SUCCESS);
  ASSERT_EQ(clSetMemObjectDestructorCallback(other, Call::of_memory, &of_other), CL_SUCCESS);
  EXPECT_EQ(clReleaseMemObject(buffer.take()), CL_SUCCESS);
  EXPECT_TRUE(call.done);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(Callbacks, OfContexts) {
  Call call{[&] { use_everything(queue); }};
  const Owned<cl_context> noted =
      clCreateContext(nullptr, 1, &device, Call::of_context, &call, nullptr);
  const unsigned char data[] = {'B', 'C', 0xC0, 0xDE, 0, 0, 0, 0}; // of which the driver complains
  const unsigned char* place = data;
  const size_t size = sizeof data;
  EXPECT_FALSE(clCreateProgramWithBinary(noted, 1, &device, &size, &place, nullptr, nullptr));
  EXPECT_TRUE(call.done);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(Callbacks, NativeKernelsEnqueueMore) {
  Call inner{[] {}};
  Call* argument = &inner;
  Call outer{[&] {
    EXPECT_EQ(clEnqueueNativeKernel(queue, Call::native, &argument, sizeof argument, 0, nullptr,
                                    nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
    use_everything(queue);
  }};
  Call* first = &outer;
  ASSERT_EQ(clEnqueueNativeKernel(queue, Call::native, &first, sizeof first, 0, nullptr, nullptr, 0,
                                  nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clFlush(queue), CL_SUCCESS);
  outer.wait();
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_TRUE(inner.done);
}
