// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs in SPIR-V: clCreateProgramWithILKHR and clCreateProgramWithIL, specialization constants,
// queries.
#include "kernel_fixture.h"
#include "query.h"

#include <CL/cl_ext.h>
#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <set>

namespace {

/// kernel void k(global int* p) { *p = n; } with n the specialization constant 7, 42 by default;
/// then a boolean specialization constant 8.
const std::vector<cl_uint> module = {
    0x07230203, 0x00010000, 0,          20,  0, // SPIR-V 1.0, ids below 20
    0x00020011, 4,          0x00020011, 6,      // OpCapability Addresses, Kernel
    0x0003000e, 2,          2,                  // OpMemoryModel Physical64 OpenCL
    0x0004000f, 6,          1,          'k',    // OpEntryPoint Kernel %1 "k"
    0x00040047, 2,          1,          7,   0x00040047,
    3,          1,          8,                  // OpDecorate %2 SpecId 7, %3 SpecId 8
    0x00020013, 4,                              // %4 = OpTypeVoid
    0x00040015, 5,          32,         0,      // %5 = OpTypeInt 32
    0x00020014, 6,                              // %6 = OpTypeBool
    0x00040032, 5,          2,          42,     // %2 = OpSpecConstant %5 42
    0x00030030, 6,          3,                  // %3 = OpSpecConstantTrue %6
    0x00040020, 7,          5,          5,      // %7 = OpTypePointer CrossWorkgroup %5
    0x00040021, 8,          4,          7,      // %8 = OpTypeFunction %4 %7
    0x00050036, 4,          1,          0,   8, // %1 = OpFunction %4 None %8
    0x00030037, 7,          9,                  // %9 = OpFunctionParameter %7
    0x000200f8, 10,                             // %10 = OpLabel
    0x0003003e, 9,          2,                  // OpStore %9 %2
    0x000100fd, 0x00010038};                    // OpReturn, OpFunctionEnd

} // namespace

class Il : public ClKernelTest {
protected:
  Owned<cl_program> program_of(const std::vector<cl_uint>& words, cl_int expected = CL_SUCCESS) {
    cl_int error = 1;
    Owned<cl_program> program =
        clCreateProgramWithILKHR(context, words.data(), words.size() * 4, &error);
    EXPECT_EQ(error, expected);
    return program;
  }
  cl_int build_il(cl_program program) {
    return clBuildProgram(program, 0, nullptr, "", nullptr, nullptr);
  }
  void expect_stored(cl_program program, cl_int value) {
    const Owned<cl_kernel> k = kernel_of(program);
    const Owned<cl_mem> buffer = make_buffer(4);
    set(k, 0, buffer);
    ASSERT_EQ(launch(k, 1), CL_SUCCESS);
    EXPECT_EQ(contents<cl_int>(buffer, 1)[0], value);
  }
  /// A function of a later version than the headers are used for.
  using Specialize = cl_int(CL_API_CALL*)(cl_program, cl_uint, size_t, const void*);
  static Specialize specialize() {
    return reinterpret_cast<Specialize>(dlsym(RTLD_DEFAULT, "clSetProgramSpecializationConstant"));
  }
  using Create = cl_program(CL_API_CALL*)(cl_context, const void*, size_t, cl_int*);
  static Create create_of_version_2_1() {
    return reinterpret_cast<Create>(dlsym(RTLD_DEFAULT, "clCreateProgramWithIL"));
  }
};

TEST_F(Il, BuildsAndRuns) {
  const Owned<cl_program> program = program_of(module);
  ASSERT_EQ(build_il(program), CL_SUCCESS) << log(program);
  expect_stored(program, 42);
  const auto source = query_text([&](auto... args) { return clGetProgramInfo(program, args...); },
                                 CL_PROGRAM_SOURCE);
  EXPECT_EQ(source, "");
}

/// The extension's function under the name that OpenCL 2.1 gave it.
TEST_F(Il, CoreFunctionBuildsAndRuns) {
  cl_int error = 1;
  const Owned<cl_program> program =
      create_of_version_2_1()(context, module.data(), module.size() * 4, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  std::vector<cl_uint> words(module.size());
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_IL_KHR, words.size() * 4, words.data(), nullptr),
            CL_SUCCESS);
  EXPECT_EQ(words, module);
  const cl_int value = -7;
  ASSERT_EQ(specialize()(program, 7, sizeof value, &value), CL_SUCCESS);
  ASSERT_EQ(build_il(program), CL_SUCCESS) << log(program);
  expect_stored(program, -7);
}

TEST_F(Il, CoreFunctionRefusesWhatIsNotIl) {
  const Create create = create_of_version_2_1();
  const std::vector<cl_uint> wrong = {1, 2, 3};
  cl_int error = 0;
  EXPECT_FALSE(create(context, wrong.data(), wrong.size() * 4, &error));
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_FALSE(create(context, nullptr, 4, &error));
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_FALSE(create(context, module.data(), 0, &error));
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_FALSE(create(nullptr, module.data(), module.size() * 4, &error));
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
  EXPECT_FALSE(create(context, module.data(), 0, nullptr));
}

/// An entry point that runs before all kernels stores 42 in a variable, which kernel k reads.
TEST_F(Il, Initializers) {
  const Owned<cl_program> program = program_of(
      {0x07230203, 0x00010200, 0,          15,         0,     // SPIR-V 1.2, ids below 15
       0x00020011, 4,          0x00020011, 6,                 // OpCapability Addresses, Kernel
       0x0003000e, 2,          2,                             // OpMemoryModel Physical64 OpenCL
       0x0005000f, 6,          1,          'k',        2,     // OpEntryPoint Kernel %1 "k" %2
       0x0006000f, 6,          3,          0x74696e69, 0,  2, // OpEntryPoint Kernel %3 "init" %2
       0x00030010, 3,          33,                            // OpExecutionMode %3 Initializer
       0x00020013, 4,                                         // %4 = OpTypeVoid
       0x00040015, 5,          32,         0,                 // %5 = OpTypeInt 32
       0x0004002b, 5,          6,          42,                // %6 = OpConstant %5 42
       0x00040020, 7,          5,          5,              // %7 = OpTypePointer CrossWorkgroup %5
       0x00040021, 8,          4,          7,              // %8 = OpTypeFunction %4 %7
       0x00030021, 9,          4,                          // %9 = OpTypeFunction %4
       0x0003002e, 5,          10,                         // %10 = OpConstantNull %5
       0x0005003b, 7,          2,          5,          10, // %2 = OpVariable %7 %10
       0x00050036, 4,          1,          0,          8,  // %1 = OpFunction %4 None %8
       0x00030037, 7,          11,                         // %11 = OpFunctionParameter %7
       0x000200f8, 12,                                     // %12 = OpLabel
       0x0004003d, 5,          13,         2,              // %13 = OpLoad %5 %2
       0x0003003e, 11,         13,                         // OpStore %11 %13
       0x000100fd, 0x00010038,                             // OpReturn, OpFunctionEnd
       0x00050036, 4,          3,          0,          9,  // %3 = OpFunction %4 None %9
       0x000200f8, 14,                                     // %14 = OpLabel
       0x0003003e, 2,          6,                          // OpStore %2 %6
       0x000100fd, 0x00010038});                           // OpReturn, OpFunctionEnd
  ASSERT_EQ(build_il(program), CL_SUCCESS) << log(program);
  expect_stored(program, 42);
}

TEST_F(Il, WordsOfTheOtherByteOrder) {
  auto swapped = module;
  for (cl_uint& word : swapped) {
    word = __builtin_bswap32(word);
  }
  const Owned<cl_program> program = program_of(swapped);
  ASSERT_EQ(build_il(program), CL_SUCCESS) << log(program);
  expect_stored(program, 42);
}

TEST_F(Il, IsGivenBack) {
  const Owned<cl_program> program = program_of(module);
  size_t size = 0;
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_IL_KHR, 0, nullptr, &size), CL_SUCCESS);
  ASSERT_EQ(size, module.size() * 4);
  std::vector<cl_uint> words(module.size());
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_IL_KHR, size, words.data(), nullptr), CL_SUCCESS);
  EXPECT_EQ(words, module);
  const Owned<cl_program> other = make_program("kernel void k() {}");
  EXPECT_EQ(clGetProgramInfo(other, CL_PROGRAM_IL_KHR, 0, nullptr, &size), CL_SUCCESS);
  EXPECT_EQ(size, 0u);
}

TEST_F(Il, CompilesAndLinksWithSource) {
  const Owned<cl_program> program = program_of(module);
  ASSERT_EQ(clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_SUCCESS)
      << log(program);
  const Owned<cl_program> other = make_program("kernel void other() {}");
  ASSERT_EQ(clCompileProgram(other, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_SUCCESS);
  const cl_program inputs[] = {program, other};
  cl_int error = 1;
  const Owned<cl_program> linked =
      clLinkProgram(context, 0, nullptr, "", 2, inputs, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS) << log(linked);
  expect_stored(linked, 42);
  const Owned<cl_kernel> second = kernel_of(linked, "other");
}

/// Only kernels that were source have them and tell of their arguments; what they say holds
/// nonetheless.
TEST_F(Il, KernelsHaveNoAttributes) {
  auto sized = module;
  const cl_uint mode[] = {0x00060010, 1, 17, 4, 1, 1}; // OpExecutionMode %1 LocalSize 4 1 1
  const auto entry_point = std::ranges::find(sized, 0x0004000fu);
  sized.insert(entry_point + 4, std::begin(mode), std::end(mode));
  const Owned<cl_program> program = program_of(sized);
  ASSERT_EQ(build_il(program), CL_SUCCESS) << log(program);
  const Owned<cl_kernel> k = kernel_of(program);
  EXPECT_EQ(
      query_text([&](auto... args) { return clGetKernelInfo(k, args...); }, CL_KERNEL_ATTRIBUTES),
      "");
  EXPECT_EQ(clGetKernelArgInfo(k, 0, CL_KERNEL_ARG_TYPE_NAME, 0, nullptr, nullptr),
            CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
  size_t size[3] = {};
  EXPECT_EQ(clGetKernelWorkGroupInfo(k, nullptr, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof size,
                                     size, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(size[0], 4u);
}

/// OpExecutionMode %1 SubgroupsPerWorkgroup 3; OpDecorate %9 MaxByteOffset 8.
TEST_F(Il, WhatKernelsDemandOfTheirLaunches) {
  auto words = module;
  words[1] = 0x00010100;
  const auto insert_behind = [&](cl_uint first, size_t length, std::vector<cl_uint> added) {
    const auto place = std::ranges::find(words, first);
    ASSERT_NE(place, words.end());
    words.insert(place + ptrdiff_t(length), added.begin(), added.end());
  };
  insert_behind(0x0004000f, 4, {0x00040010, 1, 36, 3, 0x00040047, 9, 45, 8});
  insert_behind(0x00020011, 2, {0x00020011, 58}); // OpCapability SubgroupDispatch
  const Owned<cl_program> program = program_of(words);
  ASSERT_EQ(build_il(program), CL_SUCCESS) << log(program);
  const Owned<cl_kernel> k = kernel_of(program);
  size_t count = 0;
  EXPECT_EQ(clGetKernelSubGroupInfo(k, device, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, 0, nullptr,
                                    sizeof count, &count, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(count, 3u);
  const Owned<cl_mem> fits = make_buffer(8), too_large = make_buffer(12);
  const cl_mem refused = too_large;
  EXPECT_EQ(clSetKernelArg(k, 0, sizeof refused, &refused), CL_MAX_SIZE_RESTRICTION_EXCEEDED);
  set(k, 0, fits);
}

TEST_F(Il, SpecializationConstants) {
  ASSERT_TRUE(specialize());
  const Owned<cl_program> program = program_of(module);
  const cl_int value = 7;
  const cl_ulong wide = 7;
  const cl_uchar flag = 0;
  EXPECT_EQ(specialize()(program, 7, sizeof value, &value), CL_SUCCESS);
  EXPECT_EQ(specialize()(program, 8, sizeof flag, &flag), CL_SUCCESS);
  EXPECT_EQ(specialize()(program, 9, sizeof value, &value), -71 /* CL_INVALID_SPEC_ID */);
  EXPECT_EQ(specialize()(program, 7, sizeof wide, &wide), CL_INVALID_VALUE);
  EXPECT_EQ(specialize()(program, 7, sizeof value, nullptr), CL_INVALID_VALUE);
  const Owned<cl_program> source = make_program("kernel void k() {}");
  EXPECT_EQ(specialize()(source, 7, sizeof value, &value), CL_INVALID_PROGRAM);
  EXPECT_EQ(specialize()(nullptr, 7, sizeof value, &value), CL_INVALID_PROGRAM);
  ASSERT_EQ(build_il(program), CL_SUCCESS) << log(program);
  expect_stored(program, 7);
}

TEST_F(Il, RefusesWhatIsNotIl) {
  static_cast<void>(program_of({1, 2, 3}, CL_INVALID_VALUE));
  auto newer = module;
  newer[1] = 0x00010700;
  static_cast<void>(program_of(newer, CL_INVALID_VALUE));
  cl_int error = 0;
  EXPECT_FALSE(clCreateProgramWithILKHR(context, nullptr, 4, &error));
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_FALSE(clCreateProgramWithILKHR(context, module.data(), 0, &error));
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_FALSE(clCreateProgramWithILKHR(nullptr, module.data(), module.size() * 4, &error));
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
}

TEST_F(Il, ErrorsAreInTheBuildLog) {
  auto wrong = module;
  wrong[8] = 1; // capability Shader instead of Kernel
  const Owned<cl_program> program = program_of(wrong);
  EXPECT_EQ(build_il(program), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(log(program).find("word 7, OpCapability: capability Shader is not supported"),
            std::string::npos)
      << log(program);
}

TEST_F(Il, VersionsAreReported) {
  const auto versions = query_text([&](auto... args) { return clGetDeviceInfo(device, args...); },
                                   CL_DEVICE_IL_VERSION_KHR);
  EXPECT_EQ(versions, "SPIR-V_1.6 SPIR-V_1.5 SPIR-V_1.4 SPIR-V_1.3 SPIR-V_1.2 SPIR-V_1.1 "
                      "SPIR-V_1.0");
  cl_name_version_khr list[7] = {};
  size_t size = 0;
  EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_ILS_WITH_VERSION_KHR, sizeof list, list, &size),
            CL_SUCCESS);
  EXPECT_EQ(size, sizeof list);
  EXPECT_STREQ(list[6].name, "SPIR-V");
  EXPECT_EQ(list[6].version, CL_MAKE_VERSION_KHR(1, 0, 0));
}

/// cl_khr_spirv_queries: what modules may use, each once.
TEST_F(Il, WhatModulesMayUseIsReported) {
  const auto query = [&](auto... args) { return clGetDeviceInfo(device, args...); };
  const auto names = [&](cl_device_info name) {
    const auto value = check_query(query, name);
    std::multiset<std::string> all;
    for (size_t at = 0; at < value.size(); at += sizeof(const char*)) {
      const char* text = nullptr;
      std::memcpy(&text, value.data() + at, sizeof text);
      all.insert(text);
    }
    return all;
  };
  EXPECT_EQ(names(CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR).count("OpenCL.std"), 1u);
  const auto extensions = names(CL_DEVICE_SPIRV_EXTENSIONS_KHR);
  for (const char* required :
       {"SPV_KHR_bit_instructions", "SPV_KHR_integer_dot_product", "SPV_KHR_subgroup_rotate"}) {
    EXPECT_EQ(extensions.count(required), 1u) << required;
  }
  const auto value = check_query(query, CL_DEVICE_SPIRV_CAPABILITIES_KHR);
  std::vector<cl_uint> capabilities(value.size() / sizeof(cl_uint));
  std::memcpy(capabilities.data(), value.data(), value.size());
  constexpr cl_uint kernel = 6, shader = 1, shuffle = 65, dot_product = 6019;
  for (const cl_uint required : {kernel, shuffle, dot_product}) {
    EXPECT_EQ(std::ranges::count(capabilities, required), 1) << required;
  }
  EXPECT_EQ(std::ranges::count(capabilities, shader), 0);
}
