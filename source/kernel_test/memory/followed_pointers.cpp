// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops in which each work-item goes where it has just read to go, for as long as it takes: several
// vectors of work-items do so at the same time (modules/vecz/include/vecz/cost.h).
#include "harness.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace {

class FollowedPointers : public KernelTest {
protected:
  /// Groups of whole vectors, and of some work-items more.
  const std::vector<std::pair<uint32_t, uint32_t>> sizes = {{256, 128}, {333, 111}, {100, 50}};

  static std::vector<cl_uint> shuffled(uint32_t count) {
    std::vector<cl_uint> places(count);
    std::iota(places.begin(), places.end(), 0u);
    std::ranges::shuffle(places, std::mt19937(1));
    return places;
  }
};
ALL_VARIANTS(FollowedPointers);

TEST_P(FollowedPointers, listsOfAnyLength) {
  build(R"(kernel void k(global uint* out, global const uint* next) {
             uint i = get_global_id(0), at = i;
             for (uint step = 0; step < i % 37; ++step) at = next[at];
             out[i] = at;
           })");
  for (const auto& [count, group] : sizes) {
    std::vector<cl_uint> out(count), next = shuffled(count);
    run({{count}, {group}, {}}, out, next);
    for (cl_uint i = 0; i < count; ++i) {
      cl_uint at = i;
      for (cl_uint step = 0; step < i % 37; ++step) {
        at = next[at];
      }
      ASSERT_EQ(out[i], at) << i << " of " << count;
    }
  }
}

/// Each leaves a note where it has been, and some leave in the middle.
TEST_P(FollowedPointers, pathsToTheRoot) {
  build(
      R"(kernel void k(global uint* out, global uint* seen, global const uint* parent, uint stop) {
             uint i = get_global_id(0), at = i, steps = 0;
             while (parent[at] != at) {
               seen[at] = 1;
               if (at == stop) break;
               at = parent[at];
               ++steps;
             }
             out[i] = at * 1000 + steps;
           })");
  for (const auto& [count, group] : sizes) {
    std::vector<cl_uint> out(count), seen(count), parent(count), expected_seen(count);
    for (cl_uint i = 0; i < count; ++i) {
      parent[i] = i - (i * 7919 >> 3) % (i / 2 + 1) % (i + 1);
    }
    const cl_uint stop = count / 9;
    run({{count}, {group}, {}}, out, seen, parent, stop);
    for (cl_uint i = 0; i < count; ++i) {
      cl_uint at = i, steps = 0;
      for (; parent[at] != at; ++steps) {
        expected_seen[at] = 1;
        if (at == stop) {
          break;
        }
        at = parent[at];
      }
      ASSERT_EQ(out[i], at * 1000 + steps) << i << " of " << count;
    }
    ASSERT_EQ(seen, expected_seen) << count;
  }
}

TEST_P(FollowedPointers, tree) {
  build(R"(typedef struct { uint key; int smaller, larger; uint value; } node;
           kernel void k(global uint* out, global const node* tree, uint n) {
             uint i = get_global_id(0);
             if (i >= n) return;
             uint key = i * 3, result = 0;
             int at = 0;
             while (at >= 0) {
               global const node* here = tree + at;
               if (key == here->key) {
                 result = here->value;
                 break;
               }
               at = key < here->key ? here->smaller : here->larger;
             }
             out[i] = result;
           })");
  struct Node {
    cl_uint key;
    cl_int smaller, larger;
    cl_uint value;
  };
  std::vector<Node> tree;
  for (const cl_uint key : shuffled(200)) {
    cl_int* branch = nullptr;
    for (cl_int at = tree.empty() ? -1 : 0; at >= 0; at = *branch) {
      branch = key < tree[at].key ? &tree[at].smaller : &tree[at].larger;
    }
    if (branch != nullptr) {
      *branch = cl_int(tree.size());
    }
    tree.push_back({key, -1, -1, key + 7});
  }
  for (const auto& [count, group] : sizes) {
    std::vector<cl_uint> out(count);
    run({{count}, {group}, {}}, out, tree, count - 1);
    for (cl_uint i = 0; i < count; ++i) {
      ASSERT_EQ(out[i], i * 3 < 200 && i + 1 < count ? i * 3 + 7 : 0u) << i << " of " << count;
    }
  }
}

} // namespace
