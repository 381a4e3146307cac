// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocking reads, and large copies beside memcpy.
#include "bench.h"

#include <cstring>
#include <memory>
#include <thread>
#include <vector>

namespace {

constexpr size_t large = size_t(1) << 30;

void blocking_read(benchmark::State& state) {
  const Session session;
  const auto size = size_t(state.range(0));
  cl_mem buffer = session.buffer(size);
  std::vector<unsigned char> values(size, 3);
  require(clEnqueueWriteBuffer(session.queue, buffer, CL_TRUE, 0, size, values.data(), 0, nullptr,
                               nullptr),
          "clEnqueueWriteBuffer");
  std::vector<unsigned char> read(size);
  for (auto _ : state) {
    require(clEnqueueReadBuffer(session.queue, buffer, CL_TRUE, 0, size, read.data(), 0, nullptr,
                                nullptr),
            "clEnqueueReadBuffer");
  }
  if (read != values) {
    state.SkipWithError("what was read is not what was written");
  }
  state.SetBytesProcessed(state.iterations() * int64_t(size));
  clReleaseMemObject(buffer);
}
BENCHMARK(blocking_read)->Arg(4096)->Arg(1 << 20)->UseRealTime();

void copy_buffer(benchmark::State& state) {
  const Session session;
  cl_mem from = session.buffer(large);
  cl_mem to = session.buffer(large);
  const cl_uint pattern = 0x12345678;
  const cl_uint zero = 0;
  require(clEnqueueFillBuffer(session.queue, from, &pattern, 4, 0, large, 0, nullptr, nullptr),
          "clEnqueueFillBuffer");
  require(clEnqueueFillBuffer(session.queue, to, &zero, 4, 0, large, 0, nullptr, nullptr),
          "clEnqueueFillBuffer");
  clFinish(session.queue);
  for (auto _ : state) {
    require(clEnqueueCopyBuffer(session.queue, from, to, 0, 0, large, 0, nullptr, nullptr),
            "clEnqueueCopyBuffer");
    clFinish(session.queue);
  }
  cl_uint last = 0;
  require(clEnqueueReadBuffer(session.queue, to, CL_TRUE, large - 4, 4, &last, 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
  if (last != pattern) {
    state.SkipWithError("the copy is not what was copied");
  }
  state.SetBytesProcessed(state.iterations() * int64_t(large));
  clReleaseMemObject(from);
  clReleaseMemObject(to);
}
BENCHMARK(copy_buffer)->UseRealTime()->Unit(benchmark::kMillisecond);

/// The same with memcpy on as many threads as there are cores.
void copy_memcpy(benchmark::State& state) {
  const size_t threads = std::max(1u, std::thread::hardware_concurrency());
  const std::unique_ptr<char[]> from(new char[large]);
  const std::unique_ptr<char[]> to(new char[large]);
  std::memset(from.get(), 1, large);
  std::memset(to.get(), 0, large);
  const size_t part = large / threads;
  for (auto _ : state) {
    std::vector<std::thread> helpers;
    for (size_t i = 1; i < threads; ++i) {
      helpers.emplace_back([&, i] { std::memcpy(&to[i * part], &from[i * part], part); });
    }
    std::memcpy(to.get(), from.get(), part);
    for (std::thread& helper : helpers) {
      helper.join();
    }
  }
  if (to[large - 1] != 1) {
    state.SkipWithError("the copy is not what was copied");
  }
  state.SetBytesProcessed(state.iterations() * int64_t(large));
}
BENCHMARK(copy_memcpy)->UseRealTime()->Unit(benchmark::kMillisecond);

} // namespace
