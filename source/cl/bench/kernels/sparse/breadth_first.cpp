// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Distances from a node of a random graph, a launch for each. Two work-items may give a node its
// distance, but both the same. The C++ does the same steps; it waits for the caches, from which it
// loads single numbers.
#include "workload.h"

#include <algorithm>

namespace {

constexpr uint32_t n = 100000;
constexpr int32_t levels = 9;

void pass(Team& team, std::vector<Words>& buffers, int32_t level) {
  team.run(n, 4096, [&](size_t first, size_t last) {
    auto* distances = as<int32_t>(buffers[0]);
    const auto *begins = as<int32_t>(buffers[1]), *edges = as<int32_t>(buffers[2]);
    const auto at = [&](size_t node) { return std::atomic_ref(distances[node]); };
    for (size_t node = first; node < last; ++node) {
      if (at(node).load(std::memory_order_relaxed) != level) {
        continue;
      }
      for (int32_t j = begins[node]; j < begins[node + 1]; ++j) {
        const auto other = size_t(edges[j]);
        if (at(other).load(std::memory_order_relaxed) < 0) {
          at(other).store(level + 1, std::memory_order_relaxed);
        }
      }
    }
  });
}

void native(Team& team, std::vector<Words>& buffers) {
  std::ranges::fill(buffers[0], ~0U);
  buffers[0][n / 2] = 0;
  for (int32_t level = 0; level < levels; ++level) {
    pass(team, buffers, level);
  }
}

Workload make() {
  Words begins(n + 1), edges;
  const Words counts = random_words(n, 2), random = random_words(8 * n, 4);
  for (uint32_t node = 0; node < n; ++node) {
    const uint32_t count = (counts[node] >> 7) % 9;
    begins[node + 1] = begins[node] + count;
    for (uint32_t j = 0; j < count; ++j) {
      edges.push_back((random[8 * node + j] >> 3) % n);
    }
  }
  const size_t count = edges.size();
  Workload load{"breadth_first",
                R"(kernel void begin(global int* distances, int n, int source) {
                     int node = get_global_id(0);
                     if (node < n)
                       distances[node] = node == source ? 0 : -1;
                   }
                   kernel void visit(global int* distances, global const int* begins,
                                     global const int* edges, int n, int level) {
                     int node = get_global_id(0);
                     if (node < n && distances[node] == level) {
                       for (int j = begins[node]; j < begins[node + 1]; j++)
                         if (distances[edges[j]] < 0)
                           distances[edges[j]] = level + 1;
                     }
                   })",
                {Words(n), begins, edges},
                {},
                native,
                1e-6 * double(count),
                "M edges/s",
                0,
                4.0 * double(count) + 4.0 * n * (levels + 3)};
  const size_t global = (n + 255) / 256 * 256;
  load.launches.push_back({"begin", {global}, {256}, {Buffer{0}, int32_t(n), int32_t(n / 2)}});
  for (int32_t level = 0; level < levels; ++level) {
    load.launches.push_back(
        {"visit", {global}, {256}, {Buffer{0}, Buffer{1}, Buffer{2}, int32_t(n), level}});
  }
  return load;
}

const Registered registered("breadth_first", make);

} // namespace
