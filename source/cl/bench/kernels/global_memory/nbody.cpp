// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each body feels all others.
#include "workload.h"

#include "kernels/vectors.h"

namespace {

constexpr int n = 8192;

void native(Team& team, std::vector<Words>& buffers) {
  constexpr size_t block = 32;
  team.run(n / block, 4, [&](size_t from, size_t to) {
    const float* p = as<float>(buffers[1]);
    float* out = as<float>(buffers[0]);
    for (size_t i = from * block; i < to * block; i += block) {
      float x[block] = {}, y[block] = {}, z[block] = {};
      float mx[block], my[block], mz[block];
      for (size_t l = 0; l < block; ++l) {
        mx[l] = p[4 * (i + l)], my[l] = p[4 * (i + l) + 1], mz[l] = p[4 * (i + l) + 2];
      }
      for (int j = 0; j < n; ++j) {
        for (size_t l = 0; l < block; ++l) {
          const float dx = p[4 * j] - mx[l], dy = p[4 * j + 1] - my[l], dz = p[4 * j + 2] - mz[l];
          const float squares = dx * dx + dy * dy + dz * dz + 0.01F;
          float d = 1 / std::sqrt(squares);
          const float f = p[4 * j + 3] * d * d * d;
          x[l] += dx * f, y[l] += dy * f, z[l] += dz * f;
        }
      }
      std::memcpy(out + i, x, sizeof x);
      std::memcpy(out + i + n, y, sizeof y);
      std::memcpy(out + i + 2 * n, z, sizeof z);
    }
  });
}

const Registered registered("nbody", [] {
  return Workload{"nbody",
                  R"(kernel void nbody(global float* out, global const float4* p, int n) {
                       int i = get_global_id(0);
                       float4 me = p[i];
                       float x = 0, y = 0, z = 0;
                       for (int j = 0; j < n; j++) {
                         float4 other = p[j];
                         float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
                         float d = native_rsqrt(dx * dx + dy * dy + dz * dz + 0.01f);
                         float f = other.w * d * d * d;
                         x += dx * f;
                         y += dy * f;
                         z += dz * f;
                       }
                       out[i] = x;
                       out[i + n] = y;
                       out[i + 2 * n] = z;
                     })",
                  {Words(3 * n), random_floats(4 * n)},
                  {{"nbody", {n}, {}, {Buffer{0}, Buffer{1}, n}}},
                  native,
                  1e-9 * n * n,
                  "G pairs/s",
                  20.0 * n * n,
                  28.0 * n,
                  Element::float32,
                  1e-2};
});

} // namespace
