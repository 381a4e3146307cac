// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that enqueue kernels, and name memory that is not there: their command fails with a
// message, and other contexts go on.
#include "api/failures/watched_context.h"
#include "kernel_fixture.h"

#include <sys/mman.h>
#include <thread>

namespace {

class DeviceEnqueueFault : public ClKernelTest {
protected:
  /// What a context says about one launch of kernel k, whose arguments are a queue and a pointer.
  struct Outcome {
    cl_int status = 1;
    std::vector<std::string> messages;
  };
  Outcome run(const std::string& body, const std::string& options, void* argument) {
    Watched watched(device);
    const Owned<cl_command_queue> on_device = make_default_queue(watched.context);
    const std::string text = "kernel void k(queue_t q, global ulong* p) {\n" + body + "\n}\n";
    const char* source = text.c_str();
    const Owned<cl_program> program =
        clCreateProgramWithSource(watched.context, 1, &source, nullptr, nullptr);
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, options.c_str(), nullptr, nullptr), CL_SUCCESS);
    const Owned<cl_kernel> kernel = kernel_of(program);
    set(kernel, 0, cl_command_queue(on_device));
    EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 1, argument), CL_SUCCESS);
    Owned<cl_event> event;
    const size_t one = 1;
    EXPECT_EQ(clEnqueueNDRangeKernel(watched.queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr,
                                     &event),
              CL_SUCCESS);
    const cl_event list[] = {event};
    static_cast<void>(clWaitForEvents(1, list));
    return {status(event), watched.take()};
  }
  Owned<cl_command_queue> make_default_queue(cl_context in) {
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES,
                                        CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT |
                                            CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
                                        0};
    return clCreateCommandQueueWithProperties(in, device, list, nullptr);
  }
  /// A kernel of another context uses events, for which all kernels of the device have one lock.
  void expect_events_to_work() {
    cl_ulong seen[2] = {9, 9};
    const Outcome outcome = run("  clk_event_t gate = create_user_event();\n"
                                "  p[0] = enqueue_kernel(q, 0, ndrange_1D(1), 1, &gate, 0,\n"
                                "                        ^{ p[1] = 5; });\n"
                                "  set_user_event_status(gate, CL_COMPLETE);\n"
                                "  release_event(gate);",
                                "-cl-std=CL3.0", seen);
    EXPECT_EQ(outcome.status, CL_COMPLETE);
    EXPECT_EQ(seen[0], 0u);
    EXPECT_EQ(seen[1], 5u);
  }
};

TEST_F(DeviceEnqueueFault, MemoryThatIsNotThere) {
  if (!(svm_capabilities() & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM)) {
    GTEST_SKIP() << "kernels do not reach the host's memory";
  }
  const char* const bodies[] = {
      // a list of events
      "  enqueue_kernel(q, 0, ndrange_1D(1), 1, (clk_event_t*)16, 0, ^{ p[1] = 1; });",
      "  clk_event_t e; enqueue_marker(q, 1, (clk_event_t*)16, &e);",
      // where an event goes
      "  enqueue_kernel(q, 0, ndrange_1D(1), 0, 0, (clk_event_t*)16, ^{ p[1] = 1; });",
      // where times go, before the event is complete and afterwards
      "  clk_event_t e;\n"
      "  enqueue_kernel(q, 0, ndrange_1D(1), 0, 0, &e, ^{ p[1] = 1; });\n"
      "  capture_event_profiling_info(e, CLK_PROFILING_COMMAND_EXEC_TIME, (global void*)16);",
      "  clk_event_t e;\n"
      "  enqueue_kernel(q, 0, ndrange_1D(1), 0, 0, &e, ^{ p[1] = 1; });\n"
      "  enqueue_kernel(q, 0, ndrange_1D(1), 1, &e, 0, ^{\n"
      "    capture_event_profiling_info(e, CLK_PROFILING_COMMAND_EXEC_TIME, (global void*)16);\n"
      "  });",
  };
  for (const char* body : bodies) {
    for (const char* options : {"-cl-std=CL3.0", "-cl-std=CL3.0 -g"}) {
      SCOPED_TRACE(std::string(body) + options);
      cl_ulong data[2] = {};
      const Outcome outcome = run(body, options, data);
      EXPECT_LT(outcome.status, 0);
      ASSERT_EQ(outcome.messages.size(), 1u);
      EXPECT_TRUE(outcome.messages[0].starts_with("kernel 'k' was stopped "))
          << outcome.messages[0];
      EXPECT_NE(outcome.messages[0].find("0x10"), std::string::npos) << outcome.messages[0];
      expect_events_to_work();
    }
  }
}

/// Nobody can read the times then, and the command has done all that it should.
TEST_F(DeviceEnqueueFault, MemoryThatGoesBeforeTheTimesCome) {
  if (!(svm_capabilities() & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM)) {
    GTEST_SKIP() << "kernels do not reach the host's memory";
  }
  constexpr size_t page = 4096;
  void* place = mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(place, MAP_FAILED);
  auto* words = static_cast<volatile cl_ulong*>(place);
  std::thread host([&] {
    while (!__atomic_load_n(&words[0], __ATOMIC_ACQUIRE)) {
      std::this_thread::yield();
    }
    munmap(static_cast<std::byte*>(place) + page, page);
    __atomic_store_n(&words[1], 1, __ATOMIC_RELEASE);
  });
  const Outcome outcome =
      run("  clk_event_t e;\n"
          "  enqueue_kernel(q, 0, ndrange_1D(1), 0, 0, &e, ^{ p[2] = 1; });\n"
          "  capture_event_profiling_info(e, CLK_PROFILING_COMMAND_EXEC_TIME, p + 512);\n"
          "  release_event(e);\n"
          "  atomic_store_explicit((global atomic_ulong*)p, 1, memory_order_release,\n"
          "                        memory_scope_all_svm_devices);\n"
          "  while (!atomic_load_explicit((global atomic_ulong*)p + 1, memory_order_acquire,\n"
          "                               memory_scope_all_svm_devices)) {}",
          "-cl-std=CL3.0", place);
  host.join();
  EXPECT_EQ(outcome.status, CL_COMPLETE);
  EXPECT_TRUE(outcome.messages.empty());
  EXPECT_EQ(words[2], 1u);
  munmap(place, page);
  expect_events_to_work();
}

} // namespace
