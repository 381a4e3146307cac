// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: cl_client <source file> <options> [<number of variants>]
//
// Builds the program, once or in variants with -DVARIANT=<number>, runs its kernel `k` over 16
// work-items with one buffer of int, and prints: the build log, facts of the kernel, the results,
// and at last whether the compiler was needed.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace {

void require(cl_int error, const char* what) {
  if (error != CL_SUCCESS) {
    std::printf("%s gave %d\n", what, error);
    std::exit(1);
  }
}

std::string contents_of(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Session {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;

  Session() {
    cl_platform_id platform = nullptr;
    require(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    cl_int error = 0;
    const auto notify = [](const char* message, const void*, size_t, void*) {
      std::printf("notified: %s\n", message);
    };
    context = clCreateContext(nullptr, 1, &device, notify, nullptr, &error);
    require(error, "clCreateContext");
    queue = clCreateCommandQueue(context, device, 0, &error);
    require(error, "clCreateCommandQueue");
  }

  void print_log(cl_program program) const {
    std::array<char, 4096> log = {};
    require(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(),
                                  nullptr),
            "clGetProgramBuildInfo");
    std::printf("log: %s\n", log.data());
  }

  void print_facts(cl_kernel kernel) const {
    cl_ulong local = 0;
    std::array<size_t, 3> required = {};
    require(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof local, &local,
                                     nullptr),
            "clGetKernelWorkGroupInfo");
    require(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                     sizeof required, required.data(), nullptr),
            "clGetKernelWorkGroupInfo");
    std::printf("local bytes: %u, required size: %zu %zu %zu\n", unsigned(local), required[0],
                required[1], required[2]);
  }

  void run(cl_kernel kernel) const {
    std::array<cl_int, 16> values = {};
    cl_int error = 0;
    cl_mem buffer =
        clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof values, values.data(), &error);
    require(error, "clCreateBuffer");
    require(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
    const size_t size = values.size();
    require(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr),
            "clEnqueueNDRangeKernel");
    require(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof values, values.data(), 0, nullptr,
                                nullptr),
            "clEnqueueReadBuffer");
    std::printf("results:");
    for (const cl_int value : values) {
      std::printf(" %d", value);
    }
    std::printf("\n");
    clReleaseMemObject(buffer);
  }

  void build_and_run(const std::string& source, const std::string& options) const {
    const char* text = source.c_str();
    cl_int error = 0;
    cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
    require(error, "clCreateProgramWithSource");
    error = clBuildProgram(program, 1, &device, options.c_str(), nullptr, nullptr);
    print_log(program);
    require(error, "clBuildProgram");
    cl_kernel kernel = clCreateKernel(program, "k", &error);
    require(error, "clCreateKernel");
    print_facts(kernel);
    run(kernel);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
  }
};

} // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    return 2;
  }
  const Session session;
  const std::string source = contents_of(argv[1]);
  const int variants = argc > 3 ? std::atoi(argv[3]) : 0;
  if (!variants) {
    session.build_and_run(source, argv[2]);
  }
  for (int i = 0; i < variants; ++i) {
    session.build_and_run(source, std::string(argv[2]) + " -DVARIANT=" + std::to_string(i));
  }
  const bool needed =
      contents_of("/proc/self/maps").find("liblanewise-compiler") != std::string::npos;
  std::printf("compiler: %s\n", needed ? "needed" : "not needed");
  return 0;
}
