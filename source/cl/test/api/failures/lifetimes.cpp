// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How long objects live: until the application and the commands that use them have let go of them,
// and not longer.
#include "binary_fixture.h"

#include <atomic>
#include <thread>

namespace {

/// Commands that wait until they are told to go on.
struct Gate {
  std::atomic<bool> is_open = false;

  static void CL_CALLBACK pass(void* raw) {
    const Gate* gate = *static_cast<Gate**>(raw);
    while (!gate->is_open) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
};

class Lifetimes : public ClBinaryTest {
protected:
  static void enqueue(cl_command_queue on, Gate& gate) {
    Gate* argument = &gate;
    ASSERT_EQ(clEnqueueNativeKernel(on, Gate::pass, &argument, sizeof argument, 0, nullptr, nullptr,
                                    0, nullptr, nullptr),
              CL_SUCCESS);
  }
  /// A buffer that tells when it is gone.
  Owned<cl_mem> make_noted_buffer(std::atomic<bool>& gone) {
    Owned<cl_mem> buffer = make_buffer();
    const auto note = [](cl_mem, void* flag) { *static_cast<std::atomic<bool>*>(flag) = true; };
    EXPECT_EQ(clSetMemObjectDestructorCallback(buffer, note, &gone), CL_SUCCESS);
    return buffer;
  }
  static cl_int launch(cl_command_queue on, cl_kernel kernel, cl_event* event = nullptr) {
    constexpr size_t one = 1;
    return clEnqueueNDRangeKernel(on, kernel, 1, nullptr, &one, nullptr, 0, nullptr, event);
  }
  template <typename Condition> static bool soon(Condition condition) {
    for (int i = 0; i < 5000 && !condition(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return condition();
  }
};

TEST_F(Lifetimes, QueuesAndContextsGoWhateverTheirLastCommandWas) {
  for (const cl_command_queue_properties properties :
       {cl_command_queue_properties(0),
        cl_command_queue_properties(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)}) {
    for (const bool is_barrier : {true, false}) {
      const Owned<cl_context> own = make_context();
      cl_int error = 1;
      const cl_command_queue on = clCreateCommandQueue(own, device, properties, &error);
      ASSERT_EQ(error, CL_SUCCESS);
      EXPECT_EQ(is_barrier ? clEnqueueBarrierWithWaitList(on, 0, nullptr, nullptr)
                           : clEnqueueMarkerWithWaitList(on, 0, nullptr, nullptr),
                CL_SUCCESS);
      EXPECT_EQ(clFinish(on), CL_SUCCESS);
      EXPECT_EQ(clReleaseCommandQueue(on), CL_SUCCESS);
      const auto gone = [&] {
        return clGetCommandQueueInfo(on, CL_QUEUE_CONTEXT, 0, nullptr, nullptr) ==
               CL_INVALID_COMMAND_QUEUE;
      };
      EXPECT_TRUE(soon(gone)) << properties << (is_barrier ? " barrier" : " marker");
    }
  }
}

/// The objects that a command used go when it has ended, although commands enqueued with it have
/// not.
TEST_F(Lifetimes, CommandsLetGoOfWhatTheyUsedWhenTheyEnd) {
  for (const bool in_order : {true, false}) {
    for (const bool with_event : {true, false}) {
      std::atomic<bool> gone = false;
      Gate before, after;
      const Owned<cl_command_queue> on = in_order ? make_queue() : out_of_order_queue();
      Owned<cl_program> program = build();
      {
        const Owned<cl_mem> buffer = make_noted_buffer(gone);
        const Owned<cl_kernel> kernel = kernel_of(program, "count_visits");
        set(kernel, 0, buffer);
        Owned<cl_event> done;
        enqueue(on, before);
        ASSERT_EQ(launch(on, kernel, with_event ? &done : nullptr), CL_SUCCESS);
        enqueue(on, after);
        ASSERT_EQ(clFlush(on), CL_SUCCESS);
        before.is_open = true;
        if (with_event) {
          EXPECT_EQ(clWaitForEvents(1, &done), CL_SUCCESS);
        }
      }
      EXPECT_TRUE(with_event ? gone.load() : soon([&] { return gone.load(); }))
          << in_order << with_event;
      EXPECT_TRUE(soon([&] {
        return clBuildProgram(program, 0, nullptr, "", nullptr, nullptr) == CL_SUCCESS;
      })) << "no kernel is attached";
      after.is_open = true;
      EXPECT_EQ(clFinish(on), CL_SUCCESS);
    }
  }
}

/// A buffer used by two commands goes with the last of them.
TEST_F(Lifetimes, NothingGoesBeforeTheLastCommandThatUsesIt) {
  std::atomic<bool> gone = false;
  Gate gate;
  {
    const Owned<cl_mem> buffer = make_noted_buffer(gone);
    const cl_uint zero = 0;
    ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &zero, 4, 0, 64, 0, nullptr, nullptr), CL_SUCCESS);
    enqueue(queue, gate);
    ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &zero, 4, 0, 64, 0, nullptr, nullptr), CL_SUCCESS);
    ASSERT_EQ(clFlush(queue), CL_SUCCESS);
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(gone);
  gate.is_open = true;
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_TRUE(soon([&] { return gone.load(); }));
}

/// However many objects have had the handle since.
TEST_F(Lifetimes, ReleasedArgumentsAreNoticed) {
  const Owned<cl_kernel> kernel = this->kernel("count_visits");
  cl_mem first = make_buffer().take();
  set(kernel, 0, first);
  ASSERT_EQ(clReleaseMemObject(first), CL_SUCCESS);
  bool same_handle = false;
  // All handles that are free have their turn: many, where tests have run before.
  for (int round = 0; round < 3 || (round < 2000 && !same_handle); ++round) {
    std::vector<Owned<cl_mem>> others;
    for (int i = 0; i < 300; ++i) {
      others.push_back(make_buffer());
      same_handle = same_handle || others.back() == first;
    }
    EXPECT_EQ(launch(queue, kernel), CL_INVALID_KERNEL_ARGS);
  }
  EXPECT_TRUE(same_handle) << "the test shows nothing";
}

/// A buffer that goes, with the command that kept it, while a launch looks at it.
TEST_F(Lifetimes, ReleasedArgumentsMayGoAtAnyTime) {
  const Owned<cl_kernel> kernel = this->kernel("count_visits");
  for (int round = 0; round < 500; ++round) {
    {
      const Owned<cl_mem> buffer = make_buffer();
      set(kernel, 0, buffer);
      ASSERT_EQ(launch(queue, kernel), CL_SUCCESS);
      ASSERT_EQ(clFlush(queue), CL_SUCCESS);
    }
    cl_int error = CL_SUCCESS;
    for (int i = 0; i < 50 && error == CL_SUCCESS; ++i) {
      std::this_thread::sleep_for(std::chrono::microseconds(round % 50));
      error = launch(queue, kernel);
      ASSERT_EQ(clFlush(queue), CL_SUCCESS);
    }
    EXPECT_TRUE(error == CL_SUCCESS || error == CL_INVALID_KERNEL_ARGS) << error;
  }
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

} // namespace
