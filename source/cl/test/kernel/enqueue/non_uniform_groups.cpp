// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Non-uniform work-groups: which programs may be launched so, errors of the others, sizes that the
// driver chooses, and what else meets them. (What kernels compute: source/kernel_test.)
#include "kernel_fixture.h"

#include <CL/cl_lanewise.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>

namespace {

/// Counts each work-item, and says in the first elements what sizes it saw.
constexpr char counting[] = "kernel void k(global int *p) {\n"
                            "  atomic_inc(&p[1 + get_global_id(0)]);\n"
                            "  if (get_local_id(0) == 0) atomic_add(p, (int)get_local_size(0));\n"
                            "}\n";
constexpr char counting_by_64[] =
    "__attribute__((reqd_work_group_size(64, 1, 1)))\n"
    "kernel void k(global int *p) {\n"
    "  atomic_inc(&p[1 + get_global_id(0)]);\n"
    "  if (get_local_id(0) == 0) atomic_add(p, (int)get_local_size(0));\n"
    "}\n";

class ClNonUniformGroups : public ClKernelTest {
protected:
  ClNonUniformGroups() { unsetenv("LANEWISE_SPECIALIZE"); }
  ~ClNonUniformGroups() override { unsetenv("LANEWISE_SPECIALIZE"); }

  /// Launches a kernel of `counting` and checks that each work-item has run.
  void run(cl_kernel k, size_t global, size_t local) {
    const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>(1 + global, 0));
    set(k, 0, buffer);
    ASSERT_EQ(launch(k, global, local), CL_SUCCESS);
    auto values = contents<cl_int>(buffer, 1 + global);
    EXPECT_EQ(values[0], cl_int(global)) << "the sizes of all groups";
    values.erase(values.begin());
    EXPECT_EQ(values, std::vector<cl_int>(global, 1));
  }
  /// The result of a launch of 100 work-items in groups of 64.
  cl_int launch_100(cl_kernel k) {
    const Owned<cl_mem> buffer = make_buffer(404);
    set(k, 0, buffer);
    const cl_int result = launch(k, 100, 64);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    return result;
  }
  cl_int launch_100(const char* options) { return launch_100(kernel(counting, options)); }

  Owned<cl_program> compile(const char* source, const char* options) {
    Owned<cl_program> program = make_program(source);
    EXPECT_EQ(clCompileProgram(program, 0, nullptr, options, 0, nullptr, nullptr, nullptr, nullptr),
              CL_SUCCESS);
    return program;
  }
  Owned<cl_kernel> link(const std::vector<cl_program>& programs) {
    cl_int error = 1;
    const Owned<cl_program> program =
        clLinkProgram(context, 0, nullptr, "", cl_uint(programs.size()), programs.data(), nullptr,
                      nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return kernel_of(program);
  }
};

TEST_F(ClNonUniformGroups, AreReported) {
  cl_bool supported = CL_FALSE;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, sizeof supported,
                            &supported, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(supported, cl_bool(CL_TRUE));
}

TEST_F(ClNonUniformGroups, OfTheLanguagesThatHaveThem) {
  for (const char* options : {"-cl-std=CL2.0", "-cl-std=CL3.0", "-cl-std=CLC++2021"}) {
    EXPECT_EQ(launch_100(options), CL_SUCCESS) << options;
  }
  for (const char* options :
       {"", "-cl-std=CL1.0", "-cl-std=CL1.1", "-cl-std=CL1.2",
        "-cl-std=CL2.0 -cl-uniform-work-group-size", "-cl-uniform-work-group-size -cl-std=CL3.0"}) {
    EXPECT_EQ(launch_100(options), CL_INVALID_WORK_GROUP_SIZE) << options;
  }
}

TEST_F(ClNonUniformGroups, RunOnce) {
  const Owned<cl_kernel> k = kernel(counting, "-cl-std=CL3.0");
  for (const size_t local : {1, 7, 64, 1000, 4096}) {
    for (const size_t global : {1, 6, 63, 65, 1001, 100003}) {
      run(k, global, local);
    }
  }
}

TEST_F(ClNonUniformGroups, InBinaries) {
  const Owned<cl_program> with = build(counting, "-cl-std=CL3.0");
  const Owned<cl_program> loaded = from_binary(binary_of(with));
  ASSERT_EQ(clBuildProgram(loaded, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(launch_100(kernel_of(loaded)), CL_SUCCESS);
  // The option of the build counts.
  const Owned<cl_program> restricted = from_binary(binary_of(with));
  ASSERT_EQ(clBuildProgram(restricted, 0, nullptr, "-cl-uniform-work-group-size", nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(launch_100(kernel_of(restricted)), CL_INVALID_WORK_GROUP_SIZE);
  run(kernel_of(restricted), 128, 64);
  const Owned<cl_program> without = from_binary(binary_of(build(counting)));
  ASSERT_EQ(clBuildProgram(without, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(launch_100(kernel_of(without)), CL_INVALID_WORK_GROUP_SIZE);
}

TEST_F(ClNonUniformGroups, OfLinkedProgramsIfAllPartsHaveThem) {
  const char* caller = "int f(int);\n"
                       "kernel void k(global int *p) { p[get_global_id(0)] = f(1); }\n";
  const char* callee = "int f(int i) { return i + 1; }\n";
  const auto both = [&](const char* first, const char* second) {
    const Owned<cl_program> one = compile(caller, first), two = compile(callee, second);
    const cl_int forwards = launch_100(link({one, two}));
    EXPECT_EQ(launch_100(link({two, one})), forwards) << "in whatever order";
    return forwards;
  };
  EXPECT_EQ(both("-cl-std=CL3.0", "-cl-std=CL3.0"), CL_SUCCESS);
  EXPECT_EQ(both("-cl-std=CL3.0", "-cl-std=CL2.0"), CL_SUCCESS);
  EXPECT_EQ(both("-cl-std=CL3.0", ""), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(both("", "-cl-std=CL3.0"), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(both("-cl-std=CL3.0", "-cl-std=CL3.0 -cl-uniform-work-group-size"),
            CL_INVALID_WORK_GROUP_SIZE);
}

TEST_F(ClNonUniformGroups, OtherErrorsAreTheSame) {
  const Owned<cl_kernel> k = kernel(counting, "-cl-std=CL3.0");
  const Owned<cl_mem> buffer = make_buffer(400);
  set(k, 0, buffer);
  const size_t global[] = {10, 10, 10};
  const auto launch_by = [&](cl_kernel which, std::array<size_t, 3> local) {
    return clEnqueueNDRangeKernel(queue, which, 3, nullptr, global, local.data(), 0, nullptr,
                                  nullptr);
  };
  EXPECT_EQ(launch_by(k, {4, 0, 4}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(launch_by(k, {64, 64, 64}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(launch_by(k, {1 << 20, 1, 1}), CL_INVALID_WORK_ITEM_SIZE);
  const Owned<cl_kernel> required = kernel(counting_by_64, "-cl-std=CL3.0");
  set(required, 0, buffer);
  EXPECT_EQ(launch_by(required, {32, 1, 1}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(launch_by(required, {64, 3, 1}), CL_INVALID_WORK_GROUP_SIZE);
}

TEST_F(ClNonUniformGroups, OfAKernelWithARequiredSize) {
  const Owned<cl_kernel> old = kernel(counting_by_64);
  EXPECT_EQ(launch_100(old), CL_INVALID_WORK_GROUP_SIZE);
  const Owned<cl_mem> buffer = make_buffer(404);
  set(old, 0, buffer);
  EXPECT_EQ(launch(old, 100), CL_INVALID_WORK_GROUP_SIZE) << "the driver has no choice";
  for (const char* options : {"-cl-std=CL3.0", "-cl-std=CL3.0 -cl-opt-disable"}) {
    const Owned<cl_kernel> k = kernel(counting_by_64, options);
    for (const size_t global : {64, 100, 63, 1, 1000, 64000, 64001}) {
      run(k, global, 64);
      run(k, global, 0);
    }
  }
}

TEST_F(ClNonUniformGroups, WithVariants) {
  setenv("LANEWISE_SPECIALIZE", "wait", 1);
  const Owned<cl_kernel> k = kernel(counting, "-cl-std=CL3.0");
  for (const size_t global : {63, 65, 1000, 1024}) {
    run(k, global, 64);
  }
  std::array<cl_ulong, 3> counts = {};
  ASSERT_EQ(clGetKernelWorkGroupInfo(k, device, CL_KERNEL_VARIANTS_LANEWISE, sizeof counts,
                                     counts.data(), nullptr),
            CL_SUCCESS);
  EXPECT_EQ(counts[0], 1U) << "for groups of 64, which are those of three launches";
  EXPECT_EQ(counts[1], 3U);
}

TEST_F(ClNonUniformGroups, ChosenByTheDriver) {
  const auto suggest = reinterpret_cast<clGetKernelSuggestedLocalWorkSizeKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(platform, "clGetKernelSuggestedLocalWorkSizeKHR"));
  ASSERT_TRUE(suggest);
  const size_t prime = 104729;
  const Owned<cl_mem> buffer = make_buffer((1 + prime) * 4);
  const auto suggested = [&](const char* options) {
    const Owned<cl_kernel> k = kernel(counting, options);
    set(k, 0, buffer);
    size_t local = 0;
    EXPECT_EQ(suggest(queue, k, 1, nullptr, &prime, &local), CL_SUCCESS);
    return local;
  };
  EXPECT_GE(suggested("-cl-std=CL3.0"), 64U);
  EXPECT_EQ(suggested("-cl-std=CL3.0 -cl-uniform-work-group-size"), 1U);
  EXPECT_EQ(suggested(""), 1U);
  run(kernel(counting, "-cl-std=CL3.0"), prime, 0);
}

TEST_F(ClNonUniformGroups, Print) {
  // The number that a launch of 20 work-items in groups of 8 prints for each, in order of groups.
  for (const std::string attribute : {"", "__attribute__((reqd_work_group_size(8, 1, 1))) "}) {
    const Owned<cl_kernel> k = kernel_of(
        build("kernel void other() { printf(\"other\\n\"); }\n" + attribute +
                  "kernel void k() {\n"
                  "  printf(\"%d of %d\\n\", (int)get_global_id(0), (int)get_local_size(0));\n"
                  "}\n",
              "-cl-std=CL3.0"));
    testing::internal::CaptureStdout();
    EXPECT_EQ(launch(k, 20, 8), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    const std::string printed = testing::internal::GetCapturedStdout();
    EXPECT_EQ(std::ranges::count(printed, '\n'), 20);
    for (int i = 0; i < 20; ++i) {
      const std::string line = std::to_string(i) + (i < 16 ? " of 8\n" : " of 4\n");
      EXPECT_NE(("\n" + printed).find("\n" + line), std::string::npos) << line << printed;
    }
  }
}

} // namespace
