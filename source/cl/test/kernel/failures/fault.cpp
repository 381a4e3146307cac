// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Faults of kernels from source. (What becomes of process and context:
// test/api/failures/fault.cpp.)
#include "kernel_fixture.h"

namespace {

constexpr char wild[] = "kernel void k(global int *p, ulong where) {\n"
                        "  if (get_global_id(0) == 70)\n"
                        "    p += where;\n"
                        "  *p = 1;\n"
                        "}\n";

class ClKernelFault : public ClKernelTest {
protected:
  /// The context's message about a fault of the kernel above.
  std::string message(const char* options) {
    std::string text;
    const auto notify = [](const char* given, const void*, size_t, void* place) {
      *static_cast<std::string*>(place) = given;
    };
    const Owned<cl_context> watched = clCreateContext(nullptr, 1, &device, notify, &text, nullptr);
    const Owned<cl_command_queue> its_queue = clCreateCommandQueue(watched, device, 0, nullptr);
    const char* source = wild;
    const Owned<cl_program> program =
        clCreateProgramWithSource(watched, 1, &source, nullptr, nullptr);
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, options, nullptr, nullptr), CL_SUCCESS);
    const Owned<cl_kernel> kernel = kernel_of(program);
    const Owned<cl_mem> buffer = clCreateBuffer(watched, 0, 4, nullptr, nullptr);
    set(kernel, 0, buffer);
    set(kernel, 1, cl_ulong(1) << 42);
    EXPECT_EQ(launch(kernel, 128, 8, its_queue), CL_SUCCESS);
    EXPECT_EQ(clFinish(its_queue), CL_OUT_OF_RESOURCES);
    return text;
  }
};

TEST_F(ClKernelFault, NamesKernelAndAddress) {
  const std::string text = message("");
  EXPECT_TRUE(text.starts_with("kernel 'k' was stopped in ")) << text;
  EXPECT_NE(text.find("access to memory at 0x"), std::string::npos) << text;
}

TEST_F(ClKernelFault, NamesTheLineOfProgramsBuiltWithDebugInformation) {
  for (const char* options : {"-g", "-g -cl-opt-disable"}) {
    const std::string text = message(options);
    EXPECT_TRUE(text.starts_with("kernel 'k' was stopped at <program source>:4 in ")) << text;
  }
}

/// A failed assertion prints and fails the command; the process lives on.
TEST_F(ClKernelFault, AssertionsThatFail) {
  const std::string source =
      "void __assert_fail(constant char* what, constant char* file, uint line, constant char* f);\n"
      "kernel void k(global int* p, int n) {\n"
      "  int i = get_global_id(0);\n"
      "  if (i >= n) __assert_fail(\"i < n\", \"here.cl\", 42, \"k\");\n"
      "  p[i] = i;\n}\n";
  for (const char* options : {"", "-cl-opt-disable"}) {
    for (const cl_int n : {128, 101}) {
      const Owned<cl_context> own = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
      const Owned<cl_command_queue> its_queue = clCreateCommandQueue(own, device, 0, nullptr);
      const char* text = source.c_str();
      const Owned<cl_program> program = clCreateProgramWithSource(own, 1, &text, nullptr, nullptr);
      ASSERT_EQ(clBuildProgram(program, 0, nullptr, options, nullptr, nullptr), CL_SUCCESS);
      const Owned<cl_kernel> kernel = kernel_of(program);
      const Owned<cl_mem> buffer = clCreateBuffer(own, 0, 512, nullptr, nullptr);
      set(kernel, 0, buffer);
      set(kernel, 1, n);
      testing::internal::CaptureStdout();
      EXPECT_EQ(launch(kernel, 128, 128, its_queue), CL_SUCCESS);
      EXPECT_EQ(clFinish(its_queue), n == 128 ? CL_SUCCESS : CL_OUT_OF_RESOURCES);
      const std::string printed = testing::internal::GetCapturedStdout();
      const std::string failed = "here.cl:42: k: work-item (101, 0, 0): assertion 'i < n' failed\n";
      EXPECT_EQ(printed.find(failed) != std::string::npos, n == 101) << printed;
    }
  }
}

/// Division by zero and of the least number by -1 give some value; no lane faults.
TEST_F(ClKernelFault, DivisionNeverFaults) {
  for (const char* options : {"", "-cl-opt-disable"}) {
    for (const std::string type : {"int", "long", "char", "int4"}) {
      const std::string source =
          "kernel void k(global " + type + " *p, " + type + " a, " + type + " b) {\n" +
          "  size_t i = get_global_id(0);\n  if (i % 3) p[i] = a / b; else p[i] = a % b;\n}\n";
      const Owned<cl_kernel> kernel = this->kernel(source, options);
      const Owned<cl_mem> buffer = clCreateBuffer(context, 0, 4096, nullptr, nullptr);
      set(kernel, 0, buffer);
      const auto run = [&](auto a, auto b) {
        set(kernel, 1, a);
        set(kernel, 2, b);
        EXPECT_EQ(launch(kernel, 100), CL_SUCCESS);
        EXPECT_EQ(clFinish(queue), CL_SUCCESS) << type << " " << options;
      };
      if (type == "int") {
        run(cl_int(5), cl_int(0));
        run(CL_INT_MIN, cl_int(-1));
      } else if (type == "long") {
        run(cl_long(5), cl_long(0));
        run(CL_LONG_MIN, cl_long(-1));
      } else if (type == "char") {
        run(cl_char(5), cl_char(0));
        run(cl_char(CL_CHAR_MIN), cl_char(-1));
      } else {
        run(cl_int4{{1, 2, 3, CL_INT_MIN}}, cl_int4{{0, 1, 0, -1}});
      }
    }
  }
}

} // namespace
