// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cost of a dispatch, on the first device of the first target. Each benchmark checks its
// results, and stops with an error if they are wrong.
#include "mux/config.h"
#include "mux/mux.h"
#include "test_kernels.h"

#include <benchmark/benchmark.h>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

namespace {

void* allocate(void*, size_t size, size_t alignment) {
  alignment = alignment < sizeof(void*) ? sizeof(void*) : alignment;
  return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}
void release(void*, void* memory) { std::free(memory); }
constexpr mux_allocator_info_t allocator = {allocate, release, nullptr};

void must(mux_result_t result) {
  if (result != mux_success) {
    std::fprintf(stderr, "mux_bench: %s\n", muxGetResultName(result));
    std::abort();
  }
}

/// Lives as long as the process.
struct Setup {
  Setup() {
    mux_device_info_t info = nullptr;
    must(muxGetDeviceInfos(MUX_TARGET_HOST, mux_device_type_cpu, 1, &info, nullptr));
    must(muxCreateDevice(MUX_TARGET_HOST, info, allocator, &device));
    must(muxGetQueue(device, mux_queue_type_compute, 0, &queue));
    const auto binary = binary::write(test_kernels::program());
    must(muxCreateExecutable(device, binary.data(), binary.size(), allocator, &executable));
    must(muxCreateFence(device, allocator, &fence));
  }
  mux_kernel_t kernel(const char* name) {
    mux_kernel_t result = nullptr;
    must(muxCreateKernel(device, executable, name, std::strlen(name), allocator, &result));
    return result;
  }
  mux_command_buffer_t command_buffer() {
    mux_command_buffer_t result = nullptr;
    must(muxCreateCommandBuffer(device, mux_command_order_in_order, allocator, &result));
    return result;
  }
  void dispatch(mux_command_buffer_t commands) {
    must(muxDispatch(queue, commands, fence, nullptr, 0, nullptr, 0, nullptr, nullptr));
  }
  void dispatch_and_wait(mux_command_buffer_t commands) {
    mux_result_t dispatched = mux_success;
    must(muxDispatchAndWait(queue, commands, fence, mux_wait_forever, nullptr, nullptr,
                            &dispatched));
    must(muxResetFence(device, fence));
  }
  void wait() {
    must(muxTryWait(queue, mux_wait_forever, fence));
    must(muxResetFence(device, fence));
  }
  mux_device_t device = nullptr;
  mux_queue_t queue = nullptr;
  mux_executable_t executable = nullptr;
  mux_fence_t fence = nullptr;
};

Setup& setup() {
  static auto* made = new Setup;
  return *made;
}

mux_ndrange_t range(uint64_t global, uint64_t local, const std::vector<mux_descriptor_t>& given) {
  mux_ndrange_t result = {};
  result.dimensions = 1;
  result.global_size[0] = global;
  result.local_size[0] = local;
  result.descriptors = given.data();
  result.descriptors_length = given.size();
  return result;
}

std::vector<mux_descriptor_t> address(void* pointer) {
  mux_descriptor_t argument = {};
  argument.type = mux_descriptor_type_address;
  argument.address = reinterpret_cast<mux_address_t>(pointer);
  return {argument};
}

/// A finalized command buffer.
mux_command_buffer_t one_empty_group() {
  const mux_command_buffer_t commands = setup().command_buffer();
  const mux_ndrange_t one = range(1, 1, {});
  must(muxCommandNDRange(commands, setup().kernel("nothing"), &one, nullptr, nullptr));
  must(muxFinalizeCommandBuffer(commands));
  return commands;
}

/// One finalized command buffer of one empty group, dispatched and waited for.
void empty_group(benchmark::State& state) {
  Setup& s = setup();
  const mux_command_buffer_t commands = one_empty_group();
  for (auto _ : state) {
    s.dispatch(commands);
    s.wait();
  }
}
BENCHMARK(empty_group)->UseRealTime();

/// The same in one call.
void empty_group_and_wait(benchmark::State& state) {
  Setup& s = setup();
  const mux_command_buffer_t commands = one_empty_group();
  for (auto _ : state) {
    s.dispatch_and_wait(commands);
  }
}
BENCHMARK(empty_group_and_wait)->UseRealTime();

/// The same as empty_group, recorded anew each time, as an OpenCL queue does.
void record_and_run(benchmark::State& state) {
  Setup& s = setup();
  const mux_command_buffer_t commands = s.command_buffer();
  const mux_kernel_t kernel = s.kernel("nothing");
  const mux_ndrange_t one = range(1, 1, {});
  for (auto _ : state) {
    must(muxResetCommandBuffer(commands));
    must(muxCommandNDRange(commands, kernel, &one, nullptr, nullptr));
    must(muxFinalizeCommandBuffer(commands));
    s.dispatch(commands);
    s.wait();
  }
}
BENCHMARK(record_and_run)->UseRealTime();

/// A device that has been idle for 5 ms; in two calls (0) or in one (1).
void empty_group_after_idleness(benchmark::State& state) {
  Setup& s = setup();
  const mux_command_buffer_t commands = one_empty_group();
  for (auto _ : state) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    const auto begin = std::chrono::steady_clock::now();
    if (state.range(0) != 0) {
      s.dispatch_and_wait(commands);
    } else {
      s.dispatch(commands);
      s.wait();
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    state.SetIterationTime(taken.count());
  }
}
BENCHMARK(empty_group_after_idleness)->Arg(0)->Arg(1)->UseManualTime()->Iterations(200);

/// The time until a pool thread has run a small dispatch, with no waiting thread that helps.
void nobody_helps(benchmark::State& state) {
  Setup& s = setup();
  const mux_command_buffer_t commands = one_empty_group();
  for (auto _ : state) {
    s.dispatch(commands);
    while (muxTryWait(s.queue, 0, s.fence) == mux_fence_not_ready) {
    }
    s.wait();
  }
}
BENCHMARK(nobody_helps)->UseRealTime();

/// Commands in one command buffer.
void empty_groups_in_one_buffer(benchmark::State& state) {
  Setup& s = setup();
  const mux_command_buffer_t commands = s.command_buffer();
  const mux_kernel_t kernel = s.kernel("nothing");
  const mux_ndrange_t one = range(1, 1, {});
  for (int i = 0; i < state.range(0); ++i) {
    must(muxCommandNDRange(commands, kernel, &one, nullptr, nullptr));
  }
  must(muxFinalizeCommandBuffer(commands));
  for (auto _ : state) {
    s.dispatch(commands);
    s.wait();
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(empty_groups_in_one_buffer)->Arg(10)->Arg(1000)->UseRealTime();

/// Work for all threads; the number of work-items of 64 to a group.
void large_launch(benchmark::State& state) {
  Setup& s = setup();
  const auto items = static_cast<uint64_t>(state.range(0));
  std::vector<uint64_t> visits(items);
  const mux_command_buffer_t commands = s.command_buffer();
  const auto arguments = address(visits.data());
  const mux_ndrange_t all = range(items, 64, arguments);
  must(muxCommandNDRange(commands, s.kernel("count_visits"), &all, nullptr, nullptr));
  must(muxFinalizeCommandBuffer(commands));
  uint64_t rounds = 0;
  for (auto _ : state) {
    s.dispatch(commands);
    s.wait();
    ++rounds;
  }
  if (visits.front() != rounds || visits.back() != rounds) {
    state.SkipWithError("a work-item was not visited once each time");
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(large_launch)->Arg(1 << 12)->Arg(1 << 16)->Arg(1 << 20)->Arg(1 << 23)->UseRealTime();

/// Bytes copied from buffer to buffer.
void copy(benchmark::State& state) {
  Setup& s = setup();
  const auto size = static_cast<uint64_t>(state.range(0));
  std::vector<char> from(size, 'a'), to(size);
  const mux_command_buffer_t commands = s.command_buffer();
  must(muxCommandCopyAddress(commands, to.data(), from.data(), size, nullptr, nullptr));
  must(muxFinalizeCommandBuffer(commands));
  for (auto _ : state) {
    s.dispatch(commands);
    s.wait();
  }
  if (from != to) {
    state.SkipWithError("the copy differs");
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(copy)->Arg(1 << 12)->Arg(1 << 20)->Arg(1 << 26)->UseRealTime();

} // namespace

BENCHMARK_MAIN();
