// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests of kernels without a compiler: creation, arguments of every kind, launches that are
// refused.
#include "binary_fixture.h"
#include "sub_device_fixture.h"

namespace {

binary::Argument argument(binary::ArgumentKind kind, uint64_t size = 8) {
  binary::Argument result;
  result.kind = kind;
  result.size = result.alignment = size;
  return result;
}

/// "nothing" with an argument of each kind: a buffer, a constant buffer, local memory, a value of 4
/// bytes, an image, a sampler.
binary::Program all_kinds() {
  using Kind = binary::ArgumentKind;
  binary::Program contents = test_kernels::program();
  binary::Kernel kernel;
  kernel.name = "all_kinds";
  kernel.entry = "nothing";
  kernel.arguments = {argument(Kind::pointer),  argument(Kind::pointer), argument(Kind::local),
                      argument(Kind::value, 4), argument(Kind::image),   argument(Kind::sampler)};
  kernel.arguments[0].address_space = binary::AddressSpace::global;
  kernel.arguments[1].address_space = binary::AddressSpace::constant;
  kernel.arguments[2].address_space = binary::AddressSpace::local;
  contents.kernels.push_back(std::move(kernel));
  return contents;
}

} // namespace

class KernelWithoutCompiler : public ClBinaryTest {
protected:
  cl_int launch(cl_kernel kernel, const std::vector<size_t>& global,
                const std::vector<size_t>& local = {}, const std::vector<size_t>& offset = {}) {
    return clEnqueueNDRangeKernel(queue, kernel, cl_uint(global.size()),
                                  offset.empty() ? nullptr : offset.data(), global.data(),
                                  local.empty() ? nullptr : local.data(), 0, nullptr, nullptr);
  }
};

TEST_F(KernelWithoutCompiler, Create) {
  const binary::Program contents = test_kernels::program();
  const Owned<cl_program> program = build(contents);
  cl_int error = 1;
  EXPECT_FALSE(clCreateKernel(program, "no_such_kernel", &error));
  EXPECT_EQ(error, CL_INVALID_KERNEL_NAME);
  EXPECT_FALSE(clCreateKernel(program, nullptr, &error));
  EXPECT_EQ(error, CL_INVALID_VALUE);
  const Owned<cl_program> not_built = load(contents);
  EXPECT_FALSE(clCreateKernel(not_built, "nothing", &error));
  EXPECT_EQ(error, CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(clCreateKernelsInProgram(not_built, 0, nullptr, nullptr),
            CL_INVALID_PROGRAM_EXECUTABLE);
  cl_uint count = 0;
  ASSERT_EQ(clCreateKernelsInProgram(program, 0, nullptr, &count), CL_SUCCESS);
  ASSERT_EQ(count, contents.kernels.size());
  std::vector<cl_kernel> handles(count);
  EXPECT_EQ(clCreateKernelsInProgram(program, count - 1, handles.data(), nullptr),
            CL_INVALID_VALUE);
  ASSERT_EQ(clCreateKernelsInProgram(program, count, handles.data(), nullptr), CL_SUCCESS);
  const std::vector<Owned<cl_kernel>> owned(handles.begin(), handles.end());
}

TEST_F(KernelWithoutCompiler, DifferentOnTwoDevices) {
  if (units_of(device) < 2) {
    GTEST_SKIP() << "one compute unit cannot be parted";
  }
  const auto parts = sub_devices(device, {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
  const cl_device_id both[] = {parts[0], parts[1]};
  const Owned<cl_context> of_both = clCreateContext(nullptr, 2, both, nullptr, nullptr, nullptr);
  binary::Program contents = test_kernels::program();
  const auto first = binary::write(contents);
  const auto count = cl_uint(contents.kernels.size());
  contents.kernels[2].arguments.pop_back();
  const std::string changed = contents.kernels[2].name;
  contents.kernels[3].name = "only_here";
  const std::string elsewhere = test_kernels::program().kernels[3].name;
  const auto second = binary::write(contents);
  const unsigned char* places[] = {first.data(), second.data()};
  const size_t sizes[] = {first.size(), second.size()};
  cl_int error = 1;
  const Owned<cl_program> program =
      clCreateProgramWithBinary(of_both, 2, both, sizes, places, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  for (const std::string& name : {changed, elsewhere, std::string("only_here")}) {
    EXPECT_FALSE(clCreateKernel(program, name.c_str(), &error)) << name;
    EXPECT_EQ(error, CL_INVALID_KERNEL_DEFINITION) << name;
  }
  EXPECT_FALSE(clCreateKernel(program, "nowhere", &error));
  EXPECT_EQ(error, CL_INVALID_KERNEL_NAME);
  const Owned<cl_kernel> same = kernel_of(program, "nothing");
  cl_uint found = 0;
  EXPECT_EQ(clCreateKernelsInProgram(program, 0, nullptr, &found), CL_SUCCESS);
  EXPECT_EQ(found, count - 2);
}

/// A binary for a part of a device serves its other parts; the program remains one of the first.
TEST_F(KernelWithoutCompiler, OnAnotherPartOfItsDevice) {
  if (units_of(device) < 2) {
    GTEST_SKIP() << "one compute unit cannot be parted";
  }
  const auto parts = sub_devices(device, {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
  const cl_device_id both[] = {parts[0], parts[1]};
  const Owned<cl_context> of_both = clCreateContext(nullptr, 2, both, nullptr, nullptr, nullptr);
  const Owned<cl_command_queue> first = clCreateCommandQueue(of_both, both[0], 0, nullptr);
  const Owned<cl_command_queue> second = clCreateCommandQueue(of_both, both[1], 0, nullptr);
  device = both[0]; // the one that the program is made for
  const Owned<cl_program> program = build(test_kernels::program(), of_both);
  const Owned<cl_kernel> k = kernel_of(program, "nothing");
  const size_t one = 1;
  size_t local = 0;
  const auto suggest = reinterpret_cast<clGetKernelSuggestedLocalWorkSizeKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(platform, "clGetKernelSuggestedLocalWorkSizeKHR"));
  for (const cl_command_queue on : {cl_command_queue(first), cl_command_queue(second)}) {
    EXPECT_EQ(clEnqueueNDRangeKernel(on, k, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clEnqueueTask(on, k, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(suggest(on, k, 1, nullptr, &one, &local), CL_SUCCESS);
    EXPECT_EQ(clFinish(on), CL_SUCCESS);
  }
  cl_uint devices = 0;
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof devices, &devices, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(devices, 1u);
  cl_build_status status = CL_BUILD_NONE;
  EXPECT_EQ(clGetProgramBuildInfo(program, both[1], CL_PROGRAM_BUILD_STATUS, sizeof status, &status,
                                  nullptr),
            CL_INVALID_DEVICE);
}

/// With right checksums, but with values that must be refused.
TEST_F(KernelWithoutCompiler, TablesWithValuesOutOfRangeAreRefused) {
  for (const std::array<uint64_t, 3> size : {std::array<uint64_t, 3>{4, 0, 1}, {0, 2, 1}}) {
    binary::Program contents = test_kernels::program();
    contents.kernels.front().required_local_size = size;
    const auto data = binary::write(contents);
    const unsigned char* place = data.data();
    const size_t length = data.size();
    cl_int error = 1;
    EXPECT_FALSE(clCreateProgramWithBinary(context, 1, &device, &length, &place, nullptr, &error));
    EXPECT_EQ(error, CL_INVALID_BINARY);
  }
}

TEST_F(KernelWithoutCompiler, ArgumentErrors) {
  const Owned<cl_program> program = build(all_kinds());
  const Owned<cl_kernel> k = kernel_of(program, "all_kinds");
  const Owned<cl_mem> buffer = make_buffer();
  const Owned<cl_context> other = make_context();
  const Owned<cl_mem> other_buffer = clCreateBuffer(other, 0, 4, nullptr, nullptr);
  const cl_mem good = buffer, foreign = other_buffer, null = nullptr;
  const cl_mem wrong = reinterpret_cast<cl_mem>(cl_command_queue(queue));
  const cl_int value = 3;
  struct Case {
    cl_uint index;
    size_t size;
    const void* value;
    cl_int expected;
  };
  for (const Case& c : {Case{0, sizeof good, &good, CL_SUCCESS},
                        {0, sizeof good, &null, CL_SUCCESS},
                        {0, sizeof good, nullptr, CL_SUCCESS},
                        {0, 4, &good, CL_INVALID_ARG_SIZE},
                        {0, 0, nullptr, CL_INVALID_ARG_SIZE},
                        {0, sizeof wrong, &wrong, CL_INVALID_MEM_OBJECT},
                        {0, sizeof foreign, &foreign, CL_INVALID_CONTEXT},
                        {1, sizeof good, &good, CL_SUCCESS},
                        {1, 16, &good, CL_INVALID_ARG_SIZE},
                        {1, sizeof wrong, &wrong, CL_INVALID_MEM_OBJECT},
                        {1, sizeof foreign, &foreign, CL_INVALID_CONTEXT},
                        {2, 16, nullptr, CL_SUCCESS},
                        {2, 0, nullptr, CL_SUCCESS},
                        {2, 16, &value, CL_INVALID_ARG_VALUE},
                        {3, 4, &value, CL_SUCCESS},
                        {3, 3, &value, CL_INVALID_ARG_SIZE},
                        {3, 0, &value, CL_INVALID_ARG_SIZE},
                        {3, 4, nullptr, CL_INVALID_ARG_VALUE},
                        {4, sizeof good, &good, CL_INVALID_MEM_OBJECT},
                        {4, sizeof good, &null, CL_INVALID_MEM_OBJECT},
                        {4, sizeof good, nullptr, CL_INVALID_MEM_OBJECT},
                        {5, sizeof good, &good, CL_INVALID_SAMPLER},
                        {5, sizeof good, nullptr, CL_INVALID_SAMPLER},
                        {6, 4, &value, CL_INVALID_ARG_INDEX},
                        {~0u, 4, &value, CL_INVALID_ARG_INDEX}}) {
    EXPECT_EQ(clSetKernelArg(k, c.index, c.size, c.value), c.expected)
        << "argument " << c.index << ", " << c.size << " bytes at " << c.value;
  }
  EXPECT_EQ(launch(k, {1}), CL_INVALID_KERNEL_ARGS); // the last two are not set
}

/// As a module in SPIR-V may say of an argument.
TEST_F(KernelWithoutCompiler, ArgumentsLargerThanTheKernelAllows) {
  binary::Program contents = all_kinds();
  for (binary::Argument& argument : contents.kernels.back().arguments) {
    argument.max_bytes = 64;
  }
  const Owned<cl_program> program = build(contents);
  const Owned<cl_kernel> k = kernel_of(program, "all_kinds");
  const Owned<cl_mem> small = make_buffer(64), large = make_buffer(65);
  for (const cl_uint index : {0U, 1U}) {
    const cl_mem fits = small, too_large = large;
    EXPECT_EQ(clSetKernelArg(k, index, sizeof fits, &fits), CL_SUCCESS) << index;
    EXPECT_EQ(clSetKernelArg(k, index, sizeof too_large, &too_large),
              CL_MAX_SIZE_RESTRICTION_EXCEEDED)
        << index;
  }
  EXPECT_EQ(clSetKernelArg(k, 2, 64, nullptr), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(k, 2, 65, nullptr), CL_MAX_SIZE_RESTRICTION_EXCEEDED);
}

TEST_F(KernelWithoutCompiler, ImagesAndSamplersAsArguments) {
  const Owned<cl_program> program = build(all_kinds());
  const Owned<cl_kernel> k = kernel_of(program, "all_kinds");
  const Owned<cl_mem> buffer = make_buffer();
  const cl_image_format format = {CL_RGBA, CL_FLOAT};
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = 2;
  Owned<cl_mem> image = clCreateImage(context, 0, &format, &description, nullptr, nullptr);
  Owned<cl_sampler> sampler =
      clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, nullptr);
  const Owned<cl_context> other = make_context();
  const Owned<cl_mem> foreign_image =
      clCreateImage(other, 0, &format, &description, nullptr, nullptr);
  const Owned<cl_sampler> foreign_sampler =
      clCreateSampler(other, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, nullptr);
  const auto set_to = [&](cl_uint index, const auto& value, size_t size = sizeof(cl_mem)) {
    return clSetKernelArg(k, index, size, &value);
  };
  const cl_mem no_image = buffer, good_image = image, far_image = foreign_image;
  const cl_sampler good_sampler = sampler, far_sampler = foreign_sampler;
  EXPECT_EQ(set_to(0, good_image), CL_INVALID_MEM_OBJECT); // a pointer
  EXPECT_EQ(set_to(4, no_image), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(set_to(4, far_image), CL_INVALID_CONTEXT);
  EXPECT_EQ(set_to(4, good_image, 4), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(set_to(5, good_image), CL_INVALID_SAMPLER);
  EXPECT_EQ(set_to(5, far_sampler), CL_INVALID_CONTEXT);
  EXPECT_EQ(set_to(5, good_sampler, 4), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(set_to(4, good_image), CL_SUCCESS);
  EXPECT_EQ(set_to(5, good_sampler), CL_SUCCESS);
  EXPECT_EQ(set_to(0, no_image), CL_SUCCESS);
  EXPECT_EQ(set_to(1, no_image), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(k, 2, 16, nullptr), CL_SUCCESS);
  const cl_int value = 3;
  EXPECT_EQ(clSetKernelArg(k, 3, 4, &value), CL_SUCCESS);
  EXPECT_EQ(launch(k, {1}), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  // Objects released since are noticed.
  static_cast<void>(stale(std::move(sampler)));
  EXPECT_EQ(launch(k, {1}), CL_INVALID_KERNEL_ARGS);
}

TEST_F(KernelWithoutCompiler, ARefusedArgumentLeavesTheOneBefore) {
  const Owned<cl_kernel> add = kernel("add");
  const Owned<cl_mem> out = make_buffer(4);
  const Owned<cl_mem> in = make_buffer_of(std::vector<cl_int>{40});
  set(add, 0, out);
  set(add, 1, in);
  set(add, 2, cl_int(2));
  const cl_mem wrong = reinterpret_cast<cl_mem>(device);
  const cl_int other = 100;
  EXPECT_EQ(clSetKernelArg(add, 1, sizeof wrong, &wrong), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clSetKernelArg(add, 2, 1, &other), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(clSetKernelArg(add, 2, 4, nullptr), CL_INVALID_ARG_VALUE);
  ASSERT_EQ(launch(add, {1}), CL_SUCCESS);
  EXPECT_EQ(contents<cl_int>(out, 1)[0], 42);
}

TEST_F(KernelWithoutCompiler, NoInformationOnArguments) {
  const Owned<cl_kernel> add = kernel("add");
  for (const cl_kernel_arg_info name :
       {CL_KERNEL_ARG_ADDRESS_QUALIFIER, CL_KERNEL_ARG_ACCESS_QUALIFIER, CL_KERNEL_ARG_TYPE_NAME,
        CL_KERNEL_ARG_TYPE_QUALIFIER, CL_KERNEL_ARG_NAME}) {
    EXPECT_EQ(clGetKernelArgInfo(add, 0, name, 0, nullptr, nullptr),
              CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
  }
  EXPECT_EQ(clGetKernelArgInfo(add, 3, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr),
            CL_INVALID_ARG_INDEX);
}

TEST_F(KernelWithoutCompiler, RefusedLaunches) {
  const Owned<cl_program> program = build();
  const Owned<cl_kernel> k = kernel_of(program, "nothing");
  size_t most = 0;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof most, &most, nullptr),
            CL_SUCCESS);
  size_t items[3] = {};
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof items, items, nullptr),
            CL_SUCCESS);
  constexpr size_t all = ~size_t(0);
  EXPECT_EQ(launch(k, {}), CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(launch(k, {1, 1, 1, 1}), CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(launch(k, {all, 2}), CL_INVALID_GLOBAL_WORK_SIZE);
  EXPECT_EQ(launch(k, {4}, {}, {all - 3}), CL_INVALID_GLOBAL_OFFSET);
  EXPECT_EQ(launch(k, {4, 4}, {}, {0, all}), CL_INVALID_GLOBAL_OFFSET);
  EXPECT_EQ(launch(k, {4}, {3}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(launch(k, {4}, {0}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(launch(k, {most * 2, 2}, {most, 2}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(launch(k, {items[0] + 1}, {items[0] + 1}), CL_INVALID_WORK_ITEM_SIZE);
  EXPECT_EQ(launch(k, {1, 1, items[2] + 1}, {1, 1, items[2] + 1}), CL_INVALID_WORK_ITEM_SIZE);

  const Owned<cl_kernel> required = kernel_of(program, "required_size"); // 4 x 2 x 1
  const Owned<cl_mem> buffer = make_buffer(4096);
  EXPECT_EQ(launch(required, {8, 2}), CL_INVALID_KERNEL_ARGS);
  EXPECT_EQ(clEnqueueTask(queue, required, 0, nullptr, nullptr), CL_INVALID_KERNEL_ARGS);
  set(required, 0, buffer);
  EXPECT_EQ(launch(required, {8, 2}, {2, 2}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(launch(required, {8}, {4}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(launch(required, {8, 3}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(clEnqueueTask(queue, required, 0, nullptr, nullptr), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(launch(required, {8, 2}), CL_SUCCESS);

  const Owned<cl_context> other = make_context();
  const Owned<cl_command_queue> foreign = clCreateCommandQueue(other, device, 0, nullptr);
  const size_t one = 1;
  EXPECT_EQ(clEnqueueNDRangeKernel(foreign, k, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
            CL_INVALID_CONTEXT);
  EXPECT_EQ(clEnqueueTask(foreign, k, 0, nullptr, nullptr), CL_INVALID_CONTEXT);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(KernelWithoutCompiler, LocalMemoryThatTheDeviceHasNot) {
  const Owned<cl_kernel> k = kernel("local_memory");
  const Owned<cl_mem> out = make_buffer(32);
  cl_ulong most = 0;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof most, &most, nullptr),
            CL_SUCCESS);
  set(k, 0, out);
  for (const size_t size : {size_t(most), ~size_t(0), ~size_t(0) - 100}) {
    EXPECT_EQ(clSetKernelArg(k, 1, size, nullptr), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(k, 2, 16, nullptr), CL_SUCCESS);
    EXPECT_EQ(launch(k, {1}), CL_OUT_OF_RESOURCES) << size;
    EXPECT_EQ(clEnqueueTask(queue, k, 0, nullptr, nullptr), CL_OUT_OF_RESOURCES) << size;
  }
}
