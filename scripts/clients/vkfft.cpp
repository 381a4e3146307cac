// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transforms by VkFFT, forth and back, compared with the sum that defines them. Prints a line for
// each: "ok" or "wrong", the length, the precision and the largest error relative to the largest
// value.
#define VKFFT_BACKEND 3 // OpenCL
#define CL_TARGET_OPENCL_VERSION 120
#include <vkFFT.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

namespace {

struct Device {
  Device() {
    cl_platform_id platform = nullptr;
    clGetPlatformIDs(1, &platform, nullptr);
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &id, nullptr) != CL_SUCCESS) {
      std::puts("error: no device");
      std::exit(2);
    }
    context = clCreateContext(nullptr, 1, &id, nullptr, nullptr, nullptr);
    queue = clCreateCommandQueue(context, id, 0, nullptr);
  }
  cl_device_id id = nullptr;
  cl_context context;
  cl_command_queue queue;
};

template <typename T> using Numbers = std::vector<std::complex<T>>;

/// The sum that defines the transform.
template <typename T> Numbers<double> transform(const Numbers<T>& from) {
  const size_t length = from.size();
  Numbers<double> roots(length), to(length);
  for (size_t i = 0; i < length; ++i) {
    roots[i] = std::polar(1.0, -2 * M_PI * double(i) / double(length));
  }
  for (size_t k = 0; k < length; ++k) {
    for (size_t i = 0; i < length; ++i) {
      to[k] += std::complex<double>(from[i]) * roots[i * k % length];
    }
  }
  return to;
}

template <typename T, typename U> double error(const Numbers<T>& got, const Numbers<U>& wanted) {
  double largest = 0, difference = 0;
  for (size_t i = 0; i < got.size(); ++i) {
    const std::complex<double> value(wanted[i]);
    largest = std::max(largest, std::abs(value));
    difference = std::max(difference, std::abs(std::complex<double>(got[i]) - value));
  }
  return difference / largest;
}

/// Whether a transform of some length, and the one back, are right.
template <typename T> bool check(Device& device, size_t length) {
  Numbers<T> numbers(length);
  std::mt19937 random(static_cast<unsigned>(length));
  for (auto& each : numbers) {
    each = {T(random() % 2001) / 1000 - 1, T(random() % 2001) / 1000 - 1};
  }
  uint64_t bytes = length * sizeof numbers[0];
  cl_mem memory =
      clCreateBuffer(device.context, CL_MEM_COPY_HOST_PTR, bytes, numbers.data(), nullptr);
  VkFFTConfiguration configuration = {};
  configuration.FFTdim = 1;
  configuration.size[0] = length;
  configuration.device = &device.id;
  configuration.context = &device.context;
  configuration.bufferSize = &bytes;
  configuration.doublePrecision = sizeof(T) == sizeof(double);
  configuration.normalize = 1;
  VkFFTApplication application = {};
  VkFFTLaunchParams parameters = {};
  parameters.buffer = &memory;
  parameters.commandQueue = &device.queue;
  Numbers<T> there(length), back(length);
  int result = initializeVkFFT(&application, configuration);
  const auto run = [&](int direction, Numbers<T>& to) {
    result = result ? result : VkFFTAppend(&application, direction, &parameters);
    clEnqueueReadBuffer(device.queue, memory, CL_TRUE, 0, bytes, to.data(), 0, nullptr, nullptr);
  };
  run(-1, there);
  run(1, back);
  const double worst = std::max(error(there, transform(numbers)), error(back, numbers));
  const bool right =
      result == VKFFT_SUCCESS && worst < (sizeof(T) == sizeof(double) ? 1e-11 : 1e-4);
  std::printf("%s %zu %s %.1e (%d)\n", right ? "ok" : "wrong", length,
              sizeof(T) == sizeof(double) ? "double" : "float", worst, result);
  deleteVkFFT(&application);
  clReleaseMemObject(memory);
  return right;
}

} // namespace

int main() {
  Device device;
  bool right = true;
  // Products of the primes that it has kernels for, others by Bluestein's way, and several passes.
  for (const size_t length :
       {2, 8, 27, 64, 125, 343, 360, 1001, 1024, 17, 499, 1021, 4096, 4620, 8192}) {
    right = check<float>(device, length) && right;
    right = check<double>(device, length) && right;
  }
  return right ? 0 : 1;
}
