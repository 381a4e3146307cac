// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes of uneven frequency counted with atomics in eight tables of local memory a work-group, so
// that equal bytes seldom meet; the tables are added to one in global memory. The C++ counts in
// eight tables a thread without atomics; a byte takes a load, an addition and a store, which keeps
// it far from the speed of memory.
#include "workload.h"

#include <algorithm>
#include <cstring>

namespace {

constexpr uint32_t n = (uint32_t(1) << 23) + 12345, group = 256, groups = 64, tables = 8;
constexpr size_t block = size_t(1) << 18;

void count(uint32_t* out, const uint8_t* in, size_t size) {
  uint32_t counts[tables][256] = {};
  size_t i = 0;
  for (; i + 8 <= size; i += 8) {
    uint64_t eight = 0;
    std::memcpy(&eight, in + i, 8);
    for (uint32_t t = 0; t < tables; ++t) {
      ++counts[t][eight >> 8 * t & 255];
    }
  }
  for (; i < size; ++i) {
    ++counts[0][in[i]];
  }
  for (size_t b = 0; b < 256; ++b) {
    uint32_t sum = 0;
    for (const auto& table : counts) {
      sum += table[b];
    }
    std::atomic_ref(out[b]).fetch_add(sum, std::memory_order_relaxed);
  }
}

void native(Team& team, std::vector<Words>& buffers) {
  std::ranges::fill(buffers[0], 0);
  team.run((n + block - 1) / block, 1, [&](size_t first, size_t last) {
    for (size_t from = first * block; from < last * block; from += block) {
      count(buffers[0].data(), as<uint8_t>(buffers[1]) + from, std::min<size_t>(block, n - from));
    }
  });
}

/// Most bytes are small, as in the residuals of a compressed picture.
Words make_bytes() {
  Words bytes = random_words(n / 4 + 1);
  for (uint32_t& word : bytes) {
    word &= word >> 3 & 0x3f7f1fff;
  }
  return bytes;
}

const Registered registered("histogram_tables", [] {
  return Workload{"histogram_tables",
                  R"(kernel void clear(global uint* bins) { bins[get_global_id(0)] = 0; }
                     kernel void count(global uint* bins, global const uchar* in, uint n) {
                       local uint tables[8][256];
                       uint l = get_local_id(0);
                       for (int t = 0; t < 8; t++)
                         tables[t][l] = 0;
                       barrier(CLK_LOCAL_MEM_FENCE);
                       for (uint i = get_global_id(0); i < n; i += get_global_size(0))
                         atomic_inc(&tables[l % 8][in[i]]);
                       barrier(CLK_LOCAL_MEM_FENCE);
                       uint sum = 0;
                       for (int t = 0; t < 8; t++)
                         sum += tables[t][l];
                       atomic_add(&bins[l], sum);
                     })",
                  {Words(256), make_bytes()},
                  {{"clear", {256}, {}, {Buffer{0}}},
                   {"count", {groups * group}, {group}, {Buffer{0}, Buffer{1}, n}}},
                  native,
                  1e-9 * n,
                  "GB/s",
                  0,
                  1.0 * n};
});

} // namespace
