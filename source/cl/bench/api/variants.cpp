// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The gain by variants for integers: kernels whose loops depend on arguments, run by the code of
// the build (/0) and by the variant that many launches in a row lead to (/1). The build knows the
// local size, so that this makes no difference. doc/variants.md has the figures.
#include "bench.h"

#include <CL/cl_lanewise.h>

#include <cmath>
#include <vector>

namespace {

constexpr cl_int width = 1024, height = 512;

/// A kernel "k" of (out, in, weights, integers...) over width x height floats. `expected` says what
/// an element is if all inputs are 1.
struct Subject {
  const char* source;
  std::vector<cl_int> integers;
  float expected;
};

/// How many variants the kernel has.
cl_ulong built(const Session& session, cl_kernel kernel) {
  cl_ulong counts[3] = {};
  require(clGetKernelWorkGroupInfo(kernel, session.device, CL_KERNEL_VARIANTS_LANEWISE,
                                   sizeof counts, counts, nullptr),
          "clGetKernelWorkGroupInfo");
  return counts[0];
}

void run(benchmark::State& state, const Subject& subject) {
  constexpr size_t size[] = {width, height}, local[] = {64, 1};
  const bool with_variants = state.range(0) != 0;
  if (!with_variants) {
    setenv("LANEWISE_SPECIALIZE", "0", 1);
  }
  const Session session;
  cl_kernel kernel = session.kernel(subject.source);
  unsetenv("LANEWISE_SPECIALIZE");
  std::vector<float> values(size_t(width) * (height + 64), 1.f);
  cl_mem buffers[3];
  cl_uint argument = 0;
  for (cl_mem& buffer : buffers) {
    buffer = session.buffer(values.size() * sizeof(float));
    require(clEnqueueWriteBuffer(session.queue, buffer, CL_TRUE, 0, values.size() * sizeof(float),
                                 values.data(), 0, nullptr, nullptr),
            "clEnqueueWriteBuffer");
    require(clSetKernelArg(kernel, argument++, sizeof buffer, &buffer), "clSetKernelArg");
  }
  for (const cl_int& integer : subject.integers) {
    require(clSetKernelArg(kernel, argument++, sizeof integer, &integer), "clSetKernelArg");
  }
  const auto launch = [&] {
    require(
        clEnqueueNDRangeKernel(session.queue, kernel, 2, nullptr, size, local, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
    require(clFinish(session.queue), "clFinish");
  };
  for (int i = 0; i < 5000 && (i < 5 || (with_variants && built(session, kernel) < 2)); ++i) {
    launch();
  }
  if (with_variants && built(session, kernel) < 2) {
    state.SkipWithError("no variant for the integers");
  }
  for (auto _ : state) {
    launch();
  }
  require(clEnqueueReadBuffer(session.queue, buffers[0], CL_TRUE, 0, values.size() * sizeof(float),
                              values.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
  for (size_t i = 0; i < size_t(width) * height; ++i) {
    if (std::abs(values[i] - subject.expected) > 1e-3f) {
      state.SkipWithError("wrong result");
    }
  }
  for (cl_mem buffer : buffers) {
    clReleaseMemObject(buffer);
  }
  clReleaseKernel(kernel);
}

/// A convolution with 3 x 3 weights, whose radius is an argument.
void variant_convolution(benchmark::State& state) {
  run(state, {R"(kernel __attribute__((reqd_work_group_size(64, 1, 1)))
                 void k(global float* out, global const float* in,
                               constant float* weights, int width, int radius) {
                   int x = get_global_id(0), y = get_global_id(1), w = 0;
                   float sum = 0;
                   for (int j = 0; j <= 2 * radius; ++j)
                     for (int i = 0; i <= 2 * radius; ++i)
                       sum += weights[w++] * in[(y + j) * width + x + i];
                   out[y * width + x] = sum;
                 })",
              {width, 1},
              9});
}
BENCHMARK(variant_convolution)->Arg(0)->Arg(1)->UseRealTime()->Unit(benchmark::kMicrosecond);

/// Blocks whose sizes, which indices are divided by, are arguments, as those of tensors are.
void variant_permutation(benchmark::State& state) {
  run(state, {R"(kernel __attribute__((reqd_work_group_size(64, 1, 1)))
                 void k(global float* out, global const float* in,
                               constant float* unused, int width, int a, int b) {
                   int at = get_global_id(1) * width + get_global_id(0);
                   int i = at / (a * b), j = at / b % a, k = at % b;
                   out[at] = in[(i * a + (a - 1 - j)) * b + (b - 1 - k)];
                 })",
              {width, 16, 32},
              1});
}
BENCHMARK(variant_permutation)->Arg(0)->Arg(1)->UseRealTime()->Unit(benchmark::kMicrosecond);

} // namespace
