// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An array of structures: the fields of neighbours are adjacent.
#include "workload.h"

namespace {

constexpr size_t n = size_t(1) << 20;

void native(Team& team, std::vector<Words>& buffers) {
  team.run(n, size_t(1) << 15, [&](size_t first, size_t last) {
    const float* in = as<float>(buffers[1]);
    float* __restrict out = as<float>(buffers[0]);
    for (size_t i = first; i < last; ++i) {
      const float speed = in[4 * i + 3], x = in[4 * i] + speed * 0.1F;
      out[4 * i] = x > 1.0F ? x - 1.0F : x;
      out[4 * i + 1] = in[4 * i + 1] + speed * 0.2F;
      out[4 * i + 2] = in[4 * i + 2] - speed * 0.3F;
      out[4 * i + 3] = speed;
    }
  });
}

const Registered registered("aos_update", [] {
  return Workload{"aos_update",
                  R"(typedef struct { float x, y, z, speed; } particle;
                     kernel void update(global particle* out, global const particle* in) {
                       int i = get_global_id(0);
                       particle p = in[i];
                       p.x += p.speed * 0.1f;
                       p.y += p.speed * 0.2f;
                       p.z -= p.speed * 0.3f;
                       if (p.x > 1.0f)
                         p.x -= 1.0f;
                       out[i] = p;
                     })",
                  {Words(4 * n), random_floats(4 * n)},
                  {{"update", {n}, {}, {Buffer{0}, Buffer{1}}}},
                  native,
                  1e-6 * n,
                  "M/s",
                  7.0 * n,
                  32.0 * n,
                  Element::float32,
                  1e-5};
});

} // namespace
