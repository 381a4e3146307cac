// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory runs out while the compiler is used: in the driver, and in the compiler itself.
#include "failures/allocations_fixture.h"

#include "cargo/sanitizers.h"

#include <fstream>
#include <sys/resource.h>
#include <unistd.h>

namespace {

constexpr const char* source = "kernel void k(global int* p) { printf(\"%d\\n\", p[0]); }";

class OutOfMemoryBuild : public AllocationsTest {
protected:
  Owned<cl_program> make_program() {
    allocations::stop_failing();
    const char* text = source;
    Owned<cl_program> made = clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
    EXPECT_TRUE(made);
    return made;
  }
};

TEST_F(OutOfMemoryBuild, Building) {
  const Owned<cl_program> program = make_program();
  EXPECT_GT(each_fails("build",
                       [&] {
                         return clBuildProgram(program, 0, nullptr, "-cl-mad-enable", nullptr,
                                               nullptr);
                       }),
            10);
  EXPECT_TRUE(kernel_of(program, "k"));
}

TEST_F(OutOfMemoryBuild, CompilingAndLinking) {
  const Owned<cl_program> program = make_program();
  const Owned<cl_program> header = make_program();
  const cl_program headers[] = {header};
  const char* names[] = {"a_header_with_a_name_of_some_length.h"};
  each_fails("compile", [&] {
    return clCompileProgram(program, 0, nullptr, "", 1, headers, names, nullptr, nullptr);
  });
  const cl_program inputs[] = {program};
  each_fails("link", [&] {
    cl_int error = 1;
    Owned<cl_program> linked =
        clLinkProgram(context, 0, nullptr, "", 1, inputs, nullptr, nullptr, &error);
    allocations::stop_failing();
    EXPECT_TRUE(error != CL_SUCCESS || kernel_of(linked, "k"));
    return error;
  });
}

/// void k(constant 7 of 32 bits is *p's value), in SPIR-V.
const std::vector<cl_uint> module = {
    0x07230203, 0x00010000, 0,          20,  0, // SPIR-V 1.0, ids below 20
    0x00020011, 4,          0x00020011, 6,      // OpCapability Addresses, Kernel
    0x0003000e, 2,          2,                  // OpMemoryModel Physical64 OpenCL
    0x0004000f, 6,          1,          'k',    // OpEntryPoint Kernel %1 "k"
    0x00040047, 2,          1,          7,      // OpDecorate %2 SpecId 7
    0x00020013, 4,                              // %4 = OpTypeVoid
    0x00040015, 5,          32,         0,      // %5 = OpTypeInt 32
    0x00040032, 5,          2,          42,     // %2 = OpSpecConstant %5 42
    0x00040020, 7,          5,          5,      // %7 = OpTypePointer CrossWorkgroup %5
    0x00040021, 8,          4,          7,      // %8 = OpTypeFunction %4 %7
    0x00050036, 4,          1,          0,   8, // %1 = OpFunction %4 None %8
    0x00030037, 7,          9,                  // %9 = OpFunctionParameter %7
    0x000200f8, 10,         0x0003003e, 9,   2, // %10 = OpLabel, OpStore %9 %2
    0x000100fd, 0x00010038};                    // OpReturn, OpFunctionEnd

TEST_F(OutOfMemoryBuild, SpirV) {
  int most = 0;
  expect_no_leak([&] {
    most = std::max(most, each_fails("program in SPIR-V", creating([&](cl_int* error) {
                                       return clCreateProgramWithIL(context, module.data(),
                                                                    module.size() * 4, error);
                                     })));
  });
  EXPECT_GT(most, 0);
  cl_int error = 1;
  const Owned<cl_program> program =
      clCreateProgramWithIL(context, module.data(), module.size() * 4, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const cl_uint seven = 7;
  each_fails("specialization constant",
             [&] { return clSetProgramSpecializationConstant(program, 7, sizeof seven, &seven); });
  EXPECT_GT(each_fails("build",
                       [&] { return clBuildProgram(program, 0, nullptr, "", nullptr, nullptr); }),
            10);
  EXPECT_TRUE(kernel_of(program, "k"));
}

TEST_F(OutOfMemoryBuild, PrintingLaunches) {
  const Owned<cl_program> program = make_program();
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  const Owned<cl_kernel> kernel = kernel_of(program, "k");
  const Owned<cl_mem> buffer = make_buffer(64);
  const cl_mem memory = buffer;
  const cl_int seven = 7;
  ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &seven, 4, 0, 64, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof memory, &memory), CL_SUCCESS);
  int complete = 0;
  for (const auto whose : {allocations::Of::this_thread, allocations::Of::all_threads}) {
    for (int i = 1; i < 1000; ++i) {
      testing::internal::CaptureStdout();
      Owned<cl_event> event;
      const size_t one = 1;
      allocations::fail(i, whose);
      const cl_int result =
          clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, &event);
      const cl_int finished = clFinish(queue);
      const bool failed = allocations::stop_failing();
      EXPECT_EQ(clFinish(queue), CL_SUCCESS);
      const std::string text = testing::internal::GetCapturedStdout();
      EXPECT_TRUE(finished == CL_SUCCESS || finished == CL_OUT_OF_HOST_MEMORY);
      EXPECT_TRUE(result == CL_SUCCESS || result == CL_OUT_OF_HOST_MEMORY);
      EXPECT_TRUE(text == "7\n" || text.empty() ||
                  text == "[printf: the text of 1 calls is lost: out of memory]\n")
          << text;
      if (!failed) {
        EXPECT_EQ(text, "7\n");
        ++complete;
        break;
      }
    }
  }
  EXPECT_EQ(complete, 2);
}

/// The amount that a limit counts: bytes of address space, or of private memory that can be written
/// to.
size_t counted_by(int resource) {
  size_t pages[6] = {};
  std::ifstream file("/proc/self/statm");
  for (size_t& count : pages) {
    file >> count;
  }
  return pages[resource == RLIMIT_AS ? 0 : 5] * size_t(sysconf(_SC_PAGESIZE));
}

/// A program that takes the compiler some memory.
std::string large_source() {
  std::string text;
  for (int i = 0; i < 5; ++i) {
    text += "kernel void k" + std::to_string(i) +
            "(global float16* p) {"
            "  for (int i = 0; i < 9; ++i) p[i] = exp(p[i]) + sin(p[i + 1]) * pow(p[i], p[i + 2]);"
            "}\n";
  }
  return text;
}

/// Builds with more and more room, from none to enough; the exit code says where it went wrong.
int build_with_little_room() {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  if (clGetPlatformIDs(1, &platform, nullptr) ||
      clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr)) {
    return 1;
  }
  const cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  const auto build = [&](const std::string& text, size_t room, int resource = RLIMIT_AS) {
    const char* string = text.c_str();
    const cl_program program = clCreateProgramWithSource(context, 1, &string, nullptr, nullptr);
    rlimit limit = {};
    getrlimit(resource, &limit);
    const rlimit before = limit;
    limit.rlim_cur = room == RLIM_INFINITY ? limit.rlim_cur : counted_by(resource) + room;
    setrlimit(resource, &limit);
    const cl_int result = clBuildProgram(program, 0, nullptr, "", nullptr, nullptr);
    setrlimit(resource, &before);
    clReleaseProgram(program);
    return result;
  };
  constexpr size_t mebi = size_t(1) << 20;
  // Too little for the library; then for the stack of a compiler thread, which is 256 MiB.
  for (const size_t room : {1, 8, 40, 90, 95, 98, 100, 102, 104, 106, 110, 120, 140, 255}) {
    if (build(source, room * mebi) != CL_OUT_OF_HOST_MEMORY) {
      return 2;
    }
  }
  if (build("no OpenCL C", RLIM_INFINITY) != CL_BUILD_PROGRAM_FAILURE) {
    return 3; // the library is loaded now
  }
  // From here on memory runs out at one place or another of the compiler, whose stack is kept.
  const std::string large = large_source();
  int failures = 0;
  size_t room = 0;
  for (cl_int result = CL_OUT_OF_HOST_MEMORY; result != CL_SUCCESS; room += mebi / 8) {
    result = build(large, room, RLIMIT_DATA);
    if ((result != CL_SUCCESS && result != CL_OUT_OF_HOST_MEMORY) || room > 2048 * mebi) {
      return 4;
    }
    failures += result != CL_SUCCESS;
  }
  return failures < 5 ? 5 : build(source, RLIM_INFINITY) != CL_SUCCESS ? 6 : 0;
}

TEST(OutOfMemoryBuildDeathTest, InTheCompiler) {
  if (with_address_sanitizer) {
    GTEST_SKIP() << "it needs memory that the test does not leave";
  }
  testing::FLAGS_gtest_death_test_style = "threadsafe"; // a fresh process
  EXPECT_EXIT(std::_Exit(build_with_little_room()), testing::ExitedWithCode(0), "");
}

} // namespace
