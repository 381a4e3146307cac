// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many Fourier transforms of 256 points, a work-group each, by four radix-4 passes through local
// memory. The C++ does 16 transforms of 16 points side by side in vectors, turns the square, and
// does 16 more. It is bound by shuffles and by moves between registers and the first cache.
#include "workload.h"

#include "kernels/batches/turn.h"

#include <cmath>

namespace {

constexpr size_t points = 256, signals = 4096;

struct Complex {
  Vector x, y;
};

Complex operator+(Complex a, Complex b) { return {a.x + b.x, a.y + b.y}; }
Complex operator-(Complex a, Complex b) { return {a.x - b.x, a.y - b.y}; }
template <typename Factor> Complex times(Complex a, Factor x, Factor y) {
  return {a.x * x - a.y * y, a.x * y + a.y * x};
}

void four(Complex& a, Complex& b, Complex& c, Complex& d) {
  const Complex sum = a + c, difference = a - c, other = b + d, turned = b - d;
  a = sum + other;
  b = {difference.x + turned.y, difference.y - turned.x};
  c = sum - other;
  d = {difference.x - turned.y, difference.y + turned.x};
}

/// Transforms of 16 rows, in each lane; `twiddles` has 256 cosines, then as many sines.
void sixteen(Complex (&rows)[16], const float* twiddles) {
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    four(rows[i], rows[4 + i], rows[8 + i], rows[12 + i]);
  }
  Complex next[16];
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    Complex q[4] = {rows[4 * i], rows[4 * i + 1], rows[4 * i + 2], rows[4 * i + 3]};
#pragma GCC unroll 3
    for (int j = 1; j < 4 && i > 0; ++j) {
      q[j] = times(q[j], twiddles[16 * i * j], twiddles[points + size_t(16 * i * j)]);
    }
    four(q[0], q[1], q[2], q[3]);
#pragma GCC unroll 4
    for (int j = 0; j < 4; ++j) {
      next[i + 4 * j] = q[j];
    }
  }
#pragma GCC unroll 16
  for (int i = 0; i < 16; ++i) {
    rows[i] = next[i];
  }
}

/// Real and imaginary parts apart, and back.
template <int... lane>
Complex load_pairs(const float* from, std::integer_sequence<int, lane...> /*all*/) {
  const auto low = load<Vector>(from), high = load<Vector>(from + width);
  return {__builtin_shufflevector(low, high, (2 * lane)...),
          __builtin_shufflevector(low, high, (2 * lane + 1)...)};
}
template <int... lane>
void store_pairs(float* to, Complex a, std::integer_sequence<int, lane...> /*all*/) {
  constexpr int middle = width / 2;
  store(to, __builtin_shufflevector(a.x, a.y, (lane / 2 + lane % 2 * width)...));
  store(to + width, __builtin_shufflevector(a.x, a.y, (middle + lane / 2 + lane % 2 * width)...));
}

void turn_square(float (&square)[points]) {
  Floats rows[lanes];
  std::memcpy(rows, square, sizeof rows);
  turn(rows);
  std::memcpy(square, rows, sizeof rows);
}

void transform(float* to, const float* from, const float* twiddles, const float* square) {
  constexpr std::make_integer_sequence<int, width> all;
  alignas(64) float xs[points], ys[points];
  for (int column = 0; column < 16; column += width) {
    Complex rows[16];
    for (int i = 0; i < 16; ++i) {
      rows[i] = load_pairs(from + 2 * (i * 16 + column), all);
    }
    sixteen(rows, twiddles);
    for (int i = 0; i < 16; ++i) {
      const int at = i * 16 + column;
      const Complex product =
          times(rows[i], load<Vector>(square + at), load<Vector>(square + points + at));
      store(xs + at, product.x);
      store(ys + at, product.y);
    }
  }
  turn_square(xs);
  turn_square(ys);
  for (int column = 0; column < 16; column += width) {
    Complex rows[16];
    for (int i = 0; i < 16; ++i) {
      const int at = i * 16 + column;
      rows[i] = {load<Vector>(xs + at), load<Vector>(ys + at)};
    }
    sixteen(rows, twiddles);
    for (int i = 0; i < 16; ++i) {
      store_pairs(to + 2 * (i * 16 + column), rows[i], all);
    }
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
      const size_t which = i / 16 * (i % 16);
      square[i] = twiddles[which];
      square[points + i] = twiddles[points + which];
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
          1e-4}; // eight roundings of sums of 256 numbers at most
}

const Registered registered("fft_radix4_batch", make);

} // namespace
