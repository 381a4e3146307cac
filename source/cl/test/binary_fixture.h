// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For tests that need kernels but no compiler: the kernels of modules/host/test/kernels, which the
// build's own compiler made. They run in sanitizer builds too.
#ifndef CL_TEST_BINARY_FIXTURE_H
#define CL_TEST_BINARY_FIXTURE_H

#include "fixture.h"
#include "test_kernels.h"

class ClBinaryTest : public ClTest {
protected:
  /// A program from a container; not built.
  Owned<cl_program> load(const binary::Program& contents, cl_context in = nullptr) {
    const auto data = binary::write(contents);
    const unsigned char* place = data.data();
    const size_t size = data.size();
    cl_int error = 1;
    Owned<cl_program> program = clCreateProgramWithBinary(in ? in : cl_context(context), 1, &device,
                                                          &size, &place, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return program;
  }
  Owned<cl_program> build(const binary::Program& contents = test_kernels::program(),
                          cl_context in = nullptr) {
    Owned<cl_program> program = load(contents, in);
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    return program;
  }
  static Owned<cl_kernel> kernel_of(cl_program program, const char* name) {
    cl_int error = 1;
    Owned<cl_kernel> kernel = clCreateKernel(program, name, &error);
    EXPECT_EQ(error, CL_SUCCESS) << name;
    return kernel;
  }
  /// A kernel of test_kernels::program().
  Owned<cl_kernel> kernel(const char* name) { return kernel_of(build(), name); }
  template <typename T> static void set(cl_kernel kernel, cl_uint index, const T& value) {
    EXPECT_EQ(clSetKernelArg(kernel, index, sizeof value, &value), CL_SUCCESS) << index;
  }
  static void set(cl_kernel kernel, cl_uint index, const Owned<cl_mem>& buffer) {
    set(kernel, index, cl_mem(buffer));
  }
};

#endif
