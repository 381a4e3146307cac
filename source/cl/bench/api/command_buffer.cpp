// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A chain of 100 small kernels, enqueued one by one and recorded once as a command buffer: what the
// calls cost, and what they cost with the end of the work. The chain counts, so that none is lost.
#include "bench.h"

#include <CL/cl_command_buffer.h>

namespace {

constexpr cl_int length = 100;
constexpr size_t one = 1;

struct Chain : Session {
  Chain() : functions(platform), counting(kernel("kernel void k(global int *p) { *p += 1; }")) {
    require(clSetKernelArg(counting, 0, sizeof counter, &counter), "clSetKernelArg");
    require(clEnqueueWriteBuffer(queue, counter, CL_TRUE, 0, sizeof expected, &expected, 0, nullptr,
                                 nullptr),
            "clEnqueueWriteBuffer");
    cl_int error = CL_SUCCESS;
    const cl_command_buffer_properties_khr properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                                           CL_COMMAND_BUFFER_MUTABLE_KHR, 0};
    recorded = functions.clCreateCommandBufferKHR(1, &queue, properties, &error);
    require(error, "clCreateCommandBufferKHR");
    for (cl_int i = 0; i < length; ++i) {
      require(functions.clCommandNDRangeKernelKHR(recorded, nullptr, nullptr, counting, 1, nullptr,
                                                  &one, &one, 0, nullptr, nullptr, &last),
              "clCommandNDRangeKernelKHR");
    }
    require(functions.clFinalizeCommandBufferKHR(recorded), "clFinalizeCommandBufferKHR");
  }
  ~Chain() {
    functions.clReleaseCommandBufferKHR(recorded);
    clReleaseKernel(counting);
    clReleaseMemObject(counter);
  }

  void enqueue_each() const {
    for (cl_int i = 0; i < length; ++i) {
      require(clEnqueueNDRangeKernel(queue, counting, 1, nullptr, &one, &one, 0, nullptr, nullptr),
              "clEnqueueNDRangeKernel");
    }
    require(clFlush(queue), "clFlush");
  }
  void enqueue_recorded() const {
    require(functions.clEnqueueCommandBufferKHR(0, nullptr, recorded, 0, nullptr, nullptr),
            "clEnqueueCommandBufferKHR");
  }
  void finish() {
    require(clFinish(queue), "clFinish");
    expected += length;
  }
  void check(benchmark::State& state) const {
    cl_int value = 0;
    require(
        clEnqueueReadBuffer(queue, counter, CL_TRUE, 0, sizeof value, &value, 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
    if (value != expected) {
      state.SkipWithError("launches were lost");
    }
  }

  const cl_khr::functions functions;
  cl_kernel counting;
  cl_mem counter = buffer(sizeof(cl_int));
  cl_int expected = 0;
  cl_command_buffer_khr recorded = nullptr;
  cl_mutable_command_khr last = nullptr;
};

/// The calls alone; the work ends while nobody looks at the clock.
template <void (Chain::*enqueue)() const> void submit_chain(benchmark::State& state) {
  Chain chain;
  for (auto _ : state) {
    (chain.*enqueue)();
    state.PauseTiming();
    chain.finish();
    state.ResumeTiming();
  }
  chain.check(state);
}
BENCHMARK(submit_chain<&Chain::enqueue_each>)->Name("chain_of_100_enqueued/submit")->UseRealTime();
BENCHMARK(submit_chain<&Chain::enqueue_recorded>)
    ->Name("chain_of_100_recorded/submit")
    ->UseRealTime();

template <void (Chain::*enqueue)() const> void run_chain(benchmark::State& state) {
  Chain chain;
  for (auto _ : state) {
    (chain.*enqueue)();
    chain.finish();
  }
  chain.check(state);
}
BENCHMARK(run_chain<&Chain::enqueue_each>)->Name("chain_of_100_enqueued/finish")->UseRealTime();
BENCHMARK(run_chain<&Chain::enqueue_recorded>)->Name("chain_of_100_recorded/finish")->UseRealTime();

/// One launch of the chain gets another buffer between two enqueues.
void update_and_run_chain(benchmark::State& state) {
  Chain chain;
  cl_mem other = chain.buffer(sizeof(cl_int));
  const cl_mem buffers[] = {other, chain.counter};
  cl_khr::cl_mutable_dispatch_arg_khr argument = {0, sizeof(cl_mem), nullptr};
  cl_khr::cl_mutable_dispatch_config_khr config = {};
  config.command = chain.last;
  config.num_args = 1;
  config.arg_list = &argument;
  const void* configs[] = {&config};
  constexpr cl_command_buffer_update_type_khr type = CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR;
  for (auto _ : state) {
    for (const cl_mem& buffer : buffers) {
      argument.arg_value = &buffer;
      require(chain.functions.clUpdateMutableCommandsKHR(chain.recorded, 1, &type, configs),
              "clUpdateMutableCommandsKHR");
      chain.enqueue_recorded();
      chain.finish();
    }
    chain.expected -= 1; // one launch counted in the other buffer
  }
  chain.check(state);
  state.SetItemsProcessed(state.iterations() * 2);
  clReleaseMemObject(other);
}
BENCHMARK(update_and_run_chain)->UseRealTime();

} // namespace
