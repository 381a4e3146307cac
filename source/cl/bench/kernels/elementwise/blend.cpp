// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pixels of bytes laid over others, saturating. The C++ works on vectors of 16-bit numbers.
#include "workload.h"

#include "kernels/vectors.h"

namespace {

typedef uint8_t Bytes __attribute__((vector_size(32)));
typedef uint16_t Shorts __attribute__((vector_size(64)));

constexpr size_t n = size_t(1) << 20; // 12 MB in all: in the last cache

void native(Team& team, std::vector<Words>& buffers) {
  team.run(n / 8, 2048, [&](size_t first, size_t last) {
    const auto *top = as<uint8_t>(buffers[1]), *bottom = as<uint8_t>(buffers[2]);
    auto* out = as<uint8_t>(buffers[0]);
    for (size_t i = first * 32; i < last * 32; i += 32) {
      const auto t = load<Bytes>(top + i);
      const Bytes alpha =
          __builtin_shufflevector(t, t, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15, 19,
                                  19, 19, 19, 23, 23, 23, 23, 27, 27, 27, 27, 31, 31, 31, 31);
      const Shorts under = __builtin_convertvector(load<Bytes>(bottom + i), Shorts) *
                           (255 - __builtin_convertvector(alpha, Shorts));
      const Shorts sum = __builtin_convertvector(t, Shorts) + ((under + 128) >> 8);
      const Shorts most = Shorts{} + 255;
      store(out + i, __builtin_convertvector(sum < most ? sum : most, Bytes));
    }
  });
}

const Registered registered("blend_uchar4", [] {
  return Workload{"blend_uchar4",
                  R"(kernel void blend(global uchar4* out, global const uchar4* top,
                                       global const uchar4* bottom) {
                       size_t i = get_global_id(0);
                       uchar4 t = top[i];
                       ushort4 under = convert_ushort4(bottom[i]) * (ushort)(255 - t.w);
                       ushort4 sum = convert_ushort4(t) + ((under + (ushort)128) >> (ushort)8);
                       out[i] = convert_uchar4_sat(sum);
                     })",
                  {Words(n), random_words(n), random_words(n, 7)},
                  {{"blend", {n}, {}, {Buffer{0}, Buffer{1}, Buffer{2}}}},
                  native,
                  1e-6 * n,
                  "M pixels/s",
                  0,
                  12.0 * n};
});

} // namespace
