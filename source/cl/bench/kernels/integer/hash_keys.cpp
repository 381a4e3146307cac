// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hash of 32 bits for each of many keys of 16 to 48 bytes that begin at multiples of four. The
// C++ does one key after the other, whose steps the CPU overlaps; each step is a multiplication
// that waits for the one before, so it does not come near the speed of memory.
#include "workload.h"

#include <bit>

namespace {

constexpr uint32_t n = 150000, seed = 0x5bd1u;
constexpr uint32_t first_factor = 0xb5297a4du, second_factor = 0x68e31da5u;

uint32_t mix(uint32_t hash, uint32_t word) {
  hash ^= std::rotl(word * first_factor, 13) * second_factor;
  return std::rotl(hash, 11) * 5 + 0x1b56c4e9u;
}

uint32_t hash_of(const uint32_t* key, uint32_t bytes) {
  uint32_t hash = seed;
  for (uint32_t i = 0; i < bytes / 4; ++i) {
    hash = mix(hash, key[i]);
  }
  if (const uint32_t rest = bytes % 4) {
    hash = mix(hash, key[bytes / 4] & ~(~0U << 8 * rest));
  }
  hash = (hash ^ bytes ^ hash >> 15) * first_factor;
  hash = (hash ^ hash >> 13) * second_factor;
  return hash ^ hash >> 16;
}

void native(Team& team, std::vector<Words>& buffers) {
  team.run(n, 4096, [&](size_t first, size_t last) {
    for (size_t i = first; i < last; ++i) {
      buffers[0][i] = hash_of(buffers[1].data() + buffers[2][i], buffers[3][i]);
    }
  });
}

Workload make() {
  Words begins(n), sizes(n);
  const Words random = random_words(n, 7);
  uint32_t words = 0, bytes = 0;
  for (uint32_t i = 0; i < n; ++i) {
    begins[i] = words;
    sizes[i] = 16 + (random[i] >> 10) % 33;
    words += (sizes[i] + 3) / 4;
    bytes += sizes[i];
  }
  return {"hash_keys",
          R"(uint mix(uint hash, uint word) {
               hash ^= rotate(word * 0xb5297a4du, 13u) * 0x68e31da5u;
               return rotate(hash, 11u) * 5 + 0x1b56c4e9u;
             }
             kernel void hash(global uint* out, global const uchar* keys, global const uint* begins,
                              global const uint* sizes, uint n, uint seed) {
               uint id = get_global_id(0);
               if (id >= n)
                 return;
               uint size = sizes[id], h = seed;
               global const uchar* key = keys + 4 * begins[id];
               for (uint i = 0; i < size / 4; i++)
                 h = mix(h, ((global const uint*)key)[i]);
               uint rest = 0;
               for (uint i = size / 4 * 4; i < size; i++)
                 rest |= (uint)key[i] << 8 * (i % 4);
               if (size % 4 != 0)
                 h = mix(h, rest);
               h = (h ^ size ^ h >> 15) * 0xb5297a4du;
               h = (h ^ h >> 13) * 0x68e31da5u;
               out[id] = h ^ h >> 16;
             })",
          {Words(n), random_words(words), begins, sizes},
          {{"hash",
            {(n + 255) / 256 * 256},
            {256},
            {Buffer{0}, Buffer{1}, Buffer{2}, Buffer{3}, n, seed}}},
          native,
          1e-9 * bytes,
          "GB/s",
          0,
          4.0 * words + 12.0 * n};
}

const Registered registered("hash_keys", make);

} // namespace
