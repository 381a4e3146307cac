// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random floats made of counters by ten rounds of wide multiplications, four of each counter. The
// C++ does sixteen counters in the lanes of vectors; it is bound by its multiplications.
#include "workload.h"

#include "kernels/vectors.h"

namespace {

constexpr uint32_t n = 1 << 19, rounds = 10;
constexpr uint32_t factors[2] = {0xc7e45a63u, 0xd2a98b27u}, steps[2] = {0x9e3779b9u, 0xb5c18e6bu};
constexpr uint32_t keys[2] = {20, 77};

typedef uint64_t Pairs __attribute__((vector_size(64)));

/// The upper halves of products: of even lanes and of odd ones, which lie in pairs.
Uints high(Uints x, uint64_t factor) {
  const auto pairs = load<Pairs>(&x);
  const Pairs even = (pairs & 0xffffffff) * factor >> 32;
  const Pairs odd = (pairs >> 32) * factor & ~uint64_t(0xffffffff);
  const Pairs both = even | odd;
  return load<Uints>(&both);
}

Floats to_float(Uints x) { return __builtin_convertvector(Ints(x >> 8), Floats) * 0x1p-24F; }

void native(Team& team, std::vector<Words>& buffers) {
  team.run(n / lanes, 2048, [&](size_t first, size_t last) {
    for (size_t i = first; i < last; ++i) {
      Uints a = Uints(iota()) + uint32_t(i * lanes), b = {}, c = Uints{} + 1, d = {};
      uint32_t key = keys[0], other = keys[1];
      for (uint32_t r = 0; r < rounds; ++r) {
        const Uints left = high(c, factors[0]) ^ b ^ key;
        const Uints right = high(a, factors[1]) ^ d ^ other;
        b = c * factors[0], d = a * factors[1], a = left, c = right;
        key += steps[0], other += steps[1];
      }
      const Floats numbers[4] = {to_float(a), to_float(b), to_float(c), to_float(d)};
      float* to = as<float>(buffers[0]) + i * 4 * lanes;
      for (int l = 0; l < lanes; ++l) {
        for (int j = 0; j < 4; ++j) {
          to[4 * l + j] = numbers[j][l];
        }
      }
    }
  });
}

const Registered registered("counter_random", [] {
  return Workload{"counter_random",
                  R"(kernel void fill(global float4* out, uint key0, uint key1) {
                       uint2 key = (uint2)(key0, key1);
                       uint4 c = (uint4)(get_global_id(0), 0, 1, 0);
                       for (int i = 0; i < 10; i++) {
                         uint low0 = c.z * 0xc7e45a63u, low1 = c.x * 0xd2a98b27u;
                         uint high0 = mul_hi(c.z, 0xc7e45a63u), high1 = mul_hi(c.x, 0xd2a98b27u);
                         c = (uint4)(high0 ^ c.y ^ key.x, low0, high1 ^ c.w ^ key.y, low1);
                         key += (uint2)(0x9e3779b9u, 0xb5c18e6bu);
                       }
                       out[get_global_id(0)] = convert_float4(c >> 8) * 0x1p-24f;
                     })",
                  {Words(4 * n)},
                  {{"fill", {n}, {}, {Buffer{0}, keys[0], keys[1]}}},
                  native,
                  4e-9 * n,
                  "G numbers/s",
                  0,
                  16.0 * n};
});

} // namespace
