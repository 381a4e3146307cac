// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCloneKernel: a kernel object of its own with the arguments of another.
#include "kernel_fixture.h"

class CloneKernel : public ClKernelTest {
protected:
  Owned<cl_kernel> clone(cl_kernel source) {
    cl_int error = 1;
    Owned<cl_kernel> made = clCloneKernel(source, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
};

TEST_F(CloneKernel, HasTheArgumentsAndIsIndependent) {
  const Owned<cl_kernel> first = kernel(R"(
      kernel void k(global int* out, int add, local int* t, long factor) {
        t[get_local_id(0)] = add;
        out[get_global_id(0)] = (int)(get_global_id(0) * factor) + t[get_local_id(0)];
      })");
  const Owned<cl_mem> a = make_buffer(16), b = make_buffer(16);
  set(first, 0, a);
  set(first, 1, 5);
  ASSERT_EQ(clSetKernelArg(first, 2, 16, nullptr), CL_SUCCESS);
  set(first, 3, cl_long(10));
  const Owned<cl_kernel> second = clone(first);
  set(second, 0, b);
  set(first, 1, 100);
  ASSERT_EQ(launch(first, 4, 4), CL_SUCCESS);
  ASSERT_EQ(launch(second, 4, 4), CL_SUCCESS);
  EXPECT_EQ(contents<int>(a, 4), (std::vector<int>{100, 110, 120, 130}));
  EXPECT_EQ(contents<int>(b, 4), (std::vector<int>{5, 15, 25, 35}));
}

TEST_F(CloneKernel, OutlivesTheOther) {
  Owned<cl_kernel> first =
      kernel("kernel void k(global int* out, int x) { out[get_global_id(0)] = x; }");
  const Owned<cl_mem> out = make_buffer(8);
  set(first, 0, out);
  set(first, 1, 7);
  const Owned<cl_kernel> second = clone(first);
  ASSERT_EQ(clReleaseKernel(first.take()), CL_SUCCESS);
  ASSERT_EQ(launch(second, 2), CL_SUCCESS);
  EXPECT_EQ(contents<int>(out, 2), (std::vector<int>{7, 7}));
}

TEST_F(CloneKernel, WhatIsNotSetIsNotSet) {
  const Owned<cl_kernel> first = kernel("kernel void k(global int* out, int x) { out[0] = x; }");
  const Owned<cl_kernel> second = clone(first);
  const Owned<cl_mem> out = make_buffer(4);
  set(second, 0, out);
  EXPECT_EQ(launch(second, 1), CL_INVALID_KERNEL_ARGS);
  set(second, 1, 3);
  EXPECT_EQ(launch(second, 1), CL_SUCCESS);
  EXPECT_EQ(launch(first, 1), CL_INVALID_KERNEL_ARGS);
  EXPECT_EQ(contents<int>(out, 1), (std::vector<int>{3}));
}

TEST_F(CloneKernel, KeepsTheProgramFromBeingBuiltAnew) {
  const Owned<cl_program> program = build("kernel void k() {}");
  Owned<cl_kernel> first = kernel_of(program);
  Owned<cl_kernel> second = clone(first);
  ASSERT_EQ(clReleaseKernel(first.take()), CL_SUCCESS);
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_INVALID_OPERATION);
  ASSERT_EQ(clReleaseKernel(second.take()), CL_SUCCESS);
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
}
