// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many Fourier transforms of 256 points, a work-group each, by four radix-4 passes through local
// memory. The C++ does 16 transforms of 16 points side by side in vectors, turns the square, and
// does 16 more. It is bound by moves between registers: the butterflies need more than there are.
#include "workload.h"

#include "kernels/batches/turn.h"

#include <cmath>

namespace {

constexpr size_t points = 256, signals = 4096;

struct Complex {
  Floats x, y;
};

Complex operator+(Complex a, Complex b) { return {a.x + b.x, a.y + b.y}; }
Complex operator-(Complex a, Complex b) { return {a.x - b.x, a.y - b.y}; }
Complex times_minus_i(Complex a) { return {a.y, -a.x}; }
template <typename Factor> Complex times(Complex a, Factor x, Factor y) {
  return {a.x * x - a.y * y, a.x * y + a.y * x};
}

void four(Complex& a, Complex& b, Complex& c, Complex& d) {
  const Complex sum = a + c, difference = a - c, other = b + d, turned = times_minus_i(b - d);
  a = sum + other;
  b = difference + turned;
  c = sum - other;
  d = difference - turned;
}

/// Transforms of the 16 rows, in each lane; `twiddles` has 256 cosines, then as many sines.
void sixteen(Complex (&rows)[lanes], const float* twiddles) {
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    four(rows[i], rows[4 + i], rows[8 + i], rows[12 + i]);
  }
  Complex next[lanes];
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    Complex q[4] = {rows[4 * i], rows[4 * i + 1], rows[4 * i + 2], rows[4 * i + 3]};
    for (int j = 1; j < 4; ++j) {
      q[j] = times(q[j], twiddles[16 * i * j], twiddles[points + size_t(16 * i * j)]);
    }
    four(q[0], q[1], q[2], q[3]);
    for (int j = 0; j < 4; ++j) {
      next[i + 4 * j] = q[j];
    }
  }
  std::memcpy(rows, next, sizeof rows);
}

void transform(float* to, const float* from, const float* twiddles, const float* square) {
  Complex rows[lanes];
  for (int i = 0; i < lanes; ++i) {
    const auto low = load<Floats>(from + i * 2 * lanes),
               high = load<Floats>(from + (i * 2 + 1) * lanes);
    rows[i] = {__builtin_shufflevector(low, high, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26,
                                       28, 30),
               __builtin_shufflevector(low, high, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27,
                                       29, 31)};
  }
  sixteen(rows, twiddles);
  Floats xs[lanes], ys[lanes];
  for (int i = 0; i < lanes; ++i) {
    const Complex product = times(rows[i], load<Floats>(square + i * 2 * lanes),
                                  load<Floats>(square + (i * 2 + 1) * lanes));
    xs[i] = product.x;
    ys[i] = product.y;
  }
  turn(xs);
  turn(ys);
  for (int i = 0; i < lanes; ++i) {
    rows[i] = {xs[i], ys[i]};
  }
  sixteen(rows, twiddles);
  for (int i = 0; i < lanes; ++i) {
    const Floats x = rows[i].x, y = rows[i].y;
    store(to + i * 2 * lanes,
          __builtin_shufflevector(x, y, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
    store(to + (i * 2 + 1) * lanes, __builtin_shufflevector(x, y, 8, 24, 9, 25, 10, 26, 11, 27, 12,
                                                            28, 13, 29, 14, 30, 15, 31));
  }
}

void native(Team& team, std::vector<Words>& buffers) {
  team.run(signals, 64, [&](size_t first, size_t last) {
    float twiddles[2 * points], square[2 * points];
    for (size_t i = 0; i < points; ++i) {
      const float* w = as<float>(buffers[2]) + 2 * i;
      twiddles[i] = w[0];
      twiddles[points + i] = w[1];
    }
    for (size_t i = 0; i < points; ++i) {
      const size_t row = i / lanes, lane = i % lanes;
      square[row * 2 * lanes + lane] = twiddles[row * lane];
      square[(row * 2 + 1) * lanes + lane] = twiddles[points + row * lane];
    }
    for (size_t s = first; s < last; ++s) {
      transform(as<float>(buffers[0]) + s * 2 * points, as<float>(buffers[1]) + s * 2 * points,
                twiddles, square);
    }
  });
}

Workload make() {
  Words twiddles(2 * points);
  for (size_t i = 0; i < points; ++i) {
    const double angle = -2 * 3.14159265358979323846 * double(i) / points;
    as<float>(twiddles)[2 * i] = float(std::cos(angle));
    as<float>(twiddles)[2 * i + 1] = float(std::sin(angle));
  }
  return {"fft_radix4_batch",
          R"(float2 times(float2 a, float2 b) {
               return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
             }
             kernel void fft(global float2* out, global const float2* in,
                             constant float2* twiddles) {
               local float2 points[256];
               int t = get_local_id(0), base = get_group_id(0) * 256;
               float2 a = in[base + t], b = in[base + t + 64];
               float2 c = in[base + t + 128], d = in[base + t + 192];
               for (int p = 1; p < 256; p *= 4) {
                 int k = t & (p - 1), step = 64 / p;
                 if (p > 1) {
                   barrier(CLK_LOCAL_MEM_FENCE);
                   a = points[t];
                   b = times(points[t + 64], twiddles[k * step]);
                   c = times(points[t + 128], twiddles[2 * k * step]);
                   d = times(points[t + 192], twiddles[3 * k * step]);
                   barrier(CLK_LOCAL_MEM_FENCE);
                 }
                 float2 sum = a + c, difference = a - c, other = b + d, turned = b - d;
                 turned = (float2)(turned.y, -turned.x);
                 int to = (t - k) * 4 + k;
                 points[to] = sum + other;
                 points[to + p] = difference + turned;
                 points[to + 2 * p] = sum - other;
                 points[to + 3 * p] = difference - turned;
               }
               barrier(CLK_LOCAL_MEM_FENCE);
               for (int i = t; i < 256; i += 64)
                 out[base + i] = points[i];
             })",
          {Words(2 * points * signals), random_floats(2 * points * signals), twiddles},
          {{"fft", {signals * 64}, {64}, {Buffer{0}, Buffer{1}, Buffer{2}}}},
          native,
          1e-6 * signals,
          "M signals/s",
          34.0 * 64 * 4 * signals,
          16.0 * points * signals,
          Element::float32,
          1e-4}; // errors are relative to 16, the norm of a signal, not to the smallest number
}

const Registered registered("fft_radix4_batch", make);

} // namespace
