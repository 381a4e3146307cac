// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types and functions: half, vectors, mathematics, integers, printf.
#include "programs.h"

#include <cmath>
#include <numbers>
#include <unistd.h>

namespace {

const char source[] = R"(
KERNEL(1) halves(const float* in, float* out) {
  const sycl::half x(in[ID]), y(2.5f);
  out[ID] = float(sycl::sqrt(x * x + y) - sycl::fabs(x - y));
}
KERNEL(1) vectors(const sycl::float4* in, sycl::float4* out) {
  const sycl::float4 v = in[ID];
  sycl::float4 r = v.swizzle<3, 2, 1, 0>() * 2.0f + sycl::cross(v, sycl::float4(1, 2, 3, 0));
  r.x() += sycl::dot(v, v);
  r.y() += sycl::length(sycl::float3(v.x(), v.y(), v.z()));
  const sycl::int4 larger = v > sycl::float4(5.0f);
  r.w() += sycl::any(larger) ? 100.0f : 0.0f;
  out[ID] = r;
}
KERNEL(1) mathematics(const double* in, double* out) {
  const double x = in[ID];
  out[ID] = sycl::sin(x) * sycl::exp(-x) + sycl::pow(x + 1, 1.5) + sycl::atan2(x, 2.0) + sycl::cbrt(x) + sycl::erf(x) +
            sycl::fmod(x * 7, 3.0) + sycl::hypot(x, 1.0) + sycl::tgamma(x / 50 + 1);
}
KERNEL(1) native(const float* in, float* out) {
  const float x = in[ID];
  float whole;
  const float fraction = sycl::fract(x * 1.7f, sycl::address_space_cast<sycl::access::address_space::private_space,
                                                                        sycl::access::decorated::no>(&whole));
  out[ID] = sycl::native::exp2(x * 0.1f) + sycl::rsqrt(x + 1) + sycl::fma(x, 2.0f, 1.0f) + sycl::clamp(x, 1.0f, 9.0f) +
            sycl::mix(x, 5.0f, 0.25f) + sycl::smoothstep(0.0f, 50.0f, x) + fraction + whole + sycl::sign(x - 3);
}
KERNEL(1) integers(const unsigned* in, unsigned* out) {
  const unsigned x = in[ID];
  out[ID] = sycl::clz(x) + sycl::ctz(x | 64u) * 3 + sycl::popcount(x) * 5 + sycl::rotate(x, 7u) + sycl::mul_hi(x, 0x12345678u) +
            sycl::abs_diff(x, 1000u) + sycl::add_sat(x, 0xfffffff0u) + sycl::hadd(x, 9u) + sycl::upsample((unsigned short)x, (unsigned short)7) +
            sycl::bit_cast<unsigned>(float(x % 100));
}
KERNEL(1) prints(int n) {
  if (ID == 3) sycl::ext::oneapi::experimental::printf("id %d of %d, %f %s\n", int(ID), n, 2.5f, "text");
}
)";

constexpr size_t count = 128;
const sycl::nd_range<1> range(count, 32);

float round_to_half(float x) { return float(sycl::half(x)); }

bool halves(Kernels& kernels) {
  Shared<float> in(kernels, count), out(kernels, count);
  for (size_t i = 0; i < count; ++i) {
    in[i] = float(i) * 0.125F;
  }
  kernels.run("halves", range, in.get(), out.get());
  return all_are(
      out, count,
      [&](size_t i) {
        const float x = round_to_half(in[i]);
        return std::sqrt(x * x + 2.5F) - std::abs(x - 2.5F);
      },
      0.02);
}

bool vectors(Kernels& kernels) {
  Shared<sycl::float4> in(kernels, count), out(kernels, count);
  for (size_t i = 0; i < count; ++i) {
    in[i] = {float(i % 7), float(i % 5), float(i % 3), float(i % 11)};
  }
  kernels.run("vectors", range, in.get(), out.get());
  for (size_t i = 0; i < count; ++i) {
    const float x = in[i].x(), y = in[i].y(), z = in[i].z(), w = in[i].w();
    const float wanted[] = {w * 2 + y * 3 - z * 2 + x * x + y * y + z * z + w * w,
                            z * 2 + z - x * 3 + std::sqrt(x * x + y * y + z * z), y * 2 + x * 2 - y,
                            x * 2 + (x > 5 || y > 5 || z > 5 || w > 5 ? 100 : 0)};
    for (int c = 0; c < 4; ++c) {
      if (std::abs(out[i][c] - wanted[c]) > 1e-3F) {
        return false;
      }
    }
  }
  return true;
}

bool mathematics(Kernels& kernels) {
  Shared<double> in(kernels, count), out(kernels, count);
  for (size_t i = 0; i < count; ++i) {
    in[i] = double(i) * 0.37;
  }
  kernels.run("mathematics", range, in.get(), out.get());
  return all_are(
      out, count,
      [&](size_t i) {
        const double x = in[i];
        return std::sin(x) * std::exp(-x) + std::pow(x + 1, 1.5) + std::atan2(x, 2.0) +
               std::cbrt(x) + std::erf(x) + std::fmod(x * 7, 3.0) + std::hypot(x, 1.0) +
               std::tgamma(x / 50 + 1);
      },
      1e-13);
}

bool native(Kernels& kernels) {
  Shared<float> in(kernels, count), out(kernels, count);
  for (size_t i = 0; i < count; ++i) {
    in[i] = float(i) * 0.25F;
  }
  kernels.run("native", range, in.get(), out.get());
  return all_are(
      out, count,
      [&](size_t i) {
        const float x = in[i], t = std::min(x / 50, 1.0F), part = x * 1.7F;
        return std::exp2(x * 0.1F) + 1 / std::sqrt(x + 1) + (2 * x + 1) +
               std::clamp(x, 1.0F, 9.0F) + (x + (5 - x) * 0.25F) + t * t * (3 - 2 * t) + part +
               (x > 3   ? 1
                : x < 3 ? -1
                        : 0);
      },
      1e-5);
}

bool integers(Kernels& kernels) {
  Shared<unsigned> in(kernels, count), out(kernels, count);
  for (size_t i = 0; i < count; ++i) {
    in[i] = unsigned(i) * 2654435761U;
  }
  kernels.run("integers", range, in.get(), out.get());
  bool right = true;
  for (size_t i = 0; i < count; ++i) {
    const unsigned x = in[i], y = x | 64U;
    const float number = float(x % 100);
    unsigned bits = 0;
    std::memcpy(&bits, &number, sizeof bits);
    const unsigned wanted = unsigned(x == 0 ? 32 : __builtin_clz(x)) +
                            unsigned(__builtin_ctz(y)) * 3 + unsigned(__builtin_popcount(x)) * 5 +
                            (x << 7 | x >> 25) + unsigned((uint64_t(x) * 0x12345678U) >> 32) +
                            (x > 1000 ? x - 1000 : 1000 - x) +
                            (x > 15 ? 0xffffffffU : x + 0xfffffff0U) +
                            unsigned((uint64_t(x) + 9) >> 1) + ((x & 0xffff) << 16 | 7) + bits;
    right = right && out[i] == wanted;
  }
  return right;
}

/// What the kernel prints goes to the standard output, which is a file meanwhile.
bool prints(Kernels& kernels) {
  std::fflush(stdout);
  std::FILE* file = std::tmpfile();
  const int old = dup(1);
  dup2(fileno(file), 1);
  kernels.run("prints", range, 42);
  std::fflush(stdout);
  dup2(old, 1);
  close(old);
  std::rewind(file);
  char line[100] = {};
  const bool any = std::fgets(line, sizeof line, file);
  std::fclose(file);
  return any && std::string(line) == "id 3 of 42, 2.500000 text\n";
}

} // namespace

int main() {
  return run_tests(source, {{"half", halves},
                            {"vectors and swizzles", vectors},
                            {"mathematics of double", mathematics},
                            {"native, common and geometric functions", native},
                            {"functions of integers", integers},
                            {"printf", prints}});
}
