// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sorting network: 171 short launches, each after the one before. The C++ does the same passes.
#include "workload.h"

#include <algorithm>

namespace {

constexpr uint32_t n = 1 << 18;

void pass(Team& team, const uint32_t* from, uint32_t* to, uint32_t size, uint32_t step) {
  // Blocks of 2 * step keys, cut into pieces of at least 4096 pairs.
  const uint32_t run = std::min<uint32_t>(step, 4096);
  team.run(n / 2 / run, std::max<uint32_t>(1, 16384 / run), [&](size_t first, size_t last) {
    for (size_t piece = first; piece < last; ++piece) {
      const auto pair = uint32_t(piece) * run;
      const uint32_t low = pair / step * 2 * step + pair % step;
      const bool ascending = !(low & size);
      for (uint32_t i = low; i < low + run; ++i) {
        const uint32_t a = from[i], b = from[i + step];
        to[i] = ascending ? std::min(a, b) : std::max(a, b);
        to[i + step] = ascending ? std::max(a, b) : std::min(a, b);
      }
    }
  });
}

/// The same for steps below a vector, where neighbours are compared inside of blocks of 16 keys.
template <uint32_t step> void small_pass(Team& team, uint32_t* keys, uint32_t size) {
  team.run(n / 16, 2048, [&](size_t first, size_t last) {
    for (size_t block = first; block < last; ++block) {
      uint32_t* at = keys + block * 16;
      uint32_t result[16];
      for (uint32_t i = 0; i < 16; ++i) {
        const uint32_t a = at[i], b = at[i ^ step];
        const bool ascending = !((block * 16 + i) & size);
        result[i] = ascending == !(i & step) ? std::min(a, b) : std::max(a, b);
      }
      std::copy(result, result + 16, at);
    }
  });
}

void native(Team& team, std::vector<Words>& buffers) {
  const uint32_t* from = buffers[1].data();
  uint32_t* to = buffers[0].data();
  std::copy(from, from + n, to);
  for (uint32_t size = 2; size <= n; size *= 2) {
    for (uint32_t step = size / 2; step > 0; step /= 2) {
      switch (step) {
      case 1:
        small_pass<1>(team, to, size);
        break;
      case 2:
        small_pass<2>(team, to, size);
        break;
      case 4:
        small_pass<4>(team, to, size);
        break;
      case 8:
        small_pass<8>(team, to, size);
        break;
      default:
        pass(team, to, to, size, step);
      }
    }
  }
}

Workload make() {
  Workload load{
      "bitonic_sort",
      R"(kernel void pass(global uint* to, global const uint* from, uint size, uint step) {
                     uint t = get_global_id(0);
                     uint low = 2 * step * (t / step) + t % step;
                     uint a = from[low], b = from[low + step];
                     bool ascending = !(low & size);
                     to[low] = ascending ? min(a, b) : max(a, b);
                     to[low + step] = ascending ? max(a, b) : min(a, b);
                   })",
      {Words(n), random_words(n)},
      {},
      native,
      1e-6 * n,
      "M keys/s",
      0,
      0};
  for (uint32_t size = 2; size <= n; size *= 2) {
    for (uint32_t step = size / 2; step > 0; step /= 2) {
      load.launches.push_back(
          {"pass", {n / 2}, {}, {Buffer{0}, Buffer{size == 2 ? size_t(1) : 0}, size, step}});
    }
  }
  load.bytes = 8.0 * n * double(load.launches.size());
  return load;
}

const Registered registered("bitonic_sort", make);

} // namespace
