// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Particles with three doubles each for place and speed (read by vload3): they lose speed and are
// thrown back at the walls of a box. The C++ treats each coordinate alike, as they lie in memory.
#include "workload.h"

namespace {

constexpr uint32_t n = 600011;
constexpr float step = 0.25F;

void native(Team& team, std::vector<Words>& buffers) {
  team.run(n, size_t(1) << 12, [&](size_t first, size_t last) {
    const double *places = as<double>(buffers[1]), *speeds = as<double>(buffers[2]);
    double* __restrict out = as<double>(buffers[0]);
    double* __restrict speeds_out = as<double>(buffers[3]);
    for (size_t i = 3 * first; i < 3 * last; ++i) {
      const double speed = (speeds[i] - double(0.5)) * double(0.98);
      const double place = places[i] + speed * double(step);
      const bool low = place < 0, high = place > 1;
      out[i] = low ? -place : high ? 2 - place : place;
      speeds_out[i] = low || high ? -speed : speed;
    }
  });
}

const Registered registered("box_particles_double", [] {
  return Workload{"box_particles_double",
                  R"(kernel void move(global double* places_out, global const double* places,
                                      global const double* speeds, global double* speeds_out, int n,
                                      float step) {
                       int i = get_global_id(0);
                       if (i >= n)
                         return;
                       double3 speed = (vload3(i, speeds) - 0.5) * 0.98;
                       double3 place = vload3(i, places) + speed * (double)step;
                       if (place.x < 0) { place.x = -place.x; speed.x = -speed.x; }
                       else if (place.x > 1) { place.x = 2 - place.x; speed.x = -speed.x; }
                       if (place.y < 0) { place.y = -place.y; speed.y = -speed.y; }
                       else if (place.y > 1) { place.y = 2 - place.y; speed.y = -speed.y; }
                       if (place.z < 0) { place.z = -place.z; speed.z = -speed.z; }
                       else if (place.z > 1) { place.z = 2 - place.z; speed.z = -speed.z; }
                       vstore3(place, i, places_out);
                       vstore3(speed, i, speeds_out);
                     })",
                  {Words(6 * n), random_doubles(3 * n, 1), random_doubles(3 * n, 2), Words(6 * n)},
                  {{"move",
                    {(n + 255) / 256 * 256},
                    {256},
                    {Buffer{0}, Buffer{1}, Buffer{2}, Buffer{3}, int32_t(n), step}}},
                  native,
                  1e-6 * n,
                  "M/s",
                  12.0 * n,
                  96.0 * n,
                  Element::float64,
                  1e-13}; // five operations a number
});

} // namespace
