// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hash of 32 bits for each of many keys of 16 to 48 bytes that begin at multiples of four. The
// C++ does sixteen keys in the lanes of vectors, as many steps as the longest may have. It is bound
// by loads of single words and by multiplications that wait for each other, not by memory.
#include "workload.h"

#include "kernels/vectors.h"

namespace {

constexpr uint32_t n = 150000, seed = 0x5bd1u;
constexpr uint32_t first_factor = 0xb5297a4du, second_factor = 0x68e31da5u;

template <typename T> T turn(T x, int by) { return x << by | x >> (32 - by); }

template <typename T> T mix(T hash, T word) {
  hash ^= turn(word * first_factor, 13) * second_factor;
  return turn(hash, 11) * 5 + 0x1b56c4e9u;
}

template <typename T> T finish(T hash, T bytes) {
  hash = (hash ^ bytes ^ hash >> 15) * first_factor;
  hash = (hash ^ hash >> 13) * second_factor;
  return hash ^ hash >> 16;
}

/// All but the first bytes of a word cleared.
uint32_t first_bytes(uint32_t word, uint32_t bytes) { return word & ~(~0U << 8 * bytes); }

uint32_t hash_of(const uint32_t* key, uint32_t bytes) {
  uint32_t hash = seed;
  for (uint32_t i = 0; i < bytes / 4; ++i) {
    hash = mix(hash, key[i]);
  }
  if (bytes % 4 != 0) {
    hash = mix(hash, first_bytes(key[bytes / 4], bytes % 4));
  }
  return finish(hash, bytes);
}

/// Hashes sixteen keys, whose words are put side by side. Shorter ones are filled with words that
/// do not count.
void sixteen(uint32_t* out, const uint32_t* keys, const uint32_t* begins, const uint32_t* sizes) {
  const auto bytes = load<Uints>(sizes);
  const Uints words = (bytes + 3) / 4;
  Uints hash = Uints{} + seed;
  for (uint32_t i = 0; i < 12; ++i) {
    Uints word;
    for (int l = 0; l < lanes; ++l) {
      word[l] = keys[begins[l] + i];
    }
    if (i >= 4) {
      const Uints rest = bytes - 4 * i;
      word = rest < 4 ? word & (((Uints{} + 1) << (8 * (rest & 3))) - 1) : word;
      hash = words > i ? mix(hash, word) : hash;
    } else {
      hash = mix(hash, word);
    }
  }
  store(out, finish(hash, bytes));
}

void native(Team& team, std::vector<Words>& buffers) {
  team.run(n, 4096, [&](size_t first, size_t last) {
    const uint32_t *keys = buffers[1].data(), *begins = buffers[2].data(),
                   *sizes = buffers[3].data();
    size_t i = first;
    for (; i + lanes <= last; i += lanes) {
      sixteen(buffers[0].data() + i, keys, begins + i, sizes + i);
    }
    for (; i < last; ++i) {
      buffers[0][i] = hash_of(keys + begins[i], sizes[i]);
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
          {Words(n), random_words(words + 12), begins, sizes},
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
