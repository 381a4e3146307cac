// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Input that cannot be right, as it reaches the driver from outside: damaged binaries, sources on
// which the compiler itself fails, handles of the past. After each, everything works as before.
#include "kernel_fixture.h"

#include <csignal>

class BadInput : public ClKernelTest {
protected:
  void TearDown() override {
    const Owned<cl_kernel> k = kernel("kernel void k(global int *p) { p[0] = 42; }");
    const Owned<cl_mem> buffer = make_buffer(4);
    set(k, 0, buffer);
    ASSERT_EQ(launch(k, 1), CL_SUCCESS);
    EXPECT_EQ(contents<cl_int>(buffer, 1)[0], 42);
  }
  cl_int error_of(const unsigned char* data, size_t size) {
    cl_int error = 1;
    cl_int status = 1;
    Owned<cl_program> made =
        clCreateProgramWithBinary(context, 1, &device, &size, &data, &status, &error);
    EXPECT_EQ(status, error);
    EXPECT_EQ(bool(cl_program(made)), error == CL_SUCCESS);
    return error;
  }
  void expect_build_failure(const char* source, const char* sentence) {
    const Owned<cl_program> program = make_program(source);
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
    EXPECT_NE(log(program).find(sentence), std::string::npos) << log(program);
    cl_build_status status = CL_BUILD_NONE;
    EXPECT_EQ(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof status,
                                    &status, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(status, CL_BUILD_ERROR);
  }
};

TEST_F(BadInput, BinaryCutOrAlteredAtAnyByte) {
  const auto good = binary_of(build("constant int table[] = {1, 2, 3};"
                                    "kernel void k(global int *p, local int *l) {"
                                    "  l[get_local_id(0)] = table[get_local_id(0) % 3];"
                                    "  barrier(CLK_LOCAL_MEM_FENCE);"
                                    "  p[get_global_id(0)] = l[0];"
                                    "}"));
  ASSERT_EQ(error_of(good.data(), good.size()), CL_SUCCESS);
  for (size_t i = 0; i < good.size(); ++i) {
    // A copy of the exact size, so that a sanitizer sees a read past the end.
    const std::vector<unsigned char> cut(good.begin(), good.begin() + long(i));
    ASSERT_EQ(error_of(i ? cut.data() : good.data(), i), i ? CL_INVALID_BINARY : CL_INVALID_VALUE)
        << "cut at byte " << i;
    for (const unsigned mask : {0x01, 0x80, 0xff}) {
      auto changed = good;
      changed[i] = static_cast<unsigned char>(changed[i] ^ mask);
      ASSERT_EQ(error_of(changed.data(), changed.size()), CL_INVALID_BINARY)
          << "byte " << i << " changed by " << mask;
    }
  }
  auto longer = good;
  longer.push_back(0);
  EXPECT_EQ(error_of(longer.data(), longer.size()), CL_INVALID_BINARY);
}

TEST_F(BadInput, ErrorOfTheBackEnd) {
  expect_build_failure("kernel void k() { __asm__ volatile(\"no_such_instruction\"); }",
                       "no_such_instruction");
}

TEST_F(BadInput, FatalErrorOfLlvm) {
  // An intrinsic of another target: instruction selection gives up with a fatal error.
  expect_build_failure("int foreign(void) __asm(\"llvm.amdgcn.workitem.id.x\");"
                       "kernel void k(global int *p) { *p = foreign(); }",
                       "the compiler failed: ");
}

/// The compiler's stack is used up on a thread of its own, and there the signal comes.
TEST_F(BadInput, CrashOfTheCompilerWhereTheCallerBlocksAllSignals) {
  std::string source = "kernel void k(global int *p) { *p = ";
  constexpr int depth = 1'000'000;
  source += std::string(depth, '~') + "*p; }";
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  expect_build_failure(source.c_str(), "the compiler failed: ");
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

TEST_F(BadInput, ReleasedProgramsAndKernelsFollowedByOthers) {
  const Owned<cl_program> program = build("kernel void k() {}");
  const cl_kernel kernel = stale(kernel_of(program));
  const cl_program gone = stale(make_program("kernel void k() {}"));
  const cl_command_queue other_queue = stale(make_queue());
  std::vector<Owned<cl_kernel>> kernels;
  std::vector<Owned<cl_program>> programs;
  std::vector<Owned<cl_command_queue>> queues;
  for (int i = 0; i < 32; ++i) {
    kernels.push_back(kernel_of(program));
    programs.push_back(make_program(""));
    queues.push_back(make_queue());
  }
  EXPECT_EQ(launch(kernel, 1), CL_INVALID_KERNEL);
  EXPECT_EQ(clSetKernelArg(kernel, 0, 4, nullptr), CL_INVALID_KERNEL);
  EXPECT_EQ(clReleaseKernel(kernel), CL_INVALID_KERNEL);
  EXPECT_EQ(clBuildProgram(gone, 0, nullptr, "", nullptr, nullptr), CL_INVALID_PROGRAM);
  EXPECT_EQ(clReleaseProgram(gone), CL_INVALID_PROGRAM);
  EXPECT_EQ(launch(kernels[0], 1, 0, other_queue), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clFinish(other_queue), CL_INVALID_COMMAND_QUEUE);
}
