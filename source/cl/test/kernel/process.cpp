// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A process that only runs a binary never maps the compiler library.
#include "kernel_fixture.h"

#include <fstream>

namespace {

bool compiler_is_mapped() {
  std::ifstream maps("/proc/self/maps");
  const std::string text{std::istreambuf_iterator<char>(maps), {}};
  EXPECT_NE(text.find("libCL.so"), std::string::npos) << text;
  return text.find("lanewise-compiler") != std::string::npos;
}

} // namespace

class KernelProcess : public ClKernelTest {
protected:
  /// In a process of its own: 7 if the binary gave the right result without the compiler.
  int run_binary(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const std::vector<unsigned char> data{std::istreambuf_iterator<char>(file), {}};
    const Owned<cl_program> program = from_binary(data);
    if (clBuildProgram(program, 0, nullptr, "", nullptr, nullptr) != CL_SUCCESS) {
      return 1;
    }
    const Owned<cl_kernel> k = kernel_of(program);
    const Owned<cl_mem> buffer = make_buffer(4);
    set(k, 0, buffer);
    if (launch(k, 1) != CL_SUCCESS || contents<cl_int>(buffer, 1)[0] != 42) {
      return 2;
    }
    return compiler_is_mapped() ? 3 : 7;
  }
};

TEST_F(KernelProcess, BinaryNeedsNoCompiler) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe"; // runs this test again, up to the child
  const std::string path = ::testing::TempDir() + "lanewise_binary_needs_no_compiler";
  if (!::testing::internal::InDeathTestChild()) {
    const auto data = binary_of(build("kernel void k(global int *p) { p[0] = 42; }"));
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(data.data()), long(data.size()));
    EXPECT_TRUE(compiler_is_mapped());
  }
  EXPECT_EXIT(std::exit(run_binary(path)), ::testing::ExitedWithCode(7), "");
  std::remove(path.c_str());
}
