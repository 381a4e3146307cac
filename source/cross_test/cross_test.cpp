// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that clc compiled on another machine, for several CPUs, run from their binary: the file
// that LANEWISE_CROSS_BINARY names, made of kernels.cl.
#include "kernel_fixture.h"

#include <cfenv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>

namespace {

std::vector<unsigned char> bytes_of(const char* name) {
  std::ifstream file(name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Not a multiple of any vector's width.
constexpr size_t items = 99;

template <typename T> std::vector<T> numbers(const std::function<T(size_t)>& of) {
  std::vector<T> result(items);
  for (size_t i = 0; i < items; ++i) {
    result[i] = of(i);
  }
  return result;
}

} // namespace

class Cross : public ClKernelTest {
protected:
  void SetUp() override {
    ClKernelTest::SetUp();
    const char* name = std::getenv("LANEWISE_CROSS_BINARY");
    ASSERT_NE(name, nullptr);
    program = from_binary(bytes_of(name));
    ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS)
        << log(program);
  }
  void run(cl_kernel kernel, size_t global = items, size_t local = 0) {
    ASSERT_EQ(launch(kernel, global, local), CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  }

  Owned<cl_program> program;
};

TEST_F(Cross, Saxpy) {
  const auto x = numbers<float>([](size_t i) { return float(i) * 0.25F; });
  const Owned<cl_mem> in = make_buffer_of(x), out = make_buffer_of(x);
  const Owned<cl_kernel> k = kernel_of(program, "saxpy");
  set(k, 0, out);
  set(k, 1, in);
  set(k, 2, 1.7F);
  run(k);
  const auto result = contents<float>(out, items);
  for (size_t i = 0; i < items; ++i) {
    EXPECT_EQ(result[i], std::fma(1.7F, x[i], x[i])) << i;
  }
}

TEST_F(Cross, Mandelbrot) {
  constexpr size_t size[] = {67, 32};
  constexpr cl_int limit = 200;
  const Owned<cl_mem> out = make_buffer(size[0] * size[1] * sizeof(cl_int));
  const Owned<cl_kernel> k = kernel_of(program, "mandelbrot");
  set(k, 0, out);
  set(k, 1, limit);
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, k, 2, nullptr, size, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  const auto result = contents<cl_int>(out, size[0] * size[1]);
  size_t inside = 0, outside = 0, different = 0;
  for (size_t y = 0; y < size[1]; ++y) {
    for (size_t x = 0; x < size[0]; ++x) {
      const double cr = double(x) * 0.046875 - 2, ci = double(y) * 0.0625 - 1;
      double zr = 0, zi = 0;
      int n = 0;
      for (; n < limit && zr * zr + zi * zi < 4; ++n) {
        const double next = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = next;
      }
      const cl_int here = result[y * size[0] + x];
      different += std::abs(here - n) > 1;
      inside += here == limit;
      outside += here < 10;
    }
  }
  EXPECT_GT(inside, 200u);
  EXPECT_GT(outside, 500u);
  EXPECT_LT(different, 40u); // at the border, where float and double go apart
}

TEST_F(Cross, Reduce) {
  constexpr size_t groups = 5, local = 32;
  std::vector<cl_int> values(groups * local);
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = cl_int(i * i % 1009);
  }
  const Owned<cl_mem> in = make_buffer_of(values), out = make_buffer_of(values);
  const Owned<cl_kernel> k = kernel_of(program, "reduce");
  set(k, 0, in);
  set(k, 1, out);
  ASSERT_EQ(clSetKernelArg(k, 2, local * sizeof(cl_int), nullptr), CL_SUCCESS);
  run(k, values.size(), local);
  const auto result = contents<cl_int>(out, values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    cl_int sum = values[i];
    for (size_t j = i - i % local; j < i - i % local + local; ++j) {
      sum += values[j];
    }
    EXPECT_EQ(result[i], sum) << i;
  }
}

TEST_F(Cross, DivisionNeverTraps) {
  const auto a = numbers<cl_int>([](size_t i) { return i % 5 == 0 ? INT32_MIN : cl_int(i) - 40; });
  const auto b = numbers<cl_int>([](size_t i) { return cl_int(i % 11) - 1; });
  const Owned<cl_mem> left = make_buffer_of(a), right = make_buffer_of(b), out = make_buffer_of(a);
  const Owned<cl_kernel> k = kernel_of(program, "divide");
  set(k, 0, left);
  set(k, 1, right);
  set(k, 2, out);
  run(k);
  const auto result = contents<cl_int>(out, items);
  for (size_t i = 0; i < items; ++i) {
    if (b[i] != 0 && !(a[i] == INT32_MIN && b[i] == -1)) {
      EXPECT_EQ(result[i], b[i] != 7 ? a[i] / b[i] : a[i] % b[i]) << i;
    }
  }
}

TEST_F(Cross, MathFunctions) {
  const auto x = numbers<float>([](size_t i) { return 0.01F + float(i) * 0.37F; });
  const Owned<cl_mem> in = make_buffer_of(x), out = make_buffer(items * 4 * sizeof(float));
  const Owned<cl_kernel> k = kernel_of(program, "functions");
  set(k, 0, in);
  set(k, 1, out);
  run(k);
  const auto result = contents<float>(out, items * 4);
  for (size_t i = 0; i < items; ++i) {
    const double wanted[] = {std::sin(double(x[i])), std::exp(double(x[i])),
                             std::log2(double(x[i])), std::pow(double(x[i]), 1.5)};
    for (size_t j = 0; j < 4; ++j) {
      const double unit = std::ldexp(1, std::ilogb(wanted[j]) - 23);
      EXPECT_LE(std::abs(result[4 * i + j] - wanted[j]), (j == 3 ? 16 : 4) * unit) << i << " " << j;
    }
  }
}

TEST_F(Cross, Doubles) {
  const auto x = numbers<double>([](size_t i) { return double(i) * 1.37; });
  const Owned<cl_mem> in = make_buffer_of(x), out = make_buffer_of(x);
  const Owned<cl_kernel> k = kernel_of(program, "doubles");
  set(k, 0, in);
  set(k, 1, out);
  run(k);
  const auto result = contents<double>(out, items);
  for (size_t i = 0; i < items; ++i) {
    const double wanted = std::sqrt(x[i]) + std::floor(x[i]) * std::atan(x[i]);
    EXPECT_NEAR(result[i], wanted, wanted * 2e-15) << i;
  }
}

/// The half of a number that half has exactly.
uint16_t half_of(float x) {
  uint32_t bits = 0;
  std::memcpy(&bits, &x, sizeof bits);
  return uint16_t(((bits >> 16) & 0x8000) | ((((bits >> 23) & 0xFF) - 112) << 10) |
                  ((bits >> 13) & 0x3FF));
}

TEST_F(Cross, Halves) {
  const auto x = numbers<float>([](size_t i) { return float(i + 1) + 0.0001F; });
  const auto d = numbers<double>([](size_t i) { return double(i + 1); });
  const Owned<cl_mem> floats = make_buffer_of(x), doubles = make_buffer_of(d),
                      out = make_buffer(items * 4);
  const Owned<cl_kernel> k = kernel_of(program, "halves");
  set(k, 0, out);
  set(k, 1, floats);
  set(k, 2, doubles);
  run(k);
  const auto result = contents<uint16_t>(out, items * 2);
  for (size_t i = 0; i < items; ++i) {
    EXPECT_EQ(result[2 * i], half_of(float(i + 1))) << i; // rounded towards zero
    EXPECT_EQ(result[2 * i + 1], half_of(float(2 * (i + 1)))) << i;
  }
}

TEST_F(Cross, Histogram) {
  constexpr size_t groups = 40, local = 24;
  std::vector<cl_uchar> values(groups * local);
  std::vector<cl_int> wanted(16);
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = cl_uchar(i * 7 / 3);
    ++wanted[values[i] & 15];
  }
  const Owned<cl_mem> in = make_buffer_of(values), out = make_buffer_of(std::vector<cl_int>(16));
  const Owned<cl_kernel> k = kernel_of(program, "histogram");
  set(k, 0, in);
  set(k, 1, out);
  run(k, values.size(), local);
  EXPECT_EQ(contents<cl_int>(out, 16), wanted);
}

int by_case(size_t which, int value) {
  constexpr int primes[] = {2, 3, 5, 7, 11, 13, 17, 19};
  const int results[] = {value + primes[1], value * 3,  value ^ 0x55, -value,
                         value << 4,        value >> 1, value & 0xF0, primes[value & 7]};
  return results[which & 7];
}

TEST_F(Cross, TablesAndPrivateArrays) {
  const auto values = numbers<cl_int>([](size_t i) { return cl_int(i * 37); });
  const Owned<cl_mem> buffer = make_buffer_of(values);
  const Owned<cl_kernel> k = kernel_of(program, "tables");
  set(k, 0, buffer);
  run(k);
  const auto result = contents<cl_int>(buffer, items);
  constexpr int primes[] = {2, 3, 5, 7, 11, 13, 17, 19};
  for (size_t i = 0; i < items; ++i) {
    int history[8] = {}, sum = 0;
    for (size_t j = 0; j < 8; ++j) {
      history[(j * 3 + i) & 7] = by_case(i + j, values[i]);
    }
    for (size_t j = 0; j < 8; ++j) {
      sum += history[j] * primes[j];
    }
    EXPECT_EQ(result[i], sum) << i;
  }
}

TEST_F(Cross, WideArguments) {
  cl_long16 v;
  for (cl_long i = 0; i < 16; ++i) {
    v.s[i] = i * 1'000'000'007;
  }
  const cl_char4 c = {{1, 2, -3, 0}};
  const Owned<cl_mem> out = make_buffer(16 * sizeof(cl_long));
  const Owned<cl_kernel> k = kernel_of(program, "wide");
  set(k, 0, v);
  set(k, 1, c);
  set(k, 2, out);
  run(k, 16);
  const auto result = contents<cl_long>(out, 16);
  for (cl_long i = 0; i < 16; ++i) {
    EXPECT_EQ(result[size_t(i)], i * 1'000'000'007 - 3);
  }
}

TEST_F(Cross, ImagesAreSampled) {
  constexpr size_t width = 8, height = 4;
  std::vector<cl_float> texels(width * height);
  for (size_t i = 0; i < texels.size(); ++i) {
    texels[i] = float(i * i);
  }
  const cl_image_format format = {CL_R, CL_FLOAT};
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = width;
  description.image_height = height;
  cl_int error = 1;
  const Owned<cl_mem> image = clCreateImage(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                            &format, &description, texels.data(), &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const Owned<cl_sampler> sampler =
      clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  constexpr size_t size[] = {width - 1, height - 1};
  const Owned<cl_mem> out = make_buffer(size[0] * size[1] * sizeof(cl_float4));
  const Owned<cl_kernel> k = kernel_of(program, "blur");
  set(k, 0, image);
  set(k, 1, cl_sampler(sampler));
  set(k, 2, out);
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, k, 2, nullptr, size, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  const auto result = contents<cl_float4>(out, size[0] * size[1]);
  for (size_t y = 0; y < size[1]; ++y) {
    for (size_t x = 0; x < size[0]; ++x) {
      const float* t = &texels[y * width + x];
      const float mean = (t[0] + t[1] + t[width] + t[width + 1]) / 4;
      EXPECT_EQ(result[y * size[0] + x].s[0], mean) << x << " " << y;
      EXPECT_EQ(result[y * size[0] + x].s[3], 1);
    }
  }
}

TEST_F(Cross, FloatEnvironmentIsTheKernels) {
  const std::vector<float> values = {1, -1, 10, std::ldexp(1.F, -140), 3};
  const Owned<cl_mem> buffer = make_buffer_of(values);
  const Owned<cl_kernel> k = kernel_of(program, "environment");
  set(k, 0, buffer);
  ASSERT_EQ(std::fesetround(FE_UPWARD), 0);
  ASSERT_EQ(launch(k, values.size(), values.size()), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS); // on this thread
  EXPECT_EQ(std::fegetround(), FE_UPWARD);
  ASSERT_EQ(std::fesetround(FE_TONEAREST), 0);
  const auto result = contents<float>(buffer, values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(result[i], values[i] / 3) << i;
  }
}

TEST_F(Cross, Printf) {
  const Owned<cl_kernel> k = kernel_of(program, "prints");
  set(k, 0, cl_int(6));
  testing::internal::CaptureStdout();
  run(k, 1);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "6 of seven 1.50\n");
}

TEST_F(Cross, FaultsFailTheCommandOnly) {
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>{4});
  const Owned<cl_kernel> k = kernel_of(program, "faults");
  set(k, 0, buffer);
  set(k, 1, cl_ulong(0));
  ASSERT_EQ(launch(k, 64), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_OUT_OF_RESOURCES);
  // The context is lost; the process and the device are not.
  context = make_context();
  queue = make_queue();
  program = from_binary(bytes_of(std::getenv("LANEWISE_CROSS_BINARY")));
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  const Owned<cl_mem> values = make_buffer_of(std::vector<cl_int>(items));
  const Owned<cl_kernel> tables = kernel_of(program, "tables");
  set(tables, 0, values);
  run(tables);
}
