// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Handles that are null, of another type, released, or released and their memory reused: every
// parameter of every entry point gives the error of its object, and nothing crashes.
#include "handle_uses.h"
#include "sub_device_fixture.h"

#include <atomic>
#include <set>
#include <thread>

class Handles : public HandleTest {
protected:
  /// A handle, and the type whose parameters it is right for, if it lives.
  struct Given {
    void* handle;
    const char* kind;
    HandleType type;
    bool lives;
  };
  void check(const std::vector<Given>& handles) {
    const auto all = uses();
    for (const Given& given : handles) {
      for (const HandleUse& use : all) {
        if (!(given.lives && given.type == use.type)) {
          EXPECT_EQ(use.call(given.handle), use.expected)
              << use.name << " with a handle that is " << given.kind;
        }
      }
    }
  }
  /// Released handles, one of each type that can be released.
  std::vector<Given> gone() {
    const char* text = "kernel void k() {}";
    Owned<cl_event> command;
    EXPECT_EQ(clEnqueueMarker(queue, &command), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    std::vector<Given> handles = {
        {stale(make_context()), "a released context", HandleType::context, false},
        {stale(make_queue()), "a released queue", HandleType::queue, false},
        {stale(make_buffer()), "a released buffer", HandleType::memory, false},
        {stale(Owned<cl_program>(clCreateProgramWithSource(context, 1, &text, nullptr, nullptr))),
         "a released program", HandleType::program, false},
        {stale(kernel_of(program, "nothing")), "a released kernel", HandleType::kernel, false},
        {stale(make_user_event()), "a released user event", HandleType::event, false},
        {stale(std::move(command)), "a released command's event", HandleType::event, false},
        {stale(make_semaphore()), "a released semaphore", HandleType::semaphore, false}};
    if (units_of(device) > 1) {
      auto parts = sub_devices(device, {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
      handles.push_back(
          {stale(std::move(parts[0])), "a released sub-device", HandleType::device, false});
    }
    return handles;
  }
};

TEST_F(Handles, Null) {
  for (const HandleUse& use : uses()) {
    if (!use.null_is_fine) {
      EXPECT_EQ(use.call(nullptr), use.expected) << use.name;
    }
  }
}

TEST_F(Handles, OfAnotherType) {
  const Owned<cl_event> event = make_user_event();
  check({{platform, "a platform", HandleType::platform, true},
         {device, "a device", HandleType::device, true},
         {cl_context(context), "a context", HandleType::context, true},
         {cl_command_queue(queue), "a queue", HandleType::queue, true},
         {cl_mem(good), "a buffer", HandleType::memory, true},
         {cl_program(program), "a program", HandleType::program, true},
         {cl_kernel(nothing), "a kernel", HandleType::kernel, true},
         {cl_event(event), "an event", HandleType::event, true},
         {cl_semaphore_khr(semaphore), "a semaphore", HandleType::semaphore, true}});
}

TEST_F(Handles, Released) { check(gone()); }

TEST_F(Handles, ReleasedAndFollowedByOthers) {
  const auto handles = gone();
  std::vector<Owned<cl_context>> contexts;
  std::vector<Owned<cl_command_queue>> queues;
  std::vector<Owned<cl_mem>> buffers;
  std::vector<Owned<cl_program>> programs;
  std::vector<Owned<cl_kernel>> kernels;
  std::vector<Owned<cl_event>> events;
  std::vector<Owned<cl_semaphore_khr>> semaphores;
  for (int i = 0; i < 32; ++i) {
    contexts.push_back(make_context());
    queues.push_back(make_queue());
    buffers.push_back(make_buffer());
    programs.push_back(build());
    kernels.push_back(kernel_of(programs.back(), "nothing"));
    events.push_back(make_user_event());
    semaphores.push_back(make_semaphore());
  }
  check(handles);
}

/// A released object stays as long as another one needs it; only the application may no longer use
/// its handle.
TEST_F(Handles, ReleasedWhileInUse) {
  const Owned<cl_event> gate = make_user_event();
  const cl_event list = gate;
  Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_ulong>(8, 0));
  Owned<cl_kernel> count = kernel("count_visits");
  set(count, 0, buffer);
  const size_t eight = 8;
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, count, 1, nullptr, &eight, nullptr, 1, &list, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clReleaseKernel(count), CL_SUCCESS);
  EXPECT_EQ(clReleaseKernel(count.take()), CL_INVALID_KERNEL); // once is enough
  const cl_mem handle = buffer;
  EXPECT_EQ(clReleaseMemObject(buffer.take()), CL_SUCCESS);
  EXPECT_EQ(clReleaseMemObject(handle), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

/// An event of a wait list that another thread releases meanwhile is waited for or refused.
TEST_F(Handles, ReleasedByAnotherThreadMeanwhile) {
  std::atomic<cl_event> given = nullptr;
  std::atomic<bool> stop = false;
  std::thread other([&] {
    while (!stop) {
      if (const cl_event event = given) {
        EXPECT_EQ(clReleaseEvent(event), CL_SUCCESS);
        given = nullptr;
      }
    }
  });
  const auto waiting = make_queue();
  for (int round = 0; round < 20000; ++round) {
    cl_event event = nullptr;
    ASSERT_EQ(clEnqueueMarker(queue, &event), CL_SUCCESS);
    ASSERT_EQ(clFlush(queue), CL_SUCCESS);
    given = event;
    const cl_int error = clEnqueueMarkerWithWaitList(waiting, 1, &event, nullptr);
    EXPECT_TRUE(error == CL_SUCCESS || error == CL_INVALID_EVENT_WAIT_LIST) << error;
    const cl_int waited = clWaitForEvents(1, &event);
    EXPECT_TRUE(waited == CL_SUCCESS || waited == CL_INVALID_EVENT) << waited;
    while (given) {
    }
  }
  stop = true;
  other.join();
}

/// The table is complete: it names every function of the API that takes a handle.
TEST_F(Handles, EveryEntryPointIsThere) {
  std::set<std::string> names;
  for (const HandleUse& use : uses()) {
    const std::string name = use.name;
    names.insert(name.substr(0, name.find(',')));
  }
  // OpenCL 1.2 and its deprecated functions are 89, of which clGetPlatformIDs, clUnloadCompiler and
  // clGetExtensionFunctionAddress take no handle; extensions add 7 (clIcdGetPlatformIDsKHR takes
  // none), and later versions 16: queues, samplers, buffers and images with properties, pipes and
  // their query, programs of SPIR-V and their constants, default queues, clones of kernels, two
  // timers, the end of contexts and of programs, the query for sub-groups and the suggested local
  // size. Of shared virtual memory there are 10, of which clSVMFree says nothing; of
  // cl_intel_unified_shared_memory 12, of variables and functions by name 4, of semaphores and
  // external ones 8, of external memory 2, the end of a context before its time, and the most
  // concurrent groups.
  EXPECT_EQ(names.size(), 89u - 3 + 7 + 16 + (10 - 1) + 12 + 4 + 8 + 2 + 1 + 1);
}

/// Each thread makes objects from a stock of its own, to which they go back, so that no stock grows
/// where one thread makes what another releases. In a process of its own, whose stocks are small.
TEST_F(Handles, MadeByOneThreadAndReleasedByAnother) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto look = [&] {
    std::set<cl_event> seen;
    for (int round = 0; round < 50; ++round) {
      std::vector<Owned<cl_event>> events;
      for (int i = 0; i < 200; ++i) {
        events.push_back(make_user_event());
        seen.insert(events.back());
      }
      std::thread([&] { events.clear(); }).join();
    }
    std::_Exit(seen.size() < 1000 && !HasFailure() ? 0 : 1);
  };
  EXPECT_EXIT(look(), testing::ExitedWithCode(0), "");
}
