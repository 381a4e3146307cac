// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness.h"

#include "to_spirv.h"

#include <CL/cl_ext.h>
#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace {

struct VariantSettings {
  Variant variant;
  const char* name;
  const char* vectorize;           ///< LANEWISE_VECTORIZE while it is built, null: not set
  const char* remainder = nullptr; ///< LANEWISE_REMAINDER, likewise
};

void set_or_unset(const char* variable, const char* value) {
  if (value) {
    setenv(variable, value, 1);
  } else {
    unsetenv(variable);
  }
}

constexpr VariantSettings rows[] = {
    {Variant::optimised, "optimised", nullptr},
    {Variant::not_optimised, "notOptimised", nullptr},
    {Variant::from_binary, "fromBinary", "on"},
    {Variant::scalar, "scalar", "off"},
    {Variant::by_2, "by2", "2", "masked"},
    {Variant::by_4, "by4", "4", "scalar"},
    {Variant::by_8, "by8", "8", "masked"},
    {Variant::by_16, "by16", "16"},
    {Variant::by_32, "by32", "32", "scalar"},
    {Variant::by_64, "by64", "64", "masked"},
    {Variant::specialized, "specialized", nullptr},
    {Variant::quick_form, "quickForm", "on"},
    {Variant::from_spirv, "fromSpirv", nullptr},
    {Variant::from_spirv_scalar, "fromSpirvScalar", "off"},
};

const VariantSettings& row(Variant variant) { return rows[static_cast<size_t>(variant)]; }

} // namespace

std::string variant_name(const ::testing::TestParamInfo<Variant>& info) {
  return row(info.param).name;
}

void KernelTest::SetUp() {
  cl_platform_id platform = nullptr;
  ASSERT_EQ(clGetPlatformIDs(1, &platform, nullptr), CL_SUCCESS);
  ASSERT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), CL_SUCCESS);
  cl_int error = 0;
  context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  queue = clCreateCommandQueue(context, device, 0, &error);
  ASSERT_EQ(error, CL_SUCCESS);
}

bool KernelTest::has_extension(const std::string& name) const {
  size_t size = 0;
  EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, 0, nullptr, &size), CL_SUCCESS);
  std::string all(size, 0);
  EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, size, all.data(), nullptr), CL_SUCCESS);
  all.back() = ' '; // instead of the zero at the end
  return (' ' + all).find(' ' + name + ' ') != std::string::npos;
}

bool KernelTest::is_gpu() const {
  cl_device_type type = 0;
  EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof type, &type, nullptr), CL_SUCCESS);
  return type == CL_DEVICE_TYPE_GPU;
}

bool KernelTest::has_sub_groups_of(size_t wanted) const {
  constexpr cl_device_info sub_group_sizes = 0x4108; // CL_DEVICE_SUB_GROUP_SIZES_INTEL
  size_t bytes = 0;
  EXPECT_EQ(clGetDeviceInfo(device, sub_group_sizes, 0, nullptr, &bytes), CL_SUCCESS);
  std::vector<size_t> sizes(bytes / sizeof(size_t));
  EXPECT_EQ(clGetDeviceInfo(device, sub_group_sizes, bytes, sizes.data(), nullptr), CL_SUCCESS);
  return std::find(sizes.begin(), sizes.end(), wanted) != sizes.end();
}

void KernelTest::TearDown() {
  release_buffers();
  release_program();
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
}

void KernelTest::release_program() {
  if (kernel) {
    clReleaseKernel(kernel);
    kernel = nullptr;
  }
  if (program) {
    clReleaseProgram(program);
    program = nullptr;
  }
}

void KernelTest::create_program(const std::string& source, const std::string& options) {
  const std::string clang_options = options + " " + spirv_options;
  if (comes_as_spirv() && !lists_programs()) {
    create_program_with_il(spirv_of(source, clang_options));
    return;
  }
  if (comes_as_spirv()) {
    list_program(source, clang_options);
  }
  cl_int error = 0;
  const char* text = source.c_str();
  program = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
}

void KernelTest::create_program_with_il(const std::string& il) {
  ASSERT_FALSE(il.empty());
  invalid_spirv = !is_valid_spirv(il);
  cl_int error = 0;
  program = clCreateProgramWithILKHR(context, il.data(), il.size(), &error);
  ASSERT_EQ(error, CL_SUCCESS);
}

void KernelTest::build(const std::string& source, const std::string& options) {
  release_program();
  set_up_compiler();
  create_program(source, options);
  build_program(options);
}

void KernelTest::build_assembly(const std::string& text) {
  release_program();
  set_up_compiler();
  create_program_with_il(assemble_spirv(text));
  build_program("");
}

std::string KernelTest::build_errors(const std::string& text) {
  release_program();
  set_up_compiler();
  create_program_with_il(assemble_spirv(text));
  EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  return build_log();
}

std::string KernelTest::build_log() const {
  std::string log(65536, 0);
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
  return log.c_str(); // up to the 0
}

void KernelTest::set_up_compiler() const {
  set_or_unset("LANEWISE_VECTORIZE", row(variant).vectorize);
  set_or_unset("LANEWISE_REMAINDER", row(variant).remainder);
  // One variant runs groups as the driver likes them; the others those that tests are about.
  set_or_unset("LANEWISE_GROUPS", variant == Variant::optimised ? nullptr : "given");
  set_or_unset("LANEWISE_QUICK_FORMS", variant == Variant::quick_form ? "all" : nullptr);
  setenv("LANEWISE_SPECIALIZE", variant == Variant::specialized ? "wait" : "0", 1);
}

void KernelTest::build_program(const std::string& options) {
  cl_int error = 0;
  ASSERT_NE(program, nullptr);
  // Where programs are listed, the quickest way to what the next program of the test depends on.
  const bool quick = variant == Variant::not_optimised || lists_programs();
  const std::string all = options + (quick ? " -cl-opt-disable" : "");
  const cl_int built = clBuildProgram(program, 1, &device, all.c_str(), nullptr, nullptr);
  refused = built == CL_BUILD_PROGRAM_FAILURE && invalid_spirv;
  if (refused) {
    return;
  }
  ASSERT_EQ(built, CL_SUCCESS) << build_log();
  if (variant == Variant::from_binary) {
    size_t size = 0;
    ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, nullptr),
              CL_SUCCESS);
    std::vector<unsigned char> binary(size);
    unsigned char* data = binary.data();
    ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(data), &data, nullptr),
              CL_SUCCESS);
    clReleaseProgram(program);
    const unsigned char* constant_data = data;
    program =
        clCreateProgramWithBinary(context, 1, &device, &size, &constant_data, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    ASSERT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  }
  kernel = clCreateKernel(program, "k", &error);
  ASSERT_EQ(error, CL_SUCCESS);
}

void KernelTest::require(cl_int error, const char* call) {
  if (error != CL_SUCCESS) {
    throw std::runtime_error(std::string(call) + " gives " + std::to_string(error));
  }
}

void KernelTest::set_buffer(cl_uint index, const void* data, size_t size) {
  cl_int error = 0;
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size,
                                 const_cast<void*>(data), &error);
  require(error, "clCreateBuffer");
  buffers.push_back(buffer);
  set_bytes(index, &buffer, sizeof(buffer));
}

void KernelTest::set_bytes(cl_uint index, const void* data, size_t size) {
  require(clSetKernelArg(kernel, index, size, data), "clSetKernelArg");
}

void KernelTest::get_buffer(void* data, size_t size) {
  require(clEnqueueReadBuffer(queue, buffers.at(next_buffer++), CL_TRUE, 0, size, data, 0, nullptr,
                              nullptr),
          "clEnqueueReadBuffer");
}

void KernelTest::enqueue(const Launch& launch) {
  const auto data = [](const std::vector<size_t>& sizes) {
    return sizes.empty() ? nullptr : sizes.data();
  };
  require(clEnqueueNDRangeKernel(queue, kernel, cl_uint(launch.global.size()), data(launch.offset),
                                 data(launch.global), data(launch.local), 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
  require(clFinish(queue), "clFinish");
}

void KernelTest::release_buffers() {
  for (cl_mem buffer : buffers) {
    clReleaseMemObject(buffer);
  }
  buffers.clear();
  next_buffer = 0;
}
