// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many numbers looked up in a binary tree of 65536 nodes that is not balanced. The C++ does sixteen
// walks in turn, so that their loads do not wait for each other, but for the caches they do; a new
// walk begins in the place of one that ends.
#include "workload.h"

#include <algorithm>

namespace {

constexpr uint32_t n = 200003, nodes = 1 << 16;

struct Node {
  uint32_t key;
  int32_t smaller, larger; ///< indices of nodes, or -1
  uint32_t value;
};

void look_up(uint32_t* out, const uint32_t* keys, size_t first, size_t last, const Node* tree) {
  constexpr size_t walks = 16;
  size_t next = std::min(last, first + walks), which[walks], count = next - first;
  int32_t at[walks] = {};
  for (size_t w = 0; w < count; ++w) {
    which[w] = first + w;
  }
  while (count > 0) {
    for (size_t w = 0; w < count; ++w) {
      const Node& node = tree[at[w]];
      const uint32_t key = keys[which[w]];
      const int32_t further = key < node.key ? node.smaller : node.larger;
      if (key != node.key && further >= 0) {
        at[w] = further;
        continue;
      }
      out[which[w]] = key == node.key ? node.value : 0;
      at[w] = 0;
      if (next < last) {
        which[w] = next++;
      } else { // the last one moves here
        --count;
        which[w] = which[count], at[w] = at[count];
        --w;
      }
    }
  }
}

void native(Team& team, std::vector<Words>& buffers) {
  team.run(n, 8192, [&](size_t first, size_t last) {
    look_up(buffers[0].data(), buffers[1].data(), first, last, as<Node>(buffers[2]));
  });
}

Words make_tree(const Words& keys) {
  Words words(4 * nodes);
  Node* tree = as<Node>(words);
  for (uint32_t i = 0; i < nodes; ++i) {
    tree[i] = {keys[i], -1, -1, i + 1};
    for (int32_t at = i > 0 ? 0 : -1; at >= 0;) {
      int32_t& branch = keys[i] < tree[at].key ? tree[at].smaller : tree[at].larger;
      at = branch;
      if (branch < 0) {
        branch = int32_t(i);
      }
    }
  }
  return words;
}

const Registered registered("tree_walk", [] {
  const Words keys = random_words(nodes);
  Words wanted = random_words(n, 3);
  for (size_t i = 0; i < n; i += 2) { // half of them are there
    wanted[i] = keys[wanted[i] % nodes];
  }
  return Workload{"tree_walk",
                  R"(typedef struct { uint key; int smaller, larger; uint value; } node;
                     kernel void look_up(global uint* out, global const uint* keys,
                                         global const node* tree, uint n) {
                       uint i = get_global_id(0);
                       if (i >= n)
                         return;
                       uint key = keys[i], result = 0;
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
                     })",
                  {Words(n), wanted, make_tree(keys)},
                  {{"look_up", {(n + 63) / 64 * 64}, {64}, {Buffer{0}, Buffer{1}, Buffer{2}, n}}},
                  native,
                  1e-6 * n,
                  "M/s",
                  0,
                  8.0 * n + 16.0 * nodes};
});

} // namespace
