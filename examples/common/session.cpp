// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "session.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <lodepng.h>

namespace {

[[noreturn]] void give_up(const std::string& message) {
  std::fprintf(stderr, "error: %s\n", message.c_str());
  std::exit(1);
}

} // namespace

void check(cl_int error, const char* what) {
  if (error != CL_SUCCESS) {
    give_up(std::string(what) + " failed with " + std::to_string(error));
  }
}

cl_platform_id Session::first_platform() {
  cl_platform_id platform = nullptr;
  check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  return platform;
}

cl_device_id Session::first_device() {
  cl_device_id first = nullptr;
  check(clGetDeviceIDs(first_platform(), CL_DEVICE_TYPE_ALL, 1, &first, nullptr), "clGetDeviceIDs");
  return first;
}

bool is_cpu(cl_device_id device) {
  cl_device_type type = 0;
  check(clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof type, &type, nullptr), "clGetDeviceInfo");
  return (type & CL_DEVICE_TYPE_CPU) != 0;
}

bool can_be_divided(cl_device_id device) {
  cl_device_partition_property ways[16] = {};
  check(clGetDeviceInfo(device, CL_DEVICE_PARTITION_PROPERTIES, sizeof ways, ways, nullptr),
        "clGetDeviceInfo");
  return std::ranges::find(ways, CL_DEVICE_PARTITION_BY_COUNTS) != std::end(ways);
}

Session::Session() : Session(first_device()) {}

Session::Session(cl_device_id shown) : device(shown) {
  cl_int error = CL_SUCCESS;
  context.reset(clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error));
  check(error, "clCreateContext");
  queue = in_order_queue();
}

Queue Session::in_order_queue() const {
  cl_int error = CL_SUCCESS;
  Queue made(clCreateCommandQueueWithProperties(context.get(), device, nullptr, &error));
  check(error, "clCreateCommandQueueWithProperties");
  return made;
}

Program Session::built(Program program) const {
  const cl_int error = clBuildProgram(program.get(), 1, &device, "", nullptr, nullptr);
  if (error != CL_SUCCESS) {
    size_t size = 0;
    clGetProgramBuildInfo(program.get(), device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
    std::string log(size, 0);
    clGetProgramBuildInfo(program.get(), device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
    std::fputs(log.c_str(), stderr);
  }
  check(error, "clBuildProgram");
  return program;
}

Program Session::build(const std::string& source) const {
  const char* text = source.data();
  const size_t size = source.size();
  cl_int error = CL_SUCCESS;
  Program program(clCreateProgramWithSource(context.get(), 1, &text, &size, &error));
  check(error, "clCreateProgramWithSource");
  return built(std::move(program));
}

Program Session::load(const std::vector<unsigned char>& binary) const {
  const unsigned char* data = binary.data();
  const size_t size = binary.size();
  cl_int error = CL_SUCCESS;
  Program program(
      clCreateProgramWithBinary(context.get(), 1, &device, &size, &data, nullptr, &error));
  check(error, "clCreateProgramWithBinary");
  return built(std::move(program));
}

Kernel Session::kernel(const Program& program, const char* name) {
  cl_int error = CL_SUCCESS;
  Kernel made(clCreateKernel(program.get(), name, &error));
  check(error, "clCreateKernel");
  return made;
}

Buffer Session::buffer(cl_mem_flags flags, size_t size, void* contents) const {
  cl_int error = CL_SUCCESS;
  Buffer made(clCreateBuffer(context.get(), flags, size, contents, &error));
  check(error, "clCreateBuffer");
  return made;
}

void Session::read(const Buffer& buffer, size_t size, void* to) const {
  check(clEnqueueReadBuffer(queue.get(), buffer.get(), CL_TRUE, 0, size, to, 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
}

Picture read_png(const std::string& path) {
  Picture picture;
  if (const unsigned error = lodepng::decode(picture.rgba, picture.width, picture.height, path)) {
    give_up(path + ": " + lodepng_error_text(error));
  }
  return picture;
}

void write_png(const std::string& path, const Picture& picture) {
  std::vector<unsigned char> file;
  lodepng::State state;
  state.encoder.zlibsettings.windowsize = 512; // fast rather than small
  state.encoder.filter_strategy = LFS_ZERO;
  unsigned error = lodepng::encode(file, picture.rgba, picture.width, picture.height, state);
  error = error ? error : lodepng::save_file(file, path);
  if (error) {
    give_up(path + ": " + lodepng_error_text(error));
  }
}
