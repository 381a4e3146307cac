// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels as users write them, beside plain C++ loops that the compiler vectorises. This file is
// compiled for the machine at hand.
#include "workload.h"

#include <cmath>
#include <cstring>

namespace {

const float* floats(const Workload& load, size_t buffer) {
  return reinterpret_cast<const float*>(load.buffers[buffer].data());
}

using IntVector __attribute__((vector_size(64))) = int;
/// Whether a lane is not 0.
bool any(IntVector lanes) {
  int together = 0;
  for (int i = 0; i < 16; ++i) {
    together |= lanes[i];
  }
  return together != 0;
}

Workload triad() {
  constexpr size_t n = size_t(1) << 24;
  return {"triad",
          R"(kernel void k(global float* a, global const float* b, global const float* c) {
               int i = get_global_id(0);
               a[i] = b[i] + 3.0f * c[i]; })",
          {n},
          {},
          {std::vector<uint32_t>(n), random_floats(n), random_floats(n)},
          {},
          [](uint32_t* out, const Workload& load, size_t first, size_t last) {
            auto* __restrict a = reinterpret_cast<float*>(out);
            const float* __restrict b = floats(load, 1), * __restrict c = floats(load, 2);
            for (size_t i = first; i < last; ++i) {
              a[i] = b[i] + 3.0f * c[i];
            }
          },
          n,
          12.0 * n,
          1e-6F};
}

Workload sgemm() {
  constexpr int n = 512;
  return {"sgemm",
          R"(kernel void k(global float* c, global const float* a, global const float* b, int n) {
               int col = get_global_id(0), row = get_global_id(1);
               float sum = 0;
               for (int i = 0; i < n; i++) sum += a[row * n + i] * b[i * n + col];
               c[row * n + col] = sum; })",
          {n, n},
          {},
          {std::vector<uint32_t>(n * n), random_floats(n * n), random_floats(n * n)},
          {n},
          [](uint32_t* out, const Workload& load, size_t first, size_t last) {
            const float* __restrict a = floats(load, 1), * __restrict b = floats(load, 2);
            constexpr int width = 64; // of a strip of columns, kept in registers
            for (size_t row = first; row < last; ++row) {
              for (int strip = 0; strip < n; strip += width) {
                float sums[width] = {};
                for (int i = 0; i < n; ++i) {
                  const float factor = a[row * n + i];
                  for (int j = 0; j < width; ++j) {
                    sums[j] += factor * b[i * n + strip + j];
                  }
                }
                std::memcpy(out + row * n + strip, sums, sizeof sums);
              }
            }
          },
          n,
          2.0 * n * n * n,
          1e-4F};
}

Workload nbody() {
  constexpr int n = 8192;
  return {"nbody",
          R"(kernel void k(global float* out, global const float4* p, int n) {
               int i = get_global_id(0);
               float4 me = p[i];
               float x = 0, y = 0, z = 0;
               for (int j = 0; j < n; j++) {
                 float4 other = p[j];
                 float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
                 float d = native_rsqrt(dx * dx + dy * dy + dz * dz + 0.01f);
                 float f = other.w * d * d * d;
                 x += dx * f; y += dy * f; z += dz * f;
               }
               out[i] = x; out[i + n] = y; out[i + 2 * n] = z; })",
          {n},
          {},
          {std::vector<uint32_t>(3 * n), random_floats(4 * n)},
          {n},
          [](uint32_t* out, const Workload& load, size_t first, size_t last) {
            constexpr size_t block = 32;
            const float* __restrict p = floats(load, 1);
            auto* result = reinterpret_cast<float*>(out);
            for (size_t i = first; i < last; i += block) {
              float x[block] = {}, y[block] = {}, z[block] = {};
              float mx[block], my[block], mz[block];
              for (size_t l = 0; l < block; ++l) {
                mx[l] = p[4 * (i + l)], my[l] = p[4 * (i + l) + 1], mz[l] = p[4 * (i + l) + 2];
              }
              for (int j = 0; j < n; ++j) {
                for (size_t l = 0; l < block; ++l) {
                  const float dx = p[4 * j] - mx[l], dy = p[4 * j + 1] - my[l],
                              dz = p[4 * j + 2] - mz[l];
                  const float d = 1 / std::sqrt(dx * dx + dy * dy + dz * dz + 0.01F);
                  const float f = p[4 * j + 3] * d * d * d;
                  x[l] += dx * f, y[l] += dy * f, z[l] += dz * f;
                }
              }
              std::memcpy(result + i, x, sizeof x);
              std::memcpy(result + i + n, y, sizeof y);
              std::memcpy(result + i + 2 * n, z, sizeof z);
            }
          },
          n,
          double(n) * n,
          1e-2F};
}

Workload mandelbrot() {
  constexpr int n = 1024;
  return {"mandelbrot",
          R"(kernel void k(global int* out, int n) {
               #pragma OPENCL FP_CONTRACT OFF
               int col = get_global_id(0), row = get_global_id(1);
               float cx = -2.0f + 3.0f * col / n, cy = -1.5f + 3.0f * row / n, x = 0, y = 0;
               int i = 0;
               for (; i < 256 && x * x + y * y < 4; i++) {
                 float t = x * x - y * y + cx;
                 y = 2 * x * y + cy;
                 x = t;
               }
               out[row * n + col] = i; })",
          {n, n},
          {},
          {std::vector<uint32_t>(n * n)},
          {n},
          [](uint32_t* out, const Workload&, size_t first, size_t last) {
#if defined(__clang__) // the benchmark's compiler; others only have to understand the file
#pragma clang fp contract(off)
#endif
            typedef float V __attribute__((vector_size(64)));
            using I = IntVector;
            for (size_t row = first; row < last; ++row) {
              const float cy = -1.5F + 3.0F * float(row) / n;
              for (int col = 0; col < n; col += 16) {
                V cx, x = {}, y = {};
                for (int l = 0; l < 16; ++l) {
                  cx[l] = -2.0F + 3.0F * float(col + l) / n;
                }
                I count = {}, live = ~I{};
                for (int i = 0; i < 256; ++i) {
                  live &= x * x + y * y < 4;
                  if (!any(live)) {
                    break;
                  }
                  count -= live;
                  const V t = x * x - y * y + cx;
                  y = 2 * x * y + cy;
                  x = t;
                }
                std::memcpy(out + row * n + col, &count, sizeof count);
              }
            }
          },
          n,
          double(n) * n};
}

Workload stencil() {
  constexpr int n = 2048;
  return {"stencil",
          R"(kernel void k(global float* out, global const float* in, int n) {
               int x = get_global_id(0), y = get_global_id(1);
               float sum = in[y * n + x];
               if (x > 0) sum += in[y * n + x - 1];
               if (x < n - 1) sum += in[y * n + x + 1];
               if (y > 0) sum += in[(y - 1) * n + x];
               if (y < n - 1) sum += in[(y + 1) * n + x];
               out[y * n + x] = sum * 0.2f; })",
          {n, n},
          {},
          {std::vector<uint32_t>(n * n), random_floats(n * n)},
          {n},
          [](uint32_t* out, const Workload& load, size_t first, size_t last) {
            const float* __restrict in = floats(load, 1);
            auto* __restrict result = reinterpret_cast<float*>(out);
            static const std::vector<float> zeros(n);
            for (size_t y = first; y < last; ++y) {
              const float *row = in + y * n, *above = y > 0 ? row - n : zeros.data(),
                          *below = y + 1 < n ? row + n : zeros.data();
              result[y * n] = (row[0] + row[1] + above[0] + below[0]) * 0.2F;
              for (int x = 1; x < n - 1; ++x) {
                result[y * n + x] = (row[x] + row[x - 1] + row[x + 1] + above[x] + below[x]) * 0.2F;
              }
              result[y * n + n - 1] =
                  (row[n - 1] + row[n - 2] + above[n - 1] + below[n - 1]) * 0.2F;
            }
          },
          n,
          double(n) * n,
          1e-5F};
}

Workload reduction() {
  constexpr size_t n = size_t(1) << 23, group = 256;
  return {"reduction",
          R"(kernel void k(global float* out, global const float* in) {
               local float t[256];
               size_t l = get_local_id(0);
               t[l] = in[get_global_id(0)];
               barrier(CLK_LOCAL_MEM_FENCE);
               for (size_t s = get_local_size(0) / 2; s > 0; s >>= 1) {
                 if (l < s) t[l] += t[l + s];
                 barrier(CLK_LOCAL_MEM_FENCE);
               }
               if (l == 0) out[get_group_id(0)] = t[0]; })",
          {n},
          {group},
          {std::vector<uint32_t>(n / group), random_floats(n)},
          {},
          [](uint32_t* out, const Workload& load, size_t first, size_t last) {
            const float* in = floats(load, 1);
            for (size_t i = first; i < last; ++i) {
              float sums[64] = {};
              for (size_t j = 0; j < group; j += 64) {
                for (size_t l = 0; l < 64; ++l) {
                  sums[l] += in[i * group + j + l];
                }
              }
              float sum = 0;
              for (const float part : sums) {
                sum += part;
              }
              std::memcpy(out + i, &sum, sizeof sum);
            }
          },
          n / group,
          double(n),
          1e-4F};
}

Workload particles() {
  constexpr size_t n = size_t(1) << 20;
  return {"aos_update",
          R"(typedef struct { float x, y, z, speed; } particle;
             kernel void k(global particle* out, global const particle* in) {
               int i = get_global_id(0);
               particle p = in[i];
               p.x += p.speed * 0.1f; p.y += p.speed * 0.2f; p.z -= p.speed * 0.3f;
               if (p.x > 1.0f) p.x -= 1.0f;
               out[i] = p; })",
          {n},
          {},
          {std::vector<uint32_t>(4 * n), random_floats(4 * n)},
          {},
          [](uint32_t* out, const Workload& load, size_t first, size_t last) {
            const float* __restrict in = floats(load, 1);
            auto* __restrict result = reinterpret_cast<float*>(out);
            for (size_t i = first; i < last; ++i) {
              const float speed = in[4 * i + 3], x = in[4 * i] + speed * 0.1F;
              result[4 * i] = x > 1.0F ? x - 1.0F : x;
              result[4 * i + 1] = in[4 * i + 1] + speed * 0.2F;
              result[4 * i + 2] = in[4 * i + 2] - speed * 0.3F;
              result[4 * i + 3] = speed;
            }
          },
          n,
          double(n),
          1e-5F};
}

[[maybe_unused]] const bool added = [] {
  add_workload("triad", triad);
  add_workload("sgemm", sgemm);
  add_workload("nbody", nbody);
  add_workload("mandelbrot", mandelbrot);
  add_workload("stencil", stencil);
  add_workload("reduction", reduction);
  add_workload("aos_update", particles);
  return true;
}();

} // namespace
