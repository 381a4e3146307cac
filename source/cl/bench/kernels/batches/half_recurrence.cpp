// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A recurrence of sixteen steps in half precision for each element. The C++ is a plain loop of
// _Float16 in blocks, which Clang vectorises. Where the CPU computes with floats only, conversions
// after each step bound it.
#include "workload.h"

#include <algorithm>

namespace {

constexpr size_t count = size_t(1) << 20;
constexpr int steps = 16;

void native(Team& team, std::vector<Words>& buffers) {
  team.run(count, 8192, [&](size_t first, size_t last) {
    constexpr size_t block = 32; // chains of steps that do not wait for each other
    for (size_t from = first; from < last; from += block) {
      const _Float16* in = as<_Float16>(buffers[1]) + from;
      _Float16 x[block], y[block];
      for (size_t i = 0; i < block; ++i) {
        y[i] = x[i] = in[i];
      }
      for (int step = 0; step < steps; ++step) {
        for (size_t i = 0; i < block; ++i) {
          y[i] = y[i] * x[i] + _Float16(0.25);
        }
      }
      std::copy_n(y, block, as<_Float16>(buffers[0]) + from);
    }
  });
}

Workload make() {
  Words numbers(count / 2);
  const Words floats = random_floats(count);
  for (size_t i = 0; i < count; ++i) {
    as<_Float16>(numbers)[i] = _Float16(0.75F * as<float>(floats)[i]);
  }
  return {
      "half_recurrence",
      R"(#pragma OPENCL EXTENSION cl_khr_fp16 : enable
             kernel void recur(global half* out, global const half* in, int steps) {
               int i = get_global_id(0);
               half x = in[i], y = x;
               for (int step = 0; step < steps; step++)
                 y = y * x + (half)0.25f;
               out[i] = y;
             })",
      {Words(count / 2), numbers},
      {{"recur", {count}, {256}, {Buffer{0}, Buffer{1}, steps}}},
      native,
      1e-9 * count * steps,
      "G steps/s",
      2.0 * steps * count,
      4.0 * count,
      Element::float16,
      0x1p-9}; // roundings of 2^-12 and of 2^-12 a step, of which each step keeps three quarters
}

const Registered registered("half_recurrence", make);

} // namespace
