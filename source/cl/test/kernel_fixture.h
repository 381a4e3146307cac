// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For tests that need kernels: a program from source, and launches of it.
#ifndef CL_TEST_KERNEL_FIXTURE_H
#define CL_TEST_KERNEL_FIXTURE_H

#include "fixture.h"

class ClKernelTest : public ClTest {
protected:
  Owned<cl_program> make_program(const std::string& source) {
    const char* text = source.c_str();
    cl_int error = 1;
    Owned<cl_program> program = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return program;
  }
  std::string log(cl_program program) {
    size_t size = 0;
    EXPECT_EQ(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size),
              CL_SUCCESS);
    std::string text(size, 0);
    EXPECT_EQ(
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, text.data(), nullptr),
        CL_SUCCESS);
    text.pop_back();
    return text;
  }
  Owned<cl_program> build(const std::string& source, const char* options = "") {
    Owned<cl_program> program = make_program(source);
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, options, nullptr, nullptr), CL_SUCCESS)
        << log(program);
    return program;
  }
  Owned<cl_kernel> kernel_of(cl_program program, const char* name = "k") {
    cl_int error = 1;
    Owned<cl_kernel> kernel = clCreateKernel(program, name, &error);
    EXPECT_EQ(error, CL_SUCCESS) << name;
    return kernel;
  }
  /// The kernel "k" of a source.
  Owned<cl_kernel> kernel(const std::string& source, const char* options = "") {
    return kernel_of(build(source, options));
  }
  template <typename T> static void set(cl_kernel kernel, cl_uint index, const T& value) {
    EXPECT_EQ(clSetKernelArg(kernel, index, sizeof value, &value), CL_SUCCESS) << index;
  }
  static void set(cl_kernel kernel, cl_uint index, const Owned<cl_mem>& buffer) {
    set(kernel, index, cl_mem(buffer));
  }
  cl_int launch(cl_kernel kernel, size_t global, size_t local = 0, cl_command_queue on = nullptr) {
    return clEnqueueNDRangeKernel(on ? on : cl_command_queue(queue), kernel, 1, nullptr, &global,
                                  local ? &local : nullptr, 0, nullptr, nullptr);
  }
  /// The program's binary for the device.
  std::vector<unsigned char> binary_of(cl_program program) {
    size_t size = 0;
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
              CL_SUCCESS);
    std::vector<unsigned char> data(size);
    unsigned char* place = data.data();
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof place, &place, nullptr),
              CL_SUCCESS);
    return data;
  }
  Owned<cl_program> from_binary(const std::vector<unsigned char>& data,
                                cl_int expected = CL_SUCCESS) {
    const unsigned char* place = data.data();
    const size_t size = data.size();
    cl_int error = 1;
    cl_int status = 1;
    Owned<cl_program> program =
        clCreateProgramWithBinary(context, 1, &device, &size, &place, &status, &error);
    EXPECT_EQ(error, expected);
    EXPECT_EQ(status, expected);
    return program;
  }
};

#endif
