// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cost of a launch: alone, many in a row, and in a chain of events.
#include "bench.h"

#include <vector>

namespace {

constexpr const char* empty = "kernel void k() {}";
constexpr const char* count = "kernel void k(global int *p) { *p += 1; }";
constexpr size_t one = 1;

void launch(cl_command_queue queue, cl_kernel kernel) {
  require(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, &one, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
}

void empty_launch_and_finish(benchmark::State& state) {
  const Session session;
  cl_kernel kernel = session.kernel(empty);
  for (auto _ : state) {
    launch(session.queue, kernel);
    require(clFinish(session.queue), "clFinish");
  }
  clReleaseKernel(kernel);
}
BENCHMARK(empty_launch_and_finish)->UseRealTime();

void native_kernel_and_finish(benchmark::State& state) {
  const Session session;
  for (auto _ : state) {
    require(clEnqueueNativeKernel(
                session.queue, [](void*) {}, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr),
            "clEnqueueNativeKernel");
    require(clFinish(session.queue), "clFinish");
  }
}
BENCHMARK(native_kernel_and_finish)->UseRealTime();

/// 500 launches, checked to have all run, one after the other. Time per launch.
void launches_in_a_row(benchmark::State& state) {
  const Session session;
  cl_kernel kernel = session.kernel(count);
  cl_mem buffer = session.buffer(sizeof(cl_int));
  require(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
  cl_int expected = 0;
  require(
      clEnqueueWriteBuffer(session.queue, buffer, CL_TRUE, 0, 4, &expected, 0, nullptr, nullptr),
      "clEnqueueWriteBuffer");
  for (auto _ : state) {
    for (int i = 0; i < 500; ++i) {
      launch(session.queue, kernel);
    }
    require(clFinish(session.queue), "clFinish");
    expected += 500;
  }
  cl_int value = 0;
  require(clEnqueueReadBuffer(session.queue, buffer, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
  if (value != expected) {
    state.SkipWithError("launches were lost");
  }
  state.SetItemsProcessed(state.iterations() * 500);
  clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
}
BENCHMARK(launches_in_a_row)->UseRealTime();

/// 200 launches, each of which waits for the event of the one before.
void event_chain(benchmark::State& state) {
  const Session session;
  cl_kernel kernel = session.kernel(empty);
  std::vector<cl_event> events(200);
  for (auto _ : state) {
    for (size_t i = 0; i < events.size(); ++i) {
      require(clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &one, &one, i ? 1 : 0,
                                     i ? &events[i - 1] : nullptr, &events[i]),
              "clEnqueueNDRangeKernel");
    }
    require(clWaitForEvents(1, &events.back()), "clWaitForEvents");
    for (cl_event event : events) {
      cl_int status = 1;
      clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
      if (status != CL_COMPLETE) {
        state.SkipWithError("an event of the chain is not complete");
      }
      clReleaseEvent(event);
    }
  }
  state.SetItemsProcessed(state.iterations() * 200);
  clReleaseKernel(kernel);
}
BENCHMARK(event_chain)->UseRealTime();

} // namespace
