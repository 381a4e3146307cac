// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that enqueue kernels: each work-item of a launch enqueues one, plain or in a chain of
// events. Items are launches that kernels enqueued.
#include "bench.h"

#include <vector>

namespace {

constexpr char plain[] = "kernel void k(queue_t q, global int* p) {\n"
                         "  int i = get_global_id(0);\n"
                         "  enqueue_kernel(q, 0, ndrange_1D(1), ^{ p[i] += i; });\n"
                         "}";
/// Each launch has an event, for which another one of the same work-item waits.
constexpr char with_events[] =
    "kernel void k(queue_t q, global int* p) {\n"
    "  int i = get_global_id(0);\n"
    "  clk_event_t first;\n"
    "  if (i & 1) return;\n"
    "  enqueue_kernel(q, 0, ndrange_1D(1), 0, 0, &first, ^{ p[i] += i; });\n"
    "  enqueue_kernel(q, 0, ndrange_1D(1), 1, &first, 0, ^{ p[i + 1] += i + 1; });\n"
    "  release_event(first);\n"
    "}";

void nested(benchmark::State& state, const char* source) {
  constexpr size_t launches = 10000;
  const Session session;
  cl_int error = CL_SUCCESS;
  const cl_queue_properties list[] = {
      CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  cl_command_queue on_device =
      clCreateCommandQueueWithProperties(session.context, session.device, list, &error);
  require(error, "clCreateCommandQueueWithProperties");
  cl_mem sums = session.buffer(launches * sizeof(cl_int));
  const cl_int zero = 0;
  require(clEnqueueFillBuffer(session.queue, sums, &zero, sizeof zero, 0, launches * sizeof zero, 0,
                              nullptr, nullptr),
          "clEnqueueFillBuffer");
  cl_kernel kernel = session.kernel(source, "-cl-std=CL3.0");
  require(clSetKernelArg(kernel, 0, sizeof on_device, &on_device), "clSetKernelArg");
  require(clSetKernelArg(kernel, 1, sizeof sums, &sums), "clSetKernelArg");
  for (auto _ : state) {
    require(clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &launches, nullptr, 0,
                                   nullptr, nullptr),
            "clEnqueueNDRangeKernel");
    require(clFinish(session.queue), "clFinish");
  }
  state.SetItemsProcessed(state.iterations() * int64_t(launches));
  std::vector<cl_int> values(launches);
  require(clEnqueueReadBuffer(session.queue, sums, CL_TRUE, 0, launches * sizeof(cl_int),
                              values.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
  for (size_t i = 0; i < launches; ++i) {
    if (cl_uint(values[i]) != cl_uint(i) * cl_uint(state.iterations())) {
      state.SkipWithError("a launch is missing");
      break;
    }
  }
  clReleaseKernel(kernel);
  clReleaseMemObject(sums);
  clReleaseCommandQueue(on_device);
}
BENCHMARK_CAPTURE(nested, plain, plain)->UseRealTime();
BENCHMARK_CAPTURE(nested, with_events, with_events)->UseRealTime();

} // namespace
