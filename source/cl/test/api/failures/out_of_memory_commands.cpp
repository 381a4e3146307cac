// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory runs out while commands are enqueued, sent, run and waited for.
#include "failures/allocations_fixture.h"

#include <cstring>

class OutOfMemoryCommands : public AllocationsTest {
protected:
  void SetUp() override {
    AllocationsTest::SetUp();
    other = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
    a = make_buffer(4096);
    b = make_buffer(4096);
    program = program_of_kernels();
    kernel = kernel_of(program, "add");
    const cl_mem handles[] = {a, b};
    const cl_int value = 3;
    ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), &handles[0]), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof(cl_mem), &handles[1]), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(kernel, 2, sizeof value, &value), CL_SUCCESS);
    const cl_image_format format = {CL_RGBA, CL_FLOAT};
    cl_image_desc description = {};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = description.image_height = 8;
    picture = clCreateImage(context, 0, &format, &description, nullptr, nullptr);
    ASSERT_TRUE(picture);
    shared = static_cast<char*>(clSVMAlloc(context, 0, 4096, 0));
    ASSERT_TRUE(shared);
  }
  void TearDown() override { clSVMFree(context, shared); }

  struct EnqueueCase {
    const char* name;
    /// Enqueues on a queue, after the events of a list if there are any.
    std::function<cl_int(cl_command_queue, cl_uint, const cl_event*, cl_event*)> enqueue;
  };
  std::vector<EnqueueCase> rows() {
    static char host[4096];
    static constexpr size_t global = 1000, origin[3] = {}, region[3] = {16, 4, 4},
                            square[3] = {8, 8, 1};
    return {
        {"read",
         [this](auto q, auto n, auto* list, auto* event) {
           return clEnqueueReadBuffer(q, a, CL_FALSE, 0, 4096, host, n, list, event);
         }},
        {"blocking read",
         [this](auto q, auto n, auto* list, auto* event) {
           return clEnqueueReadBuffer(q, a, CL_TRUE, 0, 4096, host, n, list, event);
         }},
        {"write",
         [this](auto q, auto n, auto* list, auto* event) {
           return clEnqueueWriteBuffer(q, a, CL_FALSE, 0, 4096, host, n, list, event);
         }},
        {"blocking write",
         [this](auto q, auto n, auto* list, auto* event) {
           return clEnqueueWriteBuffer(q, a, CL_TRUE, 0, 4096, host, n, list, event);
         }},
        {"rectangular read",
         [this](auto q, auto n, auto* list, auto* event) {
           return clEnqueueReadBufferRect(q, a, CL_FALSE, origin, origin, region, 0, 0, 0, 0, host,
                                          n, list, event);
         }},
        {"rectangular write",
         [this](auto q, auto n, auto* list, auto* event) {
           return clEnqueueWriteBufferRect(q, a, CL_TRUE, origin, origin, region, 0, 0, 0, 0, host,
                                           n, list, event);
         }},
        {"copy",
         [this](auto q, auto n, auto* list, auto* event) {
           return clEnqueueCopyBuffer(q, a, b, 0, 0, 4096, n, list, event);
         }},
        {"rectangular copy",
         [this](auto q, auto n, auto* list, auto* event) {
           return clEnqueueCopyBufferRect(q, a, b, origin, origin, region, 0, 0, 0, 0, n, list,
                                          event);
         }},
        {"fill",
         [this](auto q, auto n, auto* list, auto* event) {
           return clEnqueueFillBuffer(q, a, "0123456789abcdef", 16, 0, 4096, n, list, event);
         }},
        {"image read",
         [this](auto q, auto n, auto* list, auto* event) {
           return clEnqueueReadImage(q, picture, CL_FALSE, origin, square, 0, 0, host, n, list,
                                     event);
         }},
        {"blocking image write",
         [this](auto q, auto n, auto* list, auto* event) {
           return clEnqueueWriteImage(q, picture, CL_TRUE, origin, square, 0, 0, host, n, list,
                                      event);
         }},
        {"image fill",
         [this](auto q, auto n, auto* list, auto* event) {
           return clEnqueueFillImage(q, picture, host, origin, square, n, list, event);
         }},
        {"image to buffer",
         [this](auto q, auto n, auto* list, auto* event) {
           return clEnqueueCopyImageToBuffer(q, picture, a, origin, square, 0, n, list, event);
         }},
        {"migration",
         [this](auto q, auto n, auto* list, auto* event) {
           const cl_mem both[] = {a, b};
           return clEnqueueMigrateMemObjects(q, 2, both, 0, n, list, event);
         }},
        {"native kernel",
         [this](auto q, auto n, auto* list, auto* event) {
           void* arguments[20] = {};
           const cl_mem memory = a;
           const void* place = &arguments[7];
           return clEnqueueNativeKernel(
               q, [](void* data) { *static_cast<char**>(data)[7] = 1; }, arguments,
               sizeof arguments, 1, &memory, &place, n, list, event);
         }},
        {"ND-range",
         [this](auto q, auto n, auto* list, auto* event) {
           return clEnqueueNDRangeKernel(q, kernel, 1, nullptr, &global, nullptr, n, list, event);
         }},
        {"task", [this](auto q, auto n, auto* list,
                        auto* event) { return clEnqueueTask(q, kernel, n, list, event); }},
        {"shared copy",
         [this](auto q, auto n, auto* list, auto* event) {
           return clEnqueueSVMMemcpy(q, CL_FALSE, shared, shared + 2048, 2048, n, list, event);
         }},
        {"shared fill",
         [this](auto q, auto n, auto* list, auto* event) {
           return clEnqueueSVMMemFill(q, shared, "0123456789abcdef", 16, 4096, n, list, event);
         }},
        {"shared migration",
         [this](auto q, auto n, auto* list, auto* event) {
           const void* places[] = {shared, shared + 100};
           return clEnqueueSVMMigrateMem(q, 2, places, nullptr, 0, n, list, event);
         }},
        {"shared free", // by a function that frees nothing
         [this](auto q, auto n, auto* list, auto* event) {
           void* places[] = {shared, shared + 100};
           return clEnqueueSVMFree(
               q, 2, places, [](cl_command_queue, cl_uint, void**, void*) {}, nullptr, n, list,
               event);
         }},
        {"marker", [](auto q, auto n, auto* list,
                      auto* event) { return clEnqueueMarkerWithWaitList(q, n, list, event); }},
        {"barrier", [](auto q, auto n, auto* list,
                       auto* event) { return clEnqueueBarrierWithWaitList(q, n, list, event); }},
        {"old marker",
         [](auto q, auto, auto*, auto* event) {
           Owned<cl_event> own;
           return clEnqueueMarker(q, event ? event : &own);
         }},
        {"old barrier", [](auto q, auto, auto*, auto*) { return clEnqueueBarrier(q); }},
    };
  }

  static bool has_no_event(const EnqueueCase& row) {
    return row.name == std::string("old barrier");
  }

  Owned<cl_command_queue> other;
  Owned<cl_mem> a, b, picture;
  char* shared = nullptr;
  Owned<cl_program> program;
  Owned<cl_kernel> kernel;
};

TEST_F(OutOfMemoryCommands, Enqueueing) {
  int failures = 0;
  for (const EnqueueCase& row : rows()) {
    SCOPED_TRACE(row.name);
    for (const cl_command_queue on : {cl_command_queue(queue), cl_command_queue(other)}) {
      expect_no_leak([&] {
        failures += each_fails(row.name, [&] { return row.enqueue(on, 0, nullptr, nullptr); });
        each_fails(row.name, [&] {
          Owned<cl_event> event;
          const cl_int result = row.enqueue(on, 0, nullptr, &event);
          allocations::stop_failing();
          EXPECT_TRUE(bool(event) == (result == CL_SUCCESS) || has_no_event(row)) << row.name;
          EXPECT_EQ(clFinish(on), CL_SUCCESS);
          EXPECT_TRUE(!event || status(event) == CL_COMPLETE) << row.name;
          return result;
        });
      });
    }
  }
  EXPECT_GT(failures, 100); // or the test saw none of them
}

/// What fails while the command runs fails the command.
TEST_F(OutOfMemoryCommands, OnALocalThread) {
  const Owned<cl_command_queue> in_order = make_queue(CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL),
                                any_order = make_queue(CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL |
                                                       CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  for (const EnqueueCase& row : rows()) {
    for (const cl_command_queue on : {cl_command_queue(in_order), cl_command_queue(any_order)}) {
      expect_no_leak([&] {
        for (int i = 1;; ++i) {
          Owned<cl_event> event;
          allocations::fail(i);
          const cl_int result = row.enqueue(on, 0, nullptr, &event);
          const bool failed = allocations::stop_failing();
          EXPECT_TRUE(bool(event) == (result == CL_SUCCESS) || has_no_event(row)) << row.name;
          EXPECT_TRUE(!event || status(event) <= CL_COMPLETE) << row.name;
          if (!failed) {
            EXPECT_EQ(result, CL_SUCCESS) << row.name;
            break;
          }
        }
        EXPECT_EQ(clFinish(on), CL_SUCCESS);
      });
    }
  }
}

/// A launch whose groups all run at the same time has all of them, or fails.
TEST_F(OutOfMemoryCommands, ConcurrentLaunches) {
  const Owned<cl_kernel> visits = kernel_of(program, "count_visits");
  constexpr cl_uint type = CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_CONCURRENT_INTEL;
  ASSERT_EQ(
      clSetKernelExecInfo(visits, CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL, sizeof type, &type),
      CL_SUCCESS);
  const size_t local = 4;
  size_t groups = 0;
  ASSERT_EQ(clGetKernelMaxConcurrentWorkGroupCountINTEL(queue, visits, 1, nullptr, &local, &groups),
            CL_SUCCESS);
  const size_t global = local * groups;
  const Owned<cl_mem> buffer = make_buffer(global * 8);
  const cl_mem argument = buffer;
  ASSERT_EQ(clSetKernelArg(visits, 0, sizeof argument, &argument), CL_SUCCESS);
  for (int i = 1;; ++i) {
    Owned<cl_event> event;
    allocations::fail(i);
    const cl_int result =
        clEnqueueNDRangeKernel(queue, visits, 1, nullptr, &global, &local, 0, nullptr, &event);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    const bool failed = allocations::stop_failing();
    EXPECT_EQ(bool(event), result == CL_SUCCESS);
    EXPECT_TRUE(!event || status(event) <= CL_COMPLETE);
    if (!failed) {
      EXPECT_EQ(result, CL_SUCCESS);
      EXPECT_EQ(status(event), CL_COMPLETE);
      break;
    }
  }
}

TEST_F(OutOfMemoryCommands, EnqueueingBehindEvents) {
  for (const EnqueueCase& row : rows()) {
    SCOPED_TRACE(row.name);
    if (std::strstr(row.name, "blocking") || std::strstr(row.name, "old") ||
        std::strstr(row.name, "write")) {
      continue; // would wait here, or takes no list
    }
    for (const cl_command_queue on : {cl_command_queue(queue), cl_command_queue(other)}) {
      expect_no_leak([&] {
        const Owned<cl_event> gate = make_user_event();
        Owned<cl_event> inner; // waits for the gate too, on the same queue
        ASSERT_EQ(clEnqueueMarkerWithWaitList(on, 1, &static_cast<const cl_event&>(gate), &inner),
                  CL_SUCCESS);
        const cl_event list[] = {gate, inner};
        std::vector<Owned<cl_event>> events;
        for (int i = 1;; ++i) {
          Owned<cl_event> event;
          allocations::fail(i);
          const cl_int result = row.enqueue(on, 2, list, &event);
          const bool failed = allocations::stop_failing();
          EXPECT_EQ(bool(event), result == CL_SUCCESS);
          EXPECT_TRUE(failed ? result == CL_SUCCESS || result == CL_OUT_OF_HOST_MEMORY
                             : result == CL_SUCCESS)
              << row.name << " gave " << result;
          if (event) {
            events.push_back(std::move(event));
          }
          if (!failed) {
            break;
          }
        }
        EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
        EXPECT_EQ(clFinish(on), CL_SUCCESS);
        ASSERT_FALSE(events.empty());
        for (const auto& event : events) {
          EXPECT_LE(status(event), CL_COMPLETE) << row.name; // ended one way or the other
        }
        // A barrier also waits for those before it, which may have failed.
        EXPECT_TRUE(status(events.back()) == CL_COMPLETE || row.name == std::string("barrier"));
      });
    }
  }
}

TEST_F(OutOfMemoryCommands, MapsAreTakenBack) {
  const auto maps = [&] {
    cl_uint count = 99;
    EXPECT_EQ(clGetMemObjectInfo(a, CL_MEM_MAP_COUNT, sizeof count, &count, nullptr), CL_SUCCESS);
    return count;
  };
  for (const cl_bool blocking : {CL_TRUE, CL_FALSE}) {
    for (const cl_command_queue on : {cl_command_queue(queue), cl_command_queue(other)}) {
      expect_no_leak([&] {
        each_fails("map", [&] {
          cl_int error = 1;
          Owned<cl_event> event;
          void* pointer =
              clEnqueueMapBuffer(on, a, blocking, CL_MAP_WRITE, 0, 4, 0, nullptr, &event, &error);
          allocations::stop_failing();
          EXPECT_EQ(pointer != nullptr, error == CL_SUCCESS);
          EXPECT_EQ(maps(), pointer ? 1u : 0u);
          EXPECT_TRUE(!pointer ||
                      clEnqueueUnmapMemObject(on, a, pointer, 0, nullptr, nullptr) == CL_SUCCESS);
          EXPECT_EQ(clFinish(on), CL_SUCCESS);
          return error;
        });
      });
    }
  }
  each_fails("unmap", [&] {
    allocations::stop_failing();
    void* pointer =
        clEnqueueMapBuffer(queue, a, CL_TRUE, CL_MAP_WRITE, 0, 4, 0, nullptr, nullptr, nullptr);
    for (int i = 1;; ++i) {
      Owned<cl_event> event;
      allocations::fail(i);
      const cl_int result = clEnqueueUnmapMemObject(other, a, pointer, 0, nullptr, &event);
      const bool failed = allocations::stop_failing();
      EXPECT_EQ(maps(), result == CL_SUCCESS ? 0u : 1u);
      EXPECT_TRUE(failed || result == CL_SUCCESS);
      if (result == CL_SUCCESS) {
        break;
      }
      EXPECT_EQ(result, CL_OUT_OF_HOST_MEMORY);
    }
    allocations::fail(1000000);
    return clFinish(other);
  });
}

TEST_F(OutOfMemoryCommands, EventsAndWaiting) {
  static std::atomic<int> called = 0;
  expect_no_leak([&] {
    each_fails("event callback", [&] {
      allocations::stop_failing();
      const Owned<cl_event> event = make_user_event();
      for (int i = 1;; ++i) {
        allocations::fail(i);
        const cl_int result = clSetEventCallback(
            event, CL_COMPLETE, [](cl_event, cl_int, void*) { ++called; }, nullptr);
        if (!allocations::stop_failing()) {
          EXPECT_EQ(result, CL_SUCCESS);
          break;
        }
        EXPECT_EQ(result, CL_OUT_OF_HOST_MEMORY);
      }
      called = 0;
      const cl_int ended = clSetUserEventStatus(event, CL_COMPLETE);
      EXPECT_EQ(called, 1);
      allocations::fail(1000000);
      return ended;
    });
    for (const cl_command_queue on : {cl_command_queue(queue), cl_command_queue(other)}) {
      each_fails("old wait for events", [&] {
        allocations::stop_failing();
        const Owned<cl_event> gate = make_user_event();
        for (int i = 1;; ++i) {
          allocations::fail(i);
          const cl_int result = clEnqueueWaitForEvents(on, 1, &static_cast<const cl_event&>(gate));
          if (!allocations::stop_failing()) {
            EXPECT_EQ(result, CL_SUCCESS);
            break;
          }
          EXPECT_TRUE(result == CL_SUCCESS || result == CL_OUT_OF_HOST_MEMORY);
        }
        EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
        allocations::fail(1000000);
        return clFinish(on);
      });
      each_fails("flush", [&] {
        allocations::stop_failing();
        Owned<cl_event> event;
        EXPECT_EQ(clEnqueueFillBuffer(on, a, "a", 1, 0, 64, 0, nullptr, &event), CL_SUCCESS);
        for (int i = 1;; ++i) {
          allocations::fail(i);
          const cl_int flushed = clFlush(on);
          const cl_int waited = clWaitForEvents(1, &static_cast<const cl_event&>(event));
          const bool failed = allocations::stop_failing();
          EXPECT_TRUE(flushed == CL_SUCCESS || flushed == CL_OUT_OF_HOST_MEMORY);
          if (!failed) {
            EXPECT_TRUE(waited == CL_SUCCESS ||
                        waited == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
            break;
          }
        }
        EXPECT_LE(status(event), CL_COMPLETE);
        allocations::fail(1000000);
        return clFinish(on);
      });
    }
  });
}

/// Commands that wait for an event start when the event ends, and end whatever fails then.
TEST_F(OutOfMemoryCommands, EventsThatLetOthersGo) {
  for (const EnqueueCase& row : rows()) {
    SCOPED_TRACE(row.name);
    if (std::strstr(row.name, "blocking") || std::strstr(row.name, "old") ||
        std::strstr(row.name, "rectangular write")) {
      continue; // would wait here, or takes no list
    }
    bool has_ended = false;
    for (int i = 1; i < 300 && !has_ended; ++i) {
      const Owned<cl_event> gate = make_user_event();
      Owned<cl_event> events[4];
      cl_event before = gate;
      for (int k = 0; k < 4; ++k) { // one behind another, on both queues
        const cl_command_queue on = k % 2 ? cl_command_queue(other) : cl_command_queue(queue);
        ASSERT_EQ(row.enqueue(on, 1, &before, &events[k]), CL_SUCCESS);
        before = events[k];
      }
      ASSERT_EQ(clFlush(queue), CL_SUCCESS);
      ASSERT_EQ(clFlush(other), CL_SUCCESS);
      allocations::fail(i, allocations::Of::all_threads);
      EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
      while (status(events[3]) > CL_COMPLETE) {
      }
      has_ended = !allocations::stop_failing();
      EXPECT_EQ(clFinish(queue), CL_SUCCESS);
      EXPECT_EQ(clFinish(other), CL_SUCCESS);
      cl_int worst = CL_COMPLETE;
      for (const auto& event : events) {
        EXPECT_LE(status(event), CL_COMPLETE);
        EXPECT_TRUE(worst == CL_COMPLETE || status(event) < 0) << "what waits for a failure fails";
        worst = std::min(worst, status(event));
      }
      EXPECT_TRUE(!has_ended || worst == CL_COMPLETE);
    }
    EXPECT_TRUE(has_ended);
  }
}

/// Allocations fail on whatever thread makes them, those that run commands and end them included.
TEST_F(OutOfMemoryCommands, Completion) {
  static std::atomic<int> called = 0;
  for (const EnqueueCase& row : rows()) {
    SCOPED_TRACE(row.name);
    for (const cl_command_queue on : {cl_command_queue(queue), cl_command_queue(other)}) {
      int failures = 0;
      for (int i = 1; i < 300; ++i) {
        Owned<cl_event> first, second;
        called = 0;
        allocations::fail(i, allocations::Of::all_threads);
        const cl_int result = row.enqueue(on, 0, nullptr, &first);
        const cl_int noticed =
            first ? clSetEventCallback(
                        first, CL_COMPLETE, [](cl_event, cl_int, void*) { ++called; }, nullptr)
                  : CL_OUT_OF_HOST_MEMORY;
        if (first) {
          (void)row.enqueue(on, 1, &static_cast<const cl_event&>(first), &second);
        }
        const cl_int finished = clFinish(on);
        const bool failed = allocations::stop_failing();
        EXPECT_EQ(clFinish(on), CL_SUCCESS);
        EXPECT_TRUE(finished == CL_SUCCESS || finished == CL_OUT_OF_HOST_MEMORY ||
                    finished == CL_OUT_OF_RESOURCES);
        EXPECT_TRUE(!first || status(first) <= CL_COMPLETE) << row.name;
        EXPECT_TRUE(!second || status(second) <= CL_COMPLETE) << row.name;
        EXPECT_TRUE(!first || !second || status(first) == CL_COMPLETE || status(second) < 0)
            << row.name << ": what waits for a failed command fails";
        EXPECT_EQ(called, noticed == CL_SUCCESS ? 1 : 0) << row.name;
        if (!failed) {
          EXPECT_TRUE(result == CL_SUCCESS || has_no_event(row)) << row.name;
          EXPECT_TRUE(!first || status(first) == CL_COMPLETE) << row.name;
          break;
        }
        ++failures;
      }
      EXPECT_LT(failures, 298) << row.name << " never ends to allocate";
    }
  }
}

TEST_F(OutOfMemoryCommands, ReleaseOfEverythingInFlight) {
  each_fails("releases", [&] {
    Owned<cl_command_queue> own = [&] {
      allocations::stop_failing();
      return make_queue();
    }();
    Owned<cl_mem> memory = make_buffer(64);
    for (int i = 1;; ++i) {
      allocations::fail(i);
      const cl_int result = clEnqueueFillBuffer(own, memory, "a", 1, 0, 64, 0, nullptr, nullptr);
      if (!allocations::stop_failing()) {
        EXPECT_EQ(result, CL_SUCCESS);
        break;
      }
    }
    allocations::fail(1);
    EXPECT_EQ(release(memory.take()), CL_SUCCESS);
    const cl_int released = release(own.take());
    EXPECT_TRUE(released == CL_SUCCESS || released == CL_OUT_OF_HOST_MEMORY);
    allocations::stop_failing();
    allocations::fail(1000000);
    return CL_SUCCESS;
  });
}
