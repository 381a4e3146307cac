// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Particles with three floats or doubles each for place and speed (read by vload3): they lose speed
// and are thrown back at the walls of a box. The C++ treats each coordinate alike, as they lie in
// memory.
#include "workload.h"

namespace {

constexpr float step = 0.25F;

template <typename Real, uint32_t n> void native(Team& team, std::vector<Words>& buffers) {
  team.run(n, size_t(1) << 12, [&](size_t first, size_t last) {
    const Real *places = as<Real>(buffers[1]), *speeds = as<Real>(buffers[2]);
    Real* __restrict out = as<Real>(buffers[0]);
    Real* __restrict speeds_out = as<Real>(buffers[3]);
    for (size_t i = 3 * first; i < 3 * last; ++i) {
      const Real speed = (speeds[i] - Real(0.5)) * Real(0.98);
      const Real place = places[i] + speed * Real(step);
      const bool low = place < 0, high = place > 1;
      out[i] = low ? -place : high ? 2 - place : place;
      speeds_out[i] = low || high ? -speed : speed;
    }
  });
}

constexpr char source[] =
    R"(kernel void move(global REAL* places_out, global const REAL* places,
                        global const REAL* speeds, global REAL* speeds_out, int n, float step) {
         int i = get_global_id(0);
         if (i >= n)
           return;
         REAL3 speed = (vload3(i, speeds) - (REAL)0.5) * (REAL)0.98;
         REAL3 place = vload3(i, places) + speed * (REAL)step;
         if (place.x < 0) { place.x = -place.x; speed.x = -speed.x; }
         else if (place.x > 1) { place.x = 2 - place.x; speed.x = -speed.x; }
         if (place.y < 0) { place.y = -place.y; speed.y = -speed.y; }
         else if (place.y > 1) { place.y = 2 - place.y; speed.y = -speed.y; }
         if (place.z < 0) { place.z = -place.z; speed.z = -speed.z; }
         else if (place.z > 1) { place.z = 2 - place.z; speed.z = -speed.z; }
         vstore3(place, i, places_out);
         vstore3(speed, i, speeds_out);
       })";

template <typename Real, uint32_t n>
Workload make(const char* name, Words (*random)(size_t, uint32_t), Element element,
              double tolerance) {
  constexpr size_t words = 3 * n * sizeof(Real) / sizeof(uint32_t);
  return {name,
          source,
          {Words(words), random(3 * n, 1), random(3 * n, 2), Words(words)},
          {{"move",
            {(n + 255) / 256 * 256},
            {256},
            {Buffer{0}, Buffer{1}, Buffer{2}, Buffer{3}, int32_t(n), step}}},
          native<Real, n>,
          1e-6 * n,
          "M/s",
          12.0 * n,
          12.0 * sizeof(Real) * n,
          element,
          tolerance, // five operations a number
          0,
          element == Element::float32 ? "-DREAL=float -DREAL3=float3"
                                      : "-DREAL=double -DREAL3=double3"};
}

const Registered floats("box_particles", [] {
  return make<float, 400009>("box_particles", random_floats, Element::float32, 1e-5);
});
const Registered doubles("box_particles_double", [] {
  return make<double, 600011>("box_particles_double", random_doubles, Element::float64, 1e-13);
});

} // namespace
