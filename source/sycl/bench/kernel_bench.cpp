// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of kernel_bench (source/cl/bench/kernels) in SYCL, beside the same in OpenCL C: the same
// memory, context and device, in turn. The ratio is that of the medians: above 1 SYCL is faster.
// Ends with 1 if results differ.
#include <CL/cl.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <sycl/sycl.hpp>
#include <variant>
#include <vector>

namespace {

constexpr int samples = 25;
constexpr double seconds_of_sample = 4e-3; ///< at least

void check(cl_int status, const char* what) {
  if (status != CL_SUCCESS) {
    std::fprintf(stderr, "sycl_kernel_bench: %s failed with %d\n", what, status);
    std::exit(1);
  }
}

/// A kernel of OpenCL C in the context of a SYCL queue, whose arguments stay.
class Kernel {
public:
  Kernel(sycl::queue& queue, const char* source) {
    const cl_context context = sycl::get_native<sycl::backend::opencl>(queue.get_context());
    const cl_device_id device = sycl::get_native<sycl::backend::opencl>(queue.get_device());
    cl_int status = CL_SUCCESS;
    commands = clCreateCommandQueueWithProperties(context, device, nullptr, &status);
    check(status, "clCreateCommandQueueWithProperties");
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &status);
    check(status, "clCreateProgramWithSource");
    // Division and square roots are exact in SYCL, too.
    check(clBuildProgram(program, 1, &device, "-cl-fp32-correctly-rounded-divide-sqrt", nullptr,
                         nullptr),
          "clBuildProgram");
    check(clCreateKernelsInProgram(program, 1, &kernel, nullptr), "clCreateKernelsInProgram");
  }
  void set(cl_uint, const void* const* pointers, size_t count) {
    for (size_t i = 0; i < count; ++i) {
      check(clSetKernelArgSVMPointer(kernel, cl_uint(i), pointers[i]), "clSetKernelArgSVMPointer");
    }
  }
  template <typename T> void set(cl_uint index, const T& value) {
    check(clSetKernelArg(kernel, index, sizeof value, &value), "clSetKernelArg");
  }
  void operator()(std::vector<size_t> global, std::vector<size_t> local = {}) {
    check(clEnqueueNDRangeKernel(commands, kernel, cl_uint(global.size()), nullptr, global.data(),
                                 local.empty() ? nullptr : local.data(), 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
  }
  void wait() { check(clFinish(commands), "clFinish"); }

private:
  cl_command_queue commands = nullptr;
  cl_kernel kernel = nullptr;
};

/// A number that the compiler does not know, as the argument of an OpenCL kernel.
template <typename T> T unknown(T number) {
  volatile T hidden = number;
  return hidden;
}

/// Numbers in [0, 1), the same each time.
float* random_floats(sycl::queue& queue, size_t count) {
  auto* memory = sycl::malloc_shared<float>(count, queue);
  uint32_t state = 12345;
  for (size_t i = 0; i < count; ++i) {
    state = state * 1664525 + 1013904223;
    memory[i] = float(state >> 8) / float(1 << 24);
  }
  return memory;
}

/// Runs both ways in turn and prints the row. Both write `size` bytes of results.
bool compare(const char* name, void* result, size_t size, const std::function<void()>& opencl,
             const std::function<void()>& sycl_way) {
  using Clock = std::chrono::steady_clock;
  const auto seconds = [](const std::function<void()>& way, int times) {
    const auto begin = Clock::now();
    for (int i = 0; i < times; ++i) {
      way();
    }
    return std::chrono::duration<double>(Clock::now() - begin).count() / times;
  };
  const auto outcome = [&](const std::function<void()>& way) {
    std::memset(result, 0, size);
    way();
    const auto* begin = static_cast<const char*>(result);
    return std::vector<char>(begin, begin + size);
  };
  const bool same = outcome(opencl) == outcome(sycl_way);
  int times = 1;
  for (int warm = 0; warm < 3; ++warm) { // variants are made meanwhile
    const double once = std::max(seconds(opencl, times), seconds(sycl_way, times));
    times = std::max(1, int(seconds_of_sample / once));
    seconds(opencl, 60 * times);
    seconds(sycl_way, 60 * times);
  }
  std::vector<double> of_opencl, of_sycl;
  for (int i = 0; i < samples; ++i) {
    of_opencl.push_back(seconds(opencl, times));
    of_sycl.push_back(seconds(sycl_way, times));
  }
  std::sort(of_opencl.begin(), of_opencl.end());
  std::sort(of_sycl.begin(), of_sycl.end());
  const double there = of_opencl[samples / 2], here = of_sycl[samples / 2];
  std::printf("| %-13s | %9.1f | %9.1f | %.3f |%s\n", name, 1e6 * there, 1e6 * here, there / here,
              same ? "" : " results differ");
  std::fflush(stdout);
  return same;
}

/// The row of a kernel in OpenCL C whose first arguments are pointers.
struct Bench {
  sycl::queue queue{sycl::property::queue::in_order()};
  std::string only;
  bool right = true;

  void row(const char* name, const char* source, const std::vector<const void*>& pointers,
           const std::vector<std::variant<int, float>>& numbers, size_t result_size,
           const std::vector<size_t>& global, const std::vector<size_t>& local,
           const std::function<void()>& launch) {
    if (std::string(name).find(only) == std::string::npos) {
      return;
    }
    Kernel kernel(queue, source);
    kernel.set(0, pointers.data(), pointers.size());
    auto index = cl_uint(pointers.size());
    for (const auto& number : numbers) {
      std::visit([&](auto value) { kernel.set(index++, value); }, number);
    }
    const bool same = compare(
        name, const_cast<void*>(pointers[0]), result_size,
        [&] {
          kernel(global, local);
          kernel.wait();
        },
        [&] {
          launch();
          queue.wait();
        });
    right = right && same;
  }
};

float normal(float d) {
  const float k = 1.0f / (1.0f + 0.2316419f * sycl::fabs(d));
  const float poly =
      k * (0.31938153f +
           k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  const float tail = 0.39894228f * sycl::exp(-0.5f * d * d) * poly;
  return d > 0 ? 1.0f - tail : tail;
}

void elementwise(Bench& bench) {
  sycl::queue& queue = bench.queue;
  {
    constexpr size_t n = size_t(1) << 22;
    float *a = random_floats(queue, n), *b = random_floats(queue, n), *c = random_floats(queue, n);
    bench.row("triad",
              R"(kernel void triad(global float* a, global const float* b, global const float* c) {
        int i = get_global_id(0);
        a[i] = b[i] + 3.0f * c[i];
      })",
              {a, b, c}, {}, n * sizeof(float), {n}, {}, [=, &queue] {
                queue.parallel_for(sycl::range<1>(n), [=](sycl::id<1> at) {
                  const int i = int(at[0]);
                  a[i] = b[i] + 3.0f * c[i];
                });
              });
    bench.row("black_scholes", R"(float normal(float d) {
        float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
        float poly = k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
        float tail = 0.39894228f * exp(-0.5f * d * d) * poly;
        return d > 0 ? 1.0f - tail : tail;
      }
      kernel void price(global float* call, global const float* price, global const float* strike,
                        float rate, float volatility) {
        size_t i = get_global_id(0);
        float s = 5 + 25 * price[i], x = 1 + 99 * strike[i], t = 0.25f + 9 * strike[i];
        float root = volatility * sqrt(t);
        float d1 = (log(s / x) + (rate + 0.5f * volatility * volatility) * t) / root;
        float c1 = normal(d1), c2 = normal(d1 - root);
        call[i] = s * c1 - x * exp(-rate * t) * c2;
      })",
              {a, b, c}, {0.02f, 0.3f}, n / 4 * sizeof(float), {n / 4}, {}, [=, &queue] {
                const float rate = unknown(0.02f), volatility = unknown(0.3f);
                queue.parallel_for(sycl::range<1>(n / 4), [=](sycl::id<1> at) {
                  const size_t i = at[0];
                  const float s = 5 + 25 * b[i], x = 1 + 99 * c[i], t = 0.25f + 9 * c[i];
                  const float root = volatility * sycl::sqrt(t);
                  const float d1 =
                      (sycl::log(s / x) + (rate + 0.5f * volatility * volatility) * t) / root;
                  const float c1 = normal(d1), c2 = normal(d1 - root);
                  a[i] = s * c1 - x * sycl::exp(-rate * t) * c2;
                });
              });
    for (float* each : {a, b, c}) {
      sycl::free(each, queue);
    }
  }
  constexpr int n = 512;
  auto* counts = sycl::malloc_shared<int>(n * n, queue);
  bench.row("mandelbrot", R"(kernel void mandelbrot(global int* out, int n) {
      #pragma OPENCL FP_CONTRACT OFF
      int col = get_global_id(0), row = get_global_id(1);
      float cx = -2.0f + 3.0f * col / n, cy = -1.5f + 3.0f * row / n, x = 0, y = 0;
      int i = 0;
      for (; i < 256 && x * x + y * y < 4; i++) {
        float t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
      }
      out[row * n + col] = i;
    })",
            {counts}, {n}, n * n * sizeof(int), {n, n}, {}, [=, &queue] {
              const int size = unknown(n);
              queue.parallel_for(sycl::range<2>(n, n), [=](sycl::id<2> at) {
#pragma STDC FP_CONTRACT OFF
                const int col = int(at[1]), row = int(at[0]);
                const float cx = -2.0f + 3.0f * float(col) / float(size),
                            cy = -1.5f + 3.0f * float(row) / float(size);
                float x = 0, y = 0;
                int i = 0;
                for (; i < 256 && x * x + y * y < 4; i++) {
                  const float t = x * x - y * y + cx;
                  y = 2 * x * y + cy;
                  x = t;
                }
                counts[row * size + col] = i;
              });
            });
  sycl::free(counts, queue);
}

void global_memory(Bench& bench) {
  sycl::queue& queue = bench.queue;
  constexpr int n = 1024;
  float* a = random_floats(queue, n * n);
  float* b = random_floats(queue, n * n);
  float* c = random_floats(queue, n * n);
  bench.row("stencil", R"(kernel void stencil(global float* out, global const float* in, int n) {
      int x = get_global_id(0), y = get_global_id(1);
      float sum = in[y * n + x];
      if (x > 0) sum += in[y * n + x - 1];
      if (x < n - 1) sum += in[y * n + x + 1];
      if (y > 0) sum += in[(y - 1) * n + x];
      if (y < n - 1) sum += in[(y + 1) * n + x];
      out[y * n + x] = sum * 0.2f;
    })",
            {c, a}, {n}, n * n * sizeof(float), {n, n}, {}, [=, &queue] {
              const int size = unknown(n);
              queue.parallel_for(sycl::range<2>(n, n), [=](sycl::id<2> at) {
                const int x = int(at[1]), y = int(at[0]);
                float sum = a[y * size + x];
                if (x > 0) {
                  sum += a[y * size + x - 1];
                }
                if (x < size - 1) {
                  sum += a[y * size + x + 1];
                }
                if (y > 0) {
                  sum += a[(y - 1) * size + x];
                }
                if (y < size - 1) {
                  sum += a[(y + 1) * size + x];
                }
                c[y * size + x] = sum * 0.2f;
              });
            });
  constexpr int m = 512;
  bench.row(
      "sgemm_naive",
      R"(kernel void sgemm(global float* c, global const float* a, global const float* b, int n) {
      int col = get_global_id(0), row = get_global_id(1);
      float sum = 0;
      for (int i = 0; i < n; i++)
        sum += a[row * n + i] * b[i * n + col];
      c[row * n + col] = sum;
    })",
      {c, a, b}, {m}, m * m * sizeof(float), {m, m}, {}, [=, &queue] {
        const int size = unknown(m);
        queue.parallel_for(sycl::range<2>(m, m), [=](sycl::id<2> at) {
          const int col = int(at[1]), row = int(at[0]);
          float sum = 0;
          for (int i = 0; i < size; i++) {
            sum += a[row * size + i] * b[i * size + col];
          }
          c[row * size + col] = sum;
        });
      });
  constexpr int bodies = 4096;
  const auto* places = reinterpret_cast<const sycl::float4*>(a);
  bench.row("nbody", R"(kernel void nbody(global float* out, global const float4* p, int n) {
      int i = get_global_id(0);
      float4 me = p[i];
      float x = 0, y = 0, z = 0;
      for (int j = 0; j < n; j++) {
        float4 other = p[j];
        float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
        float d = native_rsqrt(dx * dx + dy * dy + dz * dz + 0.01f);
        float f = other.w * d * d * d;
        x += dx * f;
        y += dy * f;
        z += dz * f;
      }
      out[i] = x;
      out[i + n] = y;
      out[i + 2 * n] = z;
    })",
            {c, a}, {bodies}, 3 * bodies * sizeof(float), {bodies}, {}, [=, &queue] {
              const int count = unknown(bodies);
              queue.parallel_for(sycl::range<1>(bodies), [=](sycl::id<1> at) {
                const int i = int(at[0]);
                const sycl::float4 me = places[i];
                float x = 0, y = 0, z = 0;
                for (int j = 0; j < count; j++) {
                  const sycl::float4 other = places[j];
                  const float dx = other.x() - me.x(), dy = other.y() - me.y(),
                              dz = other.z() - me.z();
                  const float d = sycl::native::rsqrt(dx * dx + dy * dy + dz * dz + 0.01f);
                  const float f = other.w() * d * d * d;
                  x += dx * f;
                  y += dy * f;
                  z += dz * f;
                }
                c[i] = x;
                c[i + count] = y;
                c[i + 2 * count] = z;
              });
            });
  for (float* each : {a, b, c}) {
    sycl::free(each, queue);
  }
}

void local_memory(Bench& bench) {
  sycl::queue& queue = bench.queue;
  constexpr int n = 1024, tile = 16;
  float* a = random_floats(queue, n * n);
  float* b = random_floats(queue, n * n);
  float* c = random_floats(queue, n * n);
  bench.row(
      "transpose", R"(
    kernel void transpose(global float* out, global const float* in, int n) {
      local float tile[16][17];
      int x = get_local_id(0), y = get_local_id(1);
      int column = get_group_id(0) * 16, row = get_group_id(1) * 16;
      tile[y][x] = in[(row + y) * n + column + x];
      barrier(CLK_LOCAL_MEM_FENCE);
      out[(column + y) * n + row + x] = tile[x][y];
    })",
      {c, a}, {n}, n * n * sizeof(float), {n, n}, {tile, tile}, [=, &queue] {
        const int size = unknown(n);
        queue.submit([&](sycl::handler& group) {
          const sycl::local_accessor<float, 2> square(sycl::range<2>(tile, tile + 1), group);
          group.parallel_for(sycl::nd_range<2>({n, n}, {tile, tile}), [=](sycl::nd_item<2> item) {
            const int x = int(item.get_local_id(1)), y = int(item.get_local_id(0));
            const int column = int(item.get_group(1)) * tile, row = int(item.get_group(0)) * tile;
            square[y][x] = a[(row + y) * size + column + x];
            sycl::group_barrier(item.get_group());
            c[(column + y) * size + row + x] = square[x][y];
          });
        });
      });
  constexpr int m = 512;
  bench.row("sgemm_tiled", R"(
    kernel void sgemm(global float* c, global const float* a, global const float* b, int n) {
      local float ta[16][16], tb[16][16];
      int x = get_local_id(0), y = get_local_id(1);
      int col = get_global_id(0), row = get_global_id(1);
      float sum = 0;
      for (int t = 0; t < n; t += 16) {
        ta[y][x] = a[row * n + t + x];
        tb[y][x] = b[(t + y) * n + col];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < 16; i++)
          sum += ta[y][i] * tb[i][x];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      c[row * n + col] = sum;
    })",
            {c, a, b}, {m}, m * m * sizeof(float), {m, m}, {tile, tile}, [=, &queue] {
              const int size = unknown(m);
              queue.submit([&](sycl::handler& group) {
                const sycl::local_accessor<float, 2> ta(sycl::range<2>(tile, tile), group);
                const sycl::local_accessor<float, 2> tb(sycl::range<2>(tile, tile), group);
                group.parallel_for(
                    sycl::nd_range<2>({m, m}, {tile, tile}), [=](sycl::nd_item<2> item) {
                      const int x = int(item.get_local_id(1)), y = int(item.get_local_id(0));
                      const int col = int(item.get_global_id(1)), row = int(item.get_global_id(0));
                      float sum = 0;
                      for (int t = 0; t < size; t += tile) {
                        ta[y][x] = a[row * size + t + x];
                        tb[y][x] = b[(t + y) * size + col];
                        sycl::group_barrier(item.get_group());
                        for (int i = 0; i < tile; i++) {
                          sum += ta[y][i] * tb[i][x];
                        }
                        sycl::group_barrier(item.get_group());
                      }
                      c[row * size + col] = sum;
                    });
              });
            });
  constexpr int width = 256;
  bench.row("reduction", R"(kernel void reduce(global float* out, global const float* in) {
      local float t[256];
      size_t l = get_local_id(0);
      t[l] = in[get_global_id(0)];
      barrier(CLK_LOCAL_MEM_FENCE);
      for (size_t s = get_local_size(0) / 2; s > 0; s >>= 1) {
        if (l < s) t[l] += t[l + s];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      if (l == 0) out[get_group_id(0)] = t[0];
    })",
            {c, a}, {}, n * n / width * sizeof(float), {n * n}, {width}, [=, &queue] {
              queue.submit([&](sycl::handler& group) {
                const sycl::local_accessor<float, 1> t(sycl::range<1>(width), group);
                group.parallel_for(sycl::nd_range<1>(n * n, width), [=](sycl::nd_item<1> item) {
                  const size_t l = item.get_local_id(0);
                  t[l] = a[item.get_global_id(0)];
                  sycl::group_barrier(item.get_group());
                  for (size_t s = item.get_local_range(0) / 2; s > 0; s >>= 1) {
                    if (l < s) {
                      t[l] += t[l + s];
                    }
                    sycl::group_barrier(item.get_group());
                  }
                  if (l == 0) {
                    c[item.get_group(0)] = t[0];
                  }
                });
              });
            });
  for (float* each : {a, b, c}) {
    sycl::free(each, queue);
  }
}

} // namespace

int main(int count, char** arguments) {
  Bench bench;
  bench.only = count > 1 ? arguments[1] : "";
  std::printf("| kernel | OpenCL C, us | SYCL, us | ratio |\n|---|--:|--:|--:|\n");
  elementwise(bench);
  global_memory(bench);
  local_memory(bench);
  return bench.right ? 0 : 1;
}
