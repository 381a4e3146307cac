// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Forces between particles that are near each other, by lists of neighbours; positions and forces
// are float4. The C++ takes sixteen particles at once, as the lists lie, and turns what it loads.
// These loads, and a division for each pair, keep it from the peak.
#include "workload.h"

#include "kernels/vectors.h"

namespace {

constexpr uint32_t side = 28, n = side * side * side, neighbours = 56;
constexpr float cutoff = 6.25F;

void sixteen(float* forces, const float* positions, const int32_t* lists, size_t i) {
  Floats own[3], sums[3] = {};
  for (int d = 0; d < 3; ++d) {
    for (int l = 0; l < lanes; ++l) {
      own[d][l] = positions[4 * (i + size_t(l)) + size_t(d)];
    }
  }
  for (size_t j = 0; j < neighbours; ++j) {
    const int32_t* list = lists + j * n + i;
    Floats apart[3];
    for (int l = 0; l < lanes; ++l) {
      const float* other = positions + 4 * size_t(list[l]);
      apart[0][l] = other[0], apart[1][l] = other[1], apart[2][l] = other[2];
    }
    Floats square = {};
    for (int d = 0; d < 3; ++d) {
      apart[d] = own[d] - apart[d];
      square += apart[d] * apart[d];
    }
    const Floats inverse = 1 / square, sixth = inverse * inverse * inverse;
    const Floats force = square < cutoff ? inverse * sixth * (48 * sixth - 24) : 0;
    for (int d = 0; d < 3; ++d) {
      sums[d] += apart[d] * force;
    }
  }
  for (int l = 0; l < lanes; ++l) {
    for (int d = 0; d < 3; ++d) {
      forces[4 * (i + size_t(l)) + size_t(d)] = sums[d][l];
    }
    forces[4 * (i + size_t(l)) + 3] = 0;
  }
}

void native(Team& team, std::vector<Words>& buffers) {
  static_assert(n % lanes == 0);
  team.run(n / lanes, 16, [&](size_t first, size_t last) {
    for (size_t i = first; i < last; ++i) {
      sixteen(as<float>(buffers[0]), as<float>(buffers[1]), as<int32_t>(buffers[2]), i * lanes);
    }
  });
}

/// Particles near the points of a lattice, whose neighbours are those at most two points away in
/// each direction, some of them. The lattice closes in rings of points, not of space: what is
/// beyond its borders is too far to count.
Workload make() {
  Words positions = random_floats(size_t(4) * n), lists(size_t(n) * neighbours);
  for (uint32_t i = 0; i < n; ++i) {
    const uint32_t at[3] = {i % side, i / side % side, i / side / side};
    for (uint32_t d = 0; d < 3; ++d) {
      float& position = as<float>(positions)[4 * i + d];
      position = 1.2F * float(at[d]) + 0.2F * position;
    }
    for (uint32_t j = 0; j < neighbours; ++j) {
      const uint32_t which = j * 124 / neighbours, step = which < 62 ? which : which + 1;
      const uint32_t x = (at[0] + side - 2 + step % 5) % side;
      const uint32_t y = (at[1] + side - 2 + step / 5 % 5) % side;
      const uint32_t z = (at[2] + side - 2 + step / 25) % side;
      lists[j * n + i] = (z * side + y) * side + x;
    }
  }
  return {"neighbour_forces",
          R"(kernel void forces(global float4* forces, global const float4* positions,
                                global const int* neighbours, int count, float cutoff, int n) {
               int i = get_global_id(0);
               if (i >= n)
                 return;
               float4 position = positions[i], force = 0.0f;
               for (int j = 0; j < count; j++) {
                 float4 apart = position - positions[neighbours[j * n + i]];
                 float square = apart.x * apart.x + apart.y * apart.y + apart.z * apart.z;
                 if (square < cutoff) {
                   float inverse = 1.0f / square, sixth = inverse * inverse * inverse;
                   force += apart * (inverse * sixth * (48.0f * sixth - 24.0f));
                 }
               }
               force.w = 0.0f;
               forces[i] = force;
             })",
          {Words(size_t(4) * n), positions, lists},
          {{"forces",
            {(n + 127) / 128 * 128},
            {128},
            {Buffer{0}, Buffer{1}, Buffer{2}, int32_t(neighbours), cutoff, int32_t(n)}}},
          native,
          1e-6 * n * neighbours,
          "M pairs/s",
          20.0 * n * neighbours,
          4.0 * n * (neighbours + 8),
          Element::float32,
          1e-3}; // sums of opposite forces some 100 times as large as their difference
}

const Registered registered("neighbour_forces", make);

} // namespace
