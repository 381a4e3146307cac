// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels from source on two kinds of devices in one context.
#include "../mixed/fixture.h"

namespace {

class MixedKernel : public MixedTest {
protected:
  Owned<cl_program> program_of(const char* source) {
    cl_int error = -1;
    Owned<cl_program> made = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  Owned<cl_program> build(const char* source, const char* options = "") {
    Owned<cl_program> made = program_of(source);
    EXPECT_EQ(clBuildProgram(made, 0, nullptr, options, nullptr, nullptr), CL_SUCCESS);
    return made;
  }
  void run(size_t on, cl_kernel kernel, size_t items) {
    EXPECT_EQ(launch(queues[on], kernel, items), CL_SUCCESS);
    EXPECT_EQ(clFinish(queues[on]), CL_SUCCESS);
  }
};

TEST_F(MixedKernel, ImagesAndSamplers) {
  const Owned<cl_program> made = build(R"(
    kernel void twice(read_only image2d_t from, sampler_t how, write_only image2d_t to) {
      int2 at = (int2)(get_global_id(0) % 8, get_global_id(0) / 8);
      write_imagei(to, at, 2 * read_imagei(from, how, at));
    })");
  const Owned<cl_kernel> kernel = kernel_of(made, "twice");
  constexpr cl_image_format format = {CL_R, CL_SIGNED_INT32};
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = 8;
  description.image_height = 8;
  auto values = numbers(64);
  const Owned<cl_mem> first =
      clCreateImage(context, CL_MEM_COPY_HOST_PTR, &format, &description, values.data(), nullptr);
  const Owned<cl_mem> second = clCreateImage(context, 0, &format, &description, nullptr, nullptr);
  const Owned<cl_sampler> sampler =
      clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, nullptr);
  ASSERT_TRUE(first && second && sampler);
  set(kernel, 1, cl_sampler(sampler));
  for (const size_t on : {twin, cpu, twin}) {
    set(kernel, 0, first);
    set(kernel, 2, second);
    run(on, kernel, 64);
    set(kernel, 0, second);
    set(kernel, 2, first);
    run(1 - on, kernel, 64);
  }
  const size_t origin[3] = {}, region[3] = {8, 8, 1};
  std::vector<cl_int> found(64);
  ASSERT_EQ(clEnqueueReadImage(queues[cpu], first, CL_TRUE, origin, region, 0, 0, found.data(), 0,
                               nullptr, nullptr),
            CL_SUCCESS);
  for (cl_int& each : values) {
    each *= 64;
  }
  EXPECT_EQ(found, values);
}

TEST_F(MixedKernel, APipeFromDeviceToDevice) {
  cl_bool has_pipes = CL_FALSE;
  ASSERT_EQ(
      clGetDeviceInfo(devices[twin], CL_DEVICE_PIPE_SUPPORT, sizeof has_pipes, &has_pipes, nullptr),
      CL_SUCCESS);
  if (!has_pipes) {
    GTEST_SKIP() << "the device has no pipes";
  }
  const Owned<cl_program> made = build(R"(
    kernel void put(write_only pipe int to) { int i = get_global_id(0); write_pipe(to, &i); }
    kernel void take(read_only pipe int from, global int* sum) {
      int i = 0;
      if (read_pipe(from, &i) == 0) { atomic_add(sum, i); }
    })",
                                       "-cl-std=CL3.0");
  const Owned<cl_kernel> put = kernel_of(made, "put"), take = kernel_of(made, "take");
  const Owned<cl_mem> pipe = clCreatePipe(context, 0, sizeof(cl_int), 100, nullptr, nullptr);
  ASSERT_TRUE(pipe);
  const Owned<cl_mem> sum = make_buffer_of(all(0, 1));
  set(put, 0, pipe);
  set(take, 0, pipe);
  set(take, 1, sum);
  for (const size_t on : {cpu, twin, cpu}) {
    run(on, put, 100);
    run(1 - on, take, 60);
    run(on, take, 60); // 20 find none
  }
  EXPECT_EQ(contents<cl_int>(twin, sum, 1), all(3 * 4950, 1));
}

TEST_F(MixedKernel, VariablesAreEachDevicesOwn) {
  const Owned<cl_program> made = build(R"(
    global int counter = 10;
    kernel void count(global int* out) { out[0] = ++counter; })",
                                       "-cl-std=CL3.0");
  const Owned<cl_kernel> kernel = kernel_of(made, "count");
  const Owned<cl_mem> out = make_buffer_of(all(0, 1));
  set(kernel, 0, out);
  for (const auto& [on, expected] : std::initializer_list<std::pair<size_t, cl_int>>{
           {twin, 11}, {twin, 12}, {cpu, 11}, {twin, 13}, {cpu, 12}}) {
    run(on, kernel, 1);
    EXPECT_EQ(contents<cl_int>(1 - on, out, 1), all(expected, 1));
  }
}

TEST_F(MixedKernel, CompiledAndLinkedForBothDevices) {
  const Owned<cl_program> part = program_of("int three(void) { return 3; }");
  const Owned<cl_program> user = program_of(
      "int three(void); kernel void k(global int* out) { out[get_global_id(0)] += three(); }");
  for (cl_program each : {cl_program(part), cl_program(user)}) {
    ASSERT_EQ(clCompileProgram(each, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
              CL_SUCCESS);
  }
  const cl_program inputs[] = {part, user};
  cl_int error = 1;
  const Owned<cl_program> linked =
      clLinkProgram(context, 0, nullptr, "", 2, inputs, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const Owned<cl_kernel> kernel = kernel_of(linked, "k");
  const Owned<cl_mem> out = make_buffer_of(numbers(100));
  set(kernel, 0, out);
  run(twin, kernel, 100);
  run(cpu, kernel, 100);
  auto expected = numbers(100);
  for (cl_int& each : expected) {
    each += 6;
  }
  EXPECT_EQ(contents<cl_int>(twin, out, 100), expected);
}

TEST_F(MixedKernel, BuiltForOneDevice) {
  const Owned<cl_program> made = program_of("kernel void k(global int* out) { out[0] = 1; }");
  ASSERT_EQ(clBuildProgram(made, 1, &devices[twin], "", nullptr, nullptr), CL_SUCCESS);
  cl_build_status built = 1, other = 1;
  EXPECT_EQ(clGetProgramBuildInfo(made, devices[twin], CL_PROGRAM_BUILD_STATUS, sizeof built,
                                  &built, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clGetProgramBuildInfo(made, devices[cpu], CL_PROGRAM_BUILD_STATUS, sizeof other, &other,
                                  nullptr),
            CL_SUCCESS);
  EXPECT_EQ(built, CL_BUILD_SUCCESS);
  EXPECT_EQ(other, CL_BUILD_NONE);
  const Owned<cl_kernel> kernel = kernel_of(made, "k");
  const Owned<cl_mem> out = make_buffer_of(all(0, 1));
  set(kernel, 0, out);
  EXPECT_EQ(launch(queues[cpu], kernel, 1), CL_INVALID_PROGRAM_EXECUTABLE);
  run(twin, kernel, 1);
  EXPECT_EQ(contents<cl_int>(cpu, out, 1), all(1, 1));
}

} // namespace
