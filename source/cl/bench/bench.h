// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The set-up that every benchmark begins with. A benchmark whose results are wrong ends with an
// error.
#ifndef CL_BENCH_H
#define CL_BENCH_H

#define CL_TARGET_OPENCL_VERSION 200
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <benchmark/benchmark.h>
#include <cstdio>
#include <cstdlib>
#include <span>

/// Ends the program if an OpenCL call failed.
inline void require(cl_int error, const char* what) {
  if (error != CL_SUCCESS) {
    std::fprintf(stderr, "cl_bench: error: %s gave %d, expected CL_SUCCESS\n", what, error);
    std::exit(1);
  }
}

/// The first device, a context and an in-order queue.
struct Session {
  Session() {
    require(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    cl_int error = CL_SUCCESS;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    require(error, "clCreateContext");
    queue = clCreateCommandQueue(context, device, 0, &error);
    require(error, "clCreateCommandQueue");
  }
  Session(const Session&) = delete;
  ~Session() {
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
  }

  cl_mem buffer(size_t size) const {
    cl_int error = CL_SUCCESS;
    cl_mem made = clCreateBuffer(context, CL_MEM_READ_WRITE, size, nullptr, &error);
    require(error, "clCreateBuffer");
    return made;
  }
  /// The kernel "k" of a source.
  cl_kernel kernel(const char* source) const { return kernel(source, ""); }
  /// The kernel "k" of a module of SPIR-V.
  cl_kernel kernel(std::span<const cl_uint> words) const {
    cl_int error = CL_SUCCESS;
    cl_program program =
        clCreateProgramWithILKHR(context, words.data(), words.size_bytes(), &error);
    require(error, "clCreateProgramWithILKHR");
    return kernel_of(program);
  }
  /// The kernel "k" of a source, built with options.
  cl_kernel kernel(const char* source, const char* options) const {
    cl_int error = CL_SUCCESS;
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
    require(error, "clCreateProgramWithSource");
    return kernel_of(program, options);
  }
  /// Builds a program, takes its kernel "k" and releases it.
  cl_kernel kernel_of(cl_program program, const char* options = "") const {
    cl_int error = CL_SUCCESS;
    require(clBuildProgram(program, 0, nullptr, options, nullptr, nullptr), "clBuildProgram");
    cl_kernel made = clCreateKernel(program, "k", &error);
    require(error, "clCreateKernel");
    clReleaseProgram(program);
    return made;
  }

  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
};

#endif
