// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: mandelbrot OUT.png
//
// Computes a picture of the Mandelbrot set with OpenCL, compares it and its time with those of the
// same loop in C++ on all cores, and writes it. Exit status 1 if they differ anywhere.
//
// Notice: neighbouring work-items leave the loop at different times, and it is vectorised all the
// same: the vector goes on until its last lane has left. C++ compilers leave this loop scalar.
#include "../common/arguments.h"
#include "../common/compare.h"
#include "../common/session.h"

#include <cmath>
#include <cstdio>

namespace {

constexpr unsigned width = 1280;
constexpr unsigned height = 960;
constexpr unsigned limit = 500;

// Multiply and add are kept apart on both sides, so that the pictures must be equal.
constexpr const char* source = R"(
#pragma OPENCL FP_CONTRACT OFF
kernel void mandelbrot(global uint *iterations, float left, float top, float step, uint limit) {
  const float x = left + step * get_global_id(0);
  const float y = top + step * get_global_id(1);
  float a = 0;
  float b = 0;
  uint n = 0;
  while (n < limit && a * a + b * b <= 4) {
    const float next = a * a - b * b + x;
    b = 2 * a * b + y;
    a = next;
    ++n;
  }
  iterations[get_global_id(1) * get_global_size(0) + get_global_id(0)] = n;
}
)";

constexpr float left = -2.2f;
constexpr float top = -1.2f;
constexpr float step = 2.4f / height;

std::vector<cl_uint> on_device(double& milliseconds) {
  const Session session;
  const Program program = session.build(source);
  const Kernel kernel = Session::kernel(program, "mandelbrot");
  std::vector<cl_uint> iterations(size_t(width) * height);
  const size_t bytes = iterations.size() * sizeof(cl_uint);
  const Buffer buffer = session.buffer(CL_MEM_WRITE_ONLY, bytes);
  Session::set_arguments(kernel, buffer.get(), left, top, step, cl_uint(limit));
  const size_t global[] = {width, height};
  milliseconds = best_milliseconds(10, [&] {
    check(clEnqueueNDRangeKernel(session.queue.get(), kernel.get(), 2, nullptr, global, nullptr, 0,
                                 nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    check(clFinish(session.queue.get()), "clFinish");
  });
  session.read(buffer, bytes, iterations.data());
  return iterations;
}

cl_uint reference(unsigned column, unsigned row) {
  const float x = left + step * float(column);
  const float y = top + step * float(row);
  float a = 0;
  float b = 0;
  cl_uint n = 0;
  while (n < limit && a * a + b * b <= 4) {
    const float next = a * a - b * b + x;
    b = 2 * a * b + y;
    a = next;
    ++n;
  }
  return n;
}

Picture colour(const std::vector<cl_uint>& iterations) {
  Picture picture{width, height, {}};
  picture.rgba.reserve(iterations.size() * 4);
  for (const cl_uint n : iterations) {
    const float t = n == limit ? 0.0f : std::sqrt(float(n) / limit);
    const auto level = [&](float power) {
      return static_cast<unsigned char>(255 * std::pow(t, power));
    };
    picture.rgba.insert(picture.rgba.end(), {level(0.6f), level(1.2f), level(0.3f), 255});
  }
  return picture;
}

} // namespace

int main(int argc, char** argv) {
  const Arguments arguments = read_arguments(
      argc, argv,
      {.operands = "OUT.png",
       .purpose = "Draws the Mandelbrot set with a kernel, and compares it with C++ and its time.",
       .count = 1});
  double kernel_time = 0;
  const std::vector<cl_uint> iterations = on_device(kernel_time);
  write_png(arguments.operands[0], colour(iterations));
  std::vector<cl_uint> expected(iterations.size());
  const double cpp_time = best_milliseconds(2, [&] {
    for_rows(height, [&](unsigned row) {
      for (unsigned column = 0; column < width; ++column) {
        expected[size_t(row) * width + column] = reference(column, row);
      }
    });
  });
  size_t different = 0;
  for (size_t i = 0; i < expected.size(); ++i) {
    different += iterations[i] != expected[i];
  }
  std::printf("%u x %u pixels, %zu differ from the reference\n", width, height, different);
  print_speeds(kernel_time, cpp_time);
  return different ? 1 : 0;
}
