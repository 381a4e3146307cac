// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers to a program's functions: errors. (Calls through them, which only SPIR-V has:
// source/kernel_test/spirv/spirv_function_pointers.cpp.)
#include "kernel_fixture.h"

namespace {

constexpr char source[] = "int plain(int x) { return x; }\n"
                          "kernel void k(global int* p) { *p = plain(*p); }";

class FunctionPointers : public ClKernelTest {};

} // namespace

TEST_F(FunctionPointers, errors) {
  const Owned<cl_program> program = build(source);
  const Owned<cl_program> not_built = make_program(source);
  cl_ulong pointer = 5;
  const auto find = [&](cl_program of, const char* name) {
    return clGetDeviceFunctionPointerINTEL(device, of, name, &pointer);
  };
  for (const char* name : {"plain", "k", "nothing", ""}) { // nothing calls them through pointers
    EXPECT_EQ(find(program, name), CL_INVALID_ARG_VALUE) << name;
  }
  EXPECT_EQ(find(program, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetDeviceFunctionPointerINTEL(device, program, "plain", nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetDeviceFunctionPointerINTEL(nullptr, program, "plain", &pointer),
            CL_INVALID_DEVICE);
  EXPECT_EQ(find(nullptr, "plain"), CL_INVALID_PROGRAM);
  EXPECT_EQ(find(not_built, "plain"), CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(pointer, 5u);
  EXPECT_NE(clGetExtensionFunctionAddressForPlatform(platform, "clGetDeviceFunctionPointerINTEL"),
            nullptr);
}
