// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocations that are known by their address, with 100 000 others around.
#include "bench.h"

#include <random>
#include <vector>

namespace {

/// Allocations of one size, freed in the end.
class Others {
public:
  Others(cl_context in, size_t in_size) : context(in), size(in_size) {
    for (void*& each : all) {
      each = allocate();
    }
  }
  Others(const Others&) = delete;
  ~Others() {
    for (void* each : all) {
      clMemFreeINTEL(context, each);
    }
  }
  [[nodiscard]] void* allocate() const {
    cl_int error = CL_SUCCESS;
    void* made = clHostMemAllocINTEL(context, nullptr, size, 0, &error);
    require(error, "clHostMemAllocINTEL");
    return made;
  }

  const cl_context context;
  const size_t size;
  std::vector<void*> all = std::vector<void*>(100'000);
};

void allocate_and_free(benchmark::State& state) {
  const Session session;
  const Others others(session.context, size_t(state.range(0)));
  for (auto _ : state) {
    require(clMemFreeINTEL(session.context, others.allocate()), "clMemFreeINTEL");
  }
}
BENCHMARK(allocate_and_free)->Arg(64)->Arg(4096)->Arg(8192);

void find_allocation(benchmark::State& state) {
  const Session session;
  const Others others(session.context, size_t(state.range(0)));
  std::mt19937 random(1);
  std::vector<const char*> pointers(1 << 12);
  for (const char*& each : pointers) {
    each = static_cast<const char*>(others.all[random() % others.all.size()]) + 1;
  }
  size_t i = 0;
  for (auto _ : state) {
    void* base = nullptr;
    clGetMemAllocInfoINTEL(session.context, pointers[i++ % pointers.size()],
                           CL_MEM_ALLOC_BASE_PTR_INTEL, sizeof base, &base, nullptr);
    benchmark::DoNotOptimize(base);
  }
}
BENCHMARK(find_allocation)->Arg(64)->Arg(4096)->Arg(8192);

} // namespace
