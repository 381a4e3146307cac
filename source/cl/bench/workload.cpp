// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "workload.h"

#include "bench.h"

#include <bit>
#include <cmath>
#include <string>
#include <thread>

namespace {

void run_native(const Workload& load, uint32_t* output) {
  const size_t threads = std::thread::hardware_concurrency();
  std::vector<std::thread> pool;
  for (size_t i = 0; i < threads; ++i) {
    pool.emplace_back([&load, output, i, threads] {
      load.native(output, load, load.rows * i / threads, load.rows * (i + 1) / threads);
    });
  }
  for (std::thread& thread : pool) {
    thread.join();
  }
}

bool agree(const Workload& load, const std::vector<uint32_t>& got) {
  std::vector<uint32_t> expected = load.buffers[0];
  run_native(load, expected.data());
  for (size_t i = 0; i < got.size(); ++i) {
    const float a = std::bit_cast<float>(got[i]), b = std::bit_cast<float>(expected[i]);
    if (load.tolerance > 0 ? !(std::fabs(a - b) <= load.tolerance * (std::fabs(b) + 1))
                           : got[i] != expected[i]) {
      return false;
    }
  }
  return true;
}

void opencl(benchmark::State& state, const std::function<Workload()>& make) {
  const Workload load = make();
  const Session session;
  cl_kernel kernel = session.kernel(load.source);
  std::vector<cl_mem> buffers;
  cl_uint index = 0;
  for (const auto& words : load.buffers) {
    buffers.push_back(session.buffer(words.size() * 4));
    require(clEnqueueWriteBuffer(session.queue, buffers.back(), CL_TRUE, 0, words.size() * 4,
                                 words.data(), 0, nullptr, nullptr),
            "clEnqueueWriteBuffer");
    require(clSetKernelArg(kernel, index++, sizeof(cl_mem), &buffers.back()), "clSetKernelArg");
  }
  for (const int32_t& number : load.numbers) {
    require(clSetKernelArg(kernel, index++, sizeof number, &number), "clSetKernelArg");
  }
  const auto run = [&] {
    require(clEnqueueNDRangeKernel(
                session.queue, kernel, cl_uint(load.global.size()), nullptr, load.global.data(),
                load.local.empty() ? nullptr : load.local.data(), 0, nullptr, nullptr),
            "clEnqueueNDRangeKernel");
    require(clFinish(session.queue), "clFinish");
  };
  run();
  std::vector<uint32_t> got(load.buffers[0].size());
  require(clEnqueueReadBuffer(session.queue, buffers[0], CL_TRUE, 0, got.size() * 4, got.data(), 0,
                              nullptr, nullptr),
          "clEnqueueReadBuffer");
  if (!agree(load, got)) {
    state.SkipWithError("the results are wrong");
  }
  for (auto _ : state) {
    run();
  }
  state.counters["items"] =
      benchmark::Counter(load.items, benchmark::Counter::kIsIterationInvariantRate);
  for (cl_mem buffer : buffers) {
    clReleaseMemObject(buffer);
  }
  clReleaseKernel(kernel);
}

void native(benchmark::State& state, const std::function<Workload()>& make) {
  const Workload load = make();
  std::vector<uint32_t> output = load.buffers[0];
  for (auto _ : state) {
    run_native(load, output.data());
  }
  state.counters["items"] =
      benchmark::Counter(load.items, benchmark::Counter::kIsIterationInvariantRate);
}

} // namespace

void add_workload(const char* name, std::function<Workload()> make) {
  const std::string prefix = name;
  benchmark::RegisterBenchmark((prefix + "/opencl").c_str(), opencl, make)
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark((prefix + "/native").c_str(), native, make)
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
}

std::vector<uint32_t> random_floats(size_t count) {
  std::vector<uint32_t> words(count);
  uint32_t state = 1;
  for (uint32_t& word : words) {
    state = state * 1664525 + 1013904223;
    word = std::bit_cast<uint32_t>(float(state >> 8) / float(1 << 24));
  }
  return words;
}
