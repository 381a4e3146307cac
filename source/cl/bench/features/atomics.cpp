// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Relaxed additions to shared virtual memory from all threads, beside std::atomic: to one number,
// and to many.
#include "features/feature.h"

#include <atomic>

namespace {

constexpr size_t items = size_t(1) << 12, group = 256, adds = 16;

constexpr char source[] = R"(kernel void k(global atomic_uint* sums, uint mask) {
  uint g = get_global_id(0);
  for (uint i = 0; i < 16; ++i)
    atomic_fetch_add_explicit(sums + ((g * 16 + i) * 0x9e3779b9 >> 16 & mask), g | 1,
                              memory_order_relaxed, memory_scope_all_svm_devices);
})";

template <uint32_t mask> void native(Team& team, std::vector<Words>& buffers) {
  team.run(items, group, [&](size_t first, size_t last) {
    for (size_t g = first; g < last; ++g) {
      for (size_t i = 0; i < adds; ++i) {
        const uint32_t which = (uint32_t(g * adds + i) * 0x9e3779b9 >> 16) & mask;
        std::atomic_ref(buffers[0][which]).fetch_add(uint32_t(g) | 1, std::memory_order_relaxed);
      }
    }
  });
}

template <uint32_t mask> Feature feature(const char* name) {
  Workload load{name,
                source,
                {Words(mask + 1)},
                {{"k", {items}, {group}, {Buffer{0}, mask}}},
                native<mask>,
                1e-6 * items * adds,
                "M/s",
                0,
                0};
  load.options = "-cl-std=CL3.0";
  load.svm = true;
  return {std::move(load), {}, 1.0};
}

const RegisteredFeature features[] = {
    {"atomics on one number", [](Level) { return feature<0>("atomics on one number"); }},
    {"atomics on 1024 numbers", [](Level) { return feature<1023>("atomics on 1024 numbers"); }},
};

} // namespace
