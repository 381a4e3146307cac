// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SHA-256 of one block a work-item. The C++ does sixteen blocks in the lanes of vectors.
#include "workload.h"

#include "kernels/vectors.h"

namespace {

constexpr size_t n = size_t(1) << 16;

constexpr uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
constexpr uint32_t begin[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                               0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

inline Uints turn(Uints x, int by) { return x >> by | x << (32 - by); }

void sixteen(uint32_t* out, const uint32_t* in) {
  Uints w[16];
  for (int j = 0; j < 16; ++j) {
    for (int l = 0; l < lanes; ++l) {
      w[j][l] = in[l * 16 + j];
    }
  }
  Uints s[8];
  for (int j = 0; j < 8; ++j) {
    s[j] = Uints{} + begin[j];
  }
#pragma GCC unroll 64
  for (int i = 0; i < 64; ++i) {
    if (i >= 16) {
      const Uints a = w[(i + 1) & 15], b = w[(i + 14) & 15];
      w[i & 15] += (turn(a, 7) ^ turn(a, 18) ^ a >> 3) + w[(i + 9) & 15] +
                   (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
    }
    const Uints e = s[4], a = s[0];
    const Uints t1 = s[7] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & s[5]) ^ (~e & s[6])) +
                     constants[i] + w[i & 15];
    const Uints t2 =
        (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
    s[7] = s[6], s[6] = s[5], s[5] = e, s[4] = s[3] + t1;
    s[3] = s[2], s[2] = s[1], s[1] = a, s[0] = t1 + t2;
  }
  for (int j = 0; j < 8; ++j) {
    s[j] += begin[j];
    for (int l = 0; l < lanes; ++l) {
      out[l * 8 + j] = s[j][l];
    }
  }
}

void native(Team& team, std::vector<Words>& buffers) {
  team.run(n / lanes, 128, [&](size_t first, size_t last) {
    for (size_t i = first; i < last; ++i) {
      sixteen(buffers[0].data() + i * lanes * 8, buffers[1].data() + i * lanes * 16);
    }
  });
}

Words table() {
  Words words(constants, constants + 64);
  words.insert(words.end(), begin, begin + 8);
  return words;
}

const Registered registered("sha256", [] {
  return Workload{"sha256",
                  R"(#define S0(x) (rotate(x, 30u) ^ rotate(x, 19u) ^ rotate(x, 10u))
                     #define S1(x) (rotate(x, 26u) ^ rotate(x, 21u) ^ rotate(x, 7u))
                     #define R0(x) (rotate(x, 25u) ^ rotate(x, 14u) ^ (x >> 3))
                     #define R1(x) (rotate(x, 15u) ^ rotate(x, 13u) ^ (x >> 10))
                     kernel void sha256(global uint* out, global const uint* in, constant uint* table) {
                       size_t id = get_global_id(0);
                       uint w[16];
                       for (int i = 0; i < 16; i++)
                         w[i] = in[id * 16 + i];
                       uint a = table[64], b = table[65], c = table[66], d = table[67];
                       uint e = table[68], f = table[69], g = table[70], h = table[71];
                       for (int i = 0; i < 64; i++) {
                         if (i >= 16)
                           w[i & 15] += R0(w[(i + 1) & 15]) + w[(i + 9) & 15] + R1(w[(i + 14) & 15]);
                         uint t1 = h + S1(e) + bitselect(g, f, e) + table[i] + w[i & 15];
                         uint t2 = S0(a) + bitselect(a, b, c ^ a);
                         h = g; g = f; f = e; e = d + t1;
                         d = c; c = b; b = a; a = t1 + t2;
                       }
                       global uint* o = out + id * 8;
                       o[0] = a + table[64]; o[1] = b + table[65];
                       o[2] = c + table[66]; o[3] = d + table[67];
                       o[4] = e + table[68]; o[5] = f + table[69];
                       o[6] = g + table[70]; o[7] = h + table[71];
                     })",
                  {Words(n * 8), random_words(n * 16), table()},
                  {{"sha256", {n}, {}, {Buffer{0}, Buffer{1}, Buffer{2}}}},
                  native,
                  1e-6 * n,
                  "M/s",
                  0,
                  96.0 * n};
});

} // namespace
