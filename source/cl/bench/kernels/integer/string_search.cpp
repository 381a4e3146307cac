// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts where a short pattern begins in a text: a work-item for each byte, whose loop ends at the
// first difference, and a sum a work-group. The C++ compares all bytes of the pattern, many places
// at once; it is bound by these comparisons and not by memory.
#include "workload.h"

#include <algorithm>

namespace {

constexpr uint32_t n = (uint32_t(1) << 22) + 99, length = 7, group = 256;
constexpr uint32_t places = n - length + 1, groups = (places + group - 1) / group;
constexpr char pattern[] = "abacaba";

void native(Team& team, std::vector<Words>& buffers) {
  team.run(groups, 1024, [&](size_t first, size_t last) {
    const auto* text = as<uint8_t>(buffers[1]);
    for (size_t g = first; g < last; ++g) {
      const size_t size = std::min<size_t>(group, places - g * group);
      uint8_t found[group] = {};
      for (size_t i = 0; i < size; ++i) {
        uint8_t same = 1;
        for (size_t j = 0; j < length; ++j) {
          same &= text[g * group + i + j] == uint8_t(pattern[j]);
        }
        found[i] = same;
      }
      uint32_t sum = 0;
      for (const uint8_t each : found) {
        sum += each;
      }
      buffers[0][g] = sum;
    }
  });
}

/// Letters from a to d, the first ones more often.
Words make_text() {
  Words text(n / 4 + 1);
  const Words random = random_words(n / 4 + 1);
  for (size_t i = 0; i < text.size(); ++i) {
    const uint32_t word = random[i] >> 4 & random[i] >> 9;
    text[i] = 0x61616161 + (word & 0x03030303);
  }
  return text;
}

Words make_pattern() {
  Words words(2);
  std::copy(pattern, pattern + length, as<char>(words));
  return words;
}

const Registered registered("string_search", [] {
  return Workload{
      "string_search",
      R"(kernel void search(global uint* found, global const uchar* text,
                                        constant uchar* pattern, uint places, uint length) {
                       local uint count;
                       uint i = get_global_id(0);
                       if (get_local_id(0) == 0)
                         count = 0;
                       barrier(CLK_LOCAL_MEM_FENCE);
                       if (i < places) {
                         uint j = 0;
                         while (j < length && text[i + j] == pattern[j])
                           j++;
                         if (j == length)
                           atomic_inc(&count);
                       }
                       barrier(CLK_LOCAL_MEM_FENCE);
                       if (get_local_id(0) == 0)
                         found[get_group_id(0)] = count;
                     })",
      {Words(groups), make_text(), make_pattern()},
      {{"search", {groups * group}, {group}, {Buffer{0}, Buffer{1}, Buffer{2}, places, length}}},
      native,
      1e-9 * n,
      "GB/s",
      0,
      1.0 * n};
});

} // namespace
