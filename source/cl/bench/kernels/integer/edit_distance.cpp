// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The edit distance of pairs of strings of 16 to 32 bytes, a pair a work-item, with a row of the
// table in private memory. The C++ does 32 pairs in lanes of 16 bits, as many steps as the longest
// needs, and keeps what is in the row when each one ends. It is bound by these steps, each of which
// waits for the one before, and not by memory.
#include "workload.h"

#include "kernels/vectors.h"

#include <algorithm>

namespace {

constexpr uint32_t n = 20000, most = 32;
constexpr int wide = 32;
static_assert(n % wide == 0);
typedef uint16_t Shorts __attribute__((vector_size(64)));

Shorts least(Shorts a, Shorts b) { return a < b ? a : b; }

void many(uint32_t* out, const uint8_t* left, const uint8_t* right, const uint32_t* sizes) {
  Shorts a[most], b[most], row[most + 1];
  uint32_t rows = 0, columns = 0;
  for (uint32_t l = 0; l < wide; ++l) {
    for (uint32_t j = 0; j < most; ++j) {
      a[j][l] = left[l * most + j], b[j][l] = right[l * most + j];
    }
    rows = std::max(rows, sizes[2 * l]);
    columns = std::max(columns, sizes[2 * l + 1]);
  }
  for (uint32_t j = 0; j <= columns; ++j) {
    row[j] = Shorts{} + uint16_t(j);
  }
  for (uint32_t i = 0; i < rows; ++i) {
    Shorts corner = row[0], before = Shorts{} + uint16_t(i + 1);
    row[0] = before;
    for (uint32_t j = 0; j < columns; ++j) {
      const Shorts above = row[j + 1], differs = (a[i] != b[j]) & 1;
      before = least(least(above, before) + 1, corner + differs);
      corner = above;
      row[j + 1] = before;
    }
    for (uint32_t l = 0; l < wide; ++l) {
      if (sizes[2 * l] == i + 1) {
        out[l] = row[sizes[2 * l + 1]][l];
      }
    }
  }
}

void native(Team& team, std::vector<Words>& buffers) {
  team.run(n / wide, 16, [&](size_t first, size_t last) {
    for (size_t i = first * wide; i < last * wide; i += wide) {
      many(buffers[0].data() + i, as<uint8_t>(buffers[1]) + i * most,
           as<uint8_t>(buffers[2]) + i * most, buffers[3].data() + 2 * i);
    }
  });
}

Words random_letters(uint32_t seed) { // one of four
  Words words = random_words(n * most / 4, seed);
  for (uint32_t& word : words) {
    word = 0x61616161 + (word >> 4 & 0x03030303);
  }
  return words;
}

Words random_sizes() {
  Words sizes = random_words(2 * n, 9);
  for (uint32_t& size : sizes) {
    size = most / 2 + (size >> 9) % (most / 2 + 1);
  }
  return sizes;
}

const Registered registered("edit_distance", [] {
  return Workload{"edit_distance",
                  R"(kernel void distance_of(global uint* out, global const uchar* left,
                                             global const uchar* right, global const uint2* sizes) {
                       uint id = get_global_id(0);
                       global const uchar *a = left + id * 32, *b = right + id * 32;
                       uint2 size = sizes[id];
                       ushort row[33];
                       for (uint j = 0; j <= size.y; j++)
                         row[j] = j;
                       for (uint i = 0; i < size.x; i++) {
                         ushort corner = row[0], before = i + 1;
                         row[0] = before;
                         for (uint j = 0; j < size.y; j++) {
                           ushort above = row[j + 1], differs = a[i] != b[j];
                           before = min(min(above, before) + 1, corner + differs);
                           corner = above;
                           row[j + 1] = before;
                         }
                       }
                       out[id] = row[size.y];
                     })",
                  {Words(n), random_letters(1), random_letters(2), random_sizes()},
                  {{"distance_of", {n}, {}, {Buffer{0}, Buffer{1}, Buffer{2}, Buffer{3}}}},
                  native,
                  1e-6 * n,
                  "M pairs/s",
                  0,
                  76.0 * n};
});

} // namespace
