// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cost of a launch: alone, many in a row, and in a chain of events.
#include "bench.h"

#include <algorithm>
#include <ctime>
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

void empty_launch_of_16384_and_finish(benchmark::State& state) {
  constexpr size_t items = 16384;
  const Session session;
  cl_kernel kernel = session.kernel(empty);
  for (auto _ : state) {
    require(clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr,
                                   nullptr),
            "clEnqueueNDRangeKernel");
    require(clFinish(session.queue), "clFinish");
  }
  clReleaseKernel(kernel);
}
BENCHMARK(empty_launch_of_16384_and_finish)->UseRealTime();

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

/// Rows of the Mandelbrot set, which take from a little to a hundred times as much. `busy` is the
/// share of all cores' time in which the process ran, of the launch in the middle: others are those
/// in which the machine did something else.
void uneven_rows(benchmark::State& state) {
  constexpr size_t size[] = {1024, 1024}, local[] = {64, 1};
  const Session session;
  cl_kernel kernel = session.kernel(R"(kernel void k(global int *out) {
    const int x = get_global_id(0), y = get_global_id(1);
    const float cr = x / 400.f - 2, ci = y / 409.6f - 1.25f;
    float zr = 0, zi = 0;
    int n = 0;
    while (n < 1000 && zr * zr + zi * zi < 4) {
      const float next = zr * zr - zi * zi + cr;
      zi = 2 * zr * zi + ci;
      zr = next;
      ++n;
    }
    out[y * 1024 + x] = n; })");
  cl_mem buffer = session.buffer(size[0] * size[1] * sizeof(cl_int));
  require(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
  const auto run = [&] {
    require(
        clEnqueueNDRangeKernel(session.queue, kernel, 2, nullptr, size, local, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
    require(clFinish(session.queue), "clFinish");
  };
  cl_uint cores = 0;
  require(
      clGetDeviceInfo(session.device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof cores, &cores, nullptr),
      "clGetDeviceInfo");
  for (int i = 0; i < 5; ++i) { // what it takes is known, and a variant made
    run();
  }
  const auto seconds = [](clockid_t clock) {
    timespec time = {};
    clock_gettime(clock, &time);
    return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
  };
  std::vector<double> busy;
  for (auto _ : state) {
    const double begin = seconds(CLOCK_MONOTONIC), begin_busy = seconds(CLOCK_PROCESS_CPUTIME_ID);
    run();
    busy.push_back((seconds(CLOCK_PROCESS_CPUTIME_ID) - begin_busy) /
                   ((seconds(CLOCK_MONOTONIC) - begin) * cores));
  }
  std::nth_element(busy.begin(), busy.begin() + long(busy.size() / 2), busy.end());
  state.counters["busy"] = busy[busy.size() / 2];
  clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
}
BENCHMARK(uneven_rows)->UseRealTime()->Unit(benchmark::kMillisecond);

} // namespace
