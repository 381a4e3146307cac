// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernel objects: creation, arguments, information.
#include "kernel_fixture.h"
#include "query.h"

#include <algorithm>

class Kernel : public ClKernelTest {};

TEST_F(Kernel, Create) {
  const Owned<cl_program> program = build("kernel void a() {} kernel void b(int x) {}");
  cl_int error = 1;
  EXPECT_FALSE(clCreateKernel(program, "c", &error));
  EXPECT_EQ(error, CL_INVALID_KERNEL_NAME);
  EXPECT_FALSE(clCreateKernel(program, "", &error));
  EXPECT_EQ(error, CL_INVALID_KERNEL_NAME);
  EXPECT_FALSE(clCreateKernel(program, nullptr, &error));
  EXPECT_EQ(error, CL_INVALID_VALUE);
  cl_uint count = 0;
  ASSERT_EQ(clCreateKernelsInProgram(program, 0, nullptr, &count), CL_SUCCESS);
  EXPECT_EQ(count, 2u);
  Owned<cl_kernel> kernels[2];
  cl_kernel handles[2] = {};
  EXPECT_EQ(clCreateKernelsInProgram(program, 1, handles, nullptr), CL_INVALID_VALUE);
  ASSERT_EQ(clCreateKernelsInProgram(program, 2, handles, nullptr), CL_SUCCESS);
  kernels[0] = handles[0];
  kernels[1] = handles[1];
  const auto query = [&](auto... args) { return clGetProgramInfo(program, args...); };
  EXPECT_EQ(query_as<size_t>(query, CL_PROGRAM_NUM_KERNELS), 2u);
  const std::string names = query_text(query, CL_PROGRAM_KERNEL_NAMES);
  EXPECT_TRUE(names == "a;b" || names == "b;a") << names;
}

TEST_F(Kernel, Info) {
  Owned<cl_program> program =
      build("kernel __attribute__((reqd_work_group_size(4, 1, 1))) void k(int a, int b) {}");
  const Owned<cl_kernel> k = kernel_of(program);
  const auto query = [&](auto... args) { return clGetKernelInfo(k, args...); };
  EXPECT_EQ(query_text(query, CL_KERNEL_FUNCTION_NAME), "k");
  EXPECT_EQ(query_as<cl_uint>(query, CL_KERNEL_NUM_ARGS), 2u);
  EXPECT_EQ(query_as<cl_uint>(query, CL_KERNEL_REFERENCE_COUNT), 1u);
  EXPECT_EQ(query_as<cl_context>(query, CL_KERNEL_CONTEXT), cl_context(context));
  EXPECT_EQ(query_as<cl_program>(query, CL_KERNEL_PROGRAM), cl_program(program));
  std::string attributes = query_text(query, CL_KERNEL_ATTRIBUTES);
  std::erase(attributes, ' ');
  EXPECT_NE(attributes.find("reqd_work_group_size(4,1,1)"), std::string::npos) << attributes;
  const Owned<cl_program> from = from_binary(binary_of(program));
  ASSERT_EQ(clBuildProgram(from, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  const Owned<cl_kernel> loaded = kernel_of(from);
  EXPECT_EQ(query_text([&](auto... args) { return clGetKernelInfo(loaded, args...); },
                       CL_KERNEL_ATTRIBUTES),
            "")
      << "only kernels of source tell";
  EXPECT_EQ(clGetKernelArgInfo(loaded, 0, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr),
            CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
  check_unknown_name(query);
  EXPECT_EQ(clRetainKernel(k), CL_SUCCESS);
  EXPECT_EQ(query_as<cl_uint>(query, CL_KERNEL_REFERENCE_COUNT), 2u);
  EXPECT_EQ(clReleaseKernel(k), CL_SUCCESS);
  const cl_program handle = program.take();
  EXPECT_EQ(clReleaseProgram(handle), CL_SUCCESS); // the kernel keeps it
  EXPECT_EQ(query_as<cl_program>(query, CL_KERNEL_PROGRAM), handle);
}

TEST_F(Kernel, WorkGroupInfo) {
  const Owned<cl_kernel> k =
      kernel("kernel __attribute__((reqd_work_group_size(4, 2, 1))) void k(local int *l) {"
             "  local int fixed[100]; fixed[get_local_id(0)] = l[0]; l[1] = fixed[0];"
             "}");
  const auto query = [&](auto... args) { return clGetKernelWorkGroupInfo(k, device, args...); };
  struct Sizes {
    size_t size[3];
  };
  const auto sizes = query_as<Sizes>(query, CL_KERNEL_COMPILE_WORK_GROUP_SIZE);
  EXPECT_EQ(sizes.size[0], 4u);
  EXPECT_EQ(sizes.size[1], 2u);
  EXPECT_EQ(sizes.size[2], 1u);
  EXPECT_GE(query_as<size_t>(query, CL_KERNEL_WORK_GROUP_SIZE), 1u);
  EXPECT_GE(query_as<size_t>(query, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE), 1u);
  query_as<cl_ulong>(query, CL_KERNEL_PRIVATE_MEM_SIZE);
  const auto before = query_as<cl_ulong>(query, CL_KERNEL_LOCAL_MEM_SIZE);
  EXPECT_GE(before, 400u);
  EXPECT_EQ(clSetKernelArg(k, 0, 1024, nullptr), CL_SUCCESS);
  EXPECT_GE(query_as<cl_ulong>(query, CL_KERNEL_LOCAL_MEM_SIZE), before + 1024);
  check_unknown_name(query);
  size_t global[3];
  EXPECT_EQ(query(CL_KERNEL_GLOBAL_WORK_SIZE, sizeof global, global, nullptr), CL_INVALID_VALUE);
  size_t size = 0;
  EXPECT_EQ(
      clGetKernelWorkGroupInfo(k, nullptr, CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, nullptr),
      CL_SUCCESS); // the only device
  EXPECT_EQ(clGetKernelWorkGroupInfo(k, reinterpret_cast<cl_device_id>(platform),
                                     CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, nullptr),
            CL_INVALID_DEVICE);
}

TEST_F(Kernel, ArgumentInfo) {
  const Owned<cl_kernel> k =
      kernel("typedef float4 vec;"
             "kernel void k(global const int *restrict a, constant volatile float *b,"
             "              local short *c, vec d) {}",
             "-cl-kernel-arg-info");
  struct Expected {
    cl_kernel_arg_address_qualifier address;
    cl_kernel_arg_type_qualifier type;
    const char *type_name, *name;
  };
  const Expected expected[] = {
      {CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_RESTRICT, "int*",
       "a"},
      {CL_KERNEL_ARG_ADDRESS_CONSTANT, CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_VOLATILE,
       "float*", "b"},
      {CL_KERNEL_ARG_ADDRESS_LOCAL, CL_KERNEL_ARG_TYPE_NONE, "short*", "c"},
      {CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_TYPE_NONE, "vec", "d"},
  };
  for (cl_uint i = 0; i < 4; ++i) {
    const auto query = [&](auto... args) { return clGetKernelArgInfo(k, i, args...); };
    EXPECT_EQ(query_as<cl_kernel_arg_address_qualifier>(query, CL_KERNEL_ARG_ADDRESS_QUALIFIER),
              expected[i].address);
    EXPECT_EQ(query_as<cl_kernel_arg_access_qualifier>(query, CL_KERNEL_ARG_ACCESS_QUALIFIER),
              cl_kernel_arg_access_qualifier(CL_KERNEL_ARG_ACCESS_NONE));
    EXPECT_EQ(query_as<cl_kernel_arg_type_qualifier>(query, CL_KERNEL_ARG_TYPE_QUALIFIER),
              expected[i].type)
        << i;
    EXPECT_EQ(query_text(query, CL_KERNEL_ARG_TYPE_NAME), expected[i].type_name);
    EXPECT_EQ(query_text(query, CL_KERNEL_ARG_NAME), expected[i].name);
    check_unknown_name(query);
  }
  EXPECT_EQ(clGetKernelArgInfo(k, 4, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr),
            CL_INVALID_ARG_INDEX);
}

TEST_F(Kernel, TypeNamesHaveNoQualifiers) {
  const Owned<cl_kernel> k =
      kernel("struct global_const { int x; };"
             "kernel void k(global int *global *a, global const volatile float *constant *b,"
             "              global struct global_const *c) {}",
             "-cl-std=CL3.0 -cl-kernel-arg-info");
  const char* expected[] = {"int**", "float**", "struct global_const*"};
  for (cl_uint i = 0; i < 3; ++i) {
    EXPECT_EQ(query_text([&](auto... args) { return clGetKernelArgInfo(k, i, args...); },
                         CL_KERNEL_ARG_TYPE_NAME),
              expected[i]);
  }
}

TEST_F(Kernel, ArgumentInfoWithoutTheOption) {
  // Then an implementation may have the information or not, but nothing between.
  const Owned<cl_kernel> k = kernel("kernel void k(int a) {}");
  char name[8] = {};
  const cl_int result = clGetKernelArgInfo(k, 0, CL_KERNEL_ARG_NAME, sizeof name, name, nullptr);
  if (result == CL_SUCCESS) {
    EXPECT_STREQ(name, "a");
  } else {
    EXPECT_EQ(result, CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
  }
}

TEST_F(Kernel, ArgumentErrors) {
  const Owned<cl_kernel> k =
      kernel("kernel void k(global int *g, constant int *c, local int *l, int v, float4 f) {}");
  const Owned<cl_mem> buffer = make_buffer();
  const cl_mem memory = buffer;
  const cl_mem null = nullptr;
  const cl_mem wrong = reinterpret_cast<cl_mem>(cl_command_queue(queue));
  const cl_int value = 3;
  const auto arg = [&](cl_uint index, size_t size, const void* data) {
    return clSetKernelArg(k, index, size, data);
  };
  EXPECT_EQ(arg(5, 4, &value), CL_INVALID_ARG_INDEX);
  for (const cl_uint pointer : {0u, 1u}) {
    EXPECT_EQ(arg(pointer, sizeof memory, &memory), CL_SUCCESS);
    EXPECT_EQ(arg(pointer, sizeof memory, &null), CL_SUCCESS);
    EXPECT_EQ(arg(pointer, sizeof memory, nullptr), CL_SUCCESS);
    EXPECT_EQ(arg(pointer, 4, &memory), CL_INVALID_ARG_SIZE);
    EXPECT_EQ(arg(pointer, sizeof memory, &wrong), CL_INVALID_MEM_OBJECT);
  }
  EXPECT_EQ(arg(2, 0, nullptr), CL_SUCCESS); // since OpenCL 3.1
  EXPECT_EQ(arg(2, 4, &value), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(arg(2, 4, nullptr), CL_SUCCESS);
  EXPECT_EQ(arg(3, 8, &value), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(arg(3, 0, &value), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(arg(3, 4, nullptr), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(arg(3, 4, &value), CL_SUCCESS);
  EXPECT_EQ(arg(4, 4, &value), CL_INVALID_ARG_SIZE);
  const cl_mem released = stale(make_buffer());
  EXPECT_EQ(arg(0, sizeof released, &released), CL_INVALID_MEM_OBJECT);
}

TEST_F(Kernel, ImageArgumentErrors) {
  const Owned<cl_kernel> k = kernel("kernel void k(read_only image2d_t plane, write_only "
                                    "image2d_t written, read_only image3d_t volume) {}",
                                    "-cl-std=CL2.0");
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = 2;
  const auto arg = [&](cl_uint index, cl_mem_flags flags) {
    const Owned<cl_mem> image =
        clCreateImage(context, flags, &format, &description, nullptr, nullptr);
    const cl_mem handle = image;
    EXPECT_TRUE(handle);
    return clSetKernelArg(k, index, sizeof handle, &handle);
  };
  EXPECT_EQ(arg(0, CL_MEM_READ_WRITE), CL_SUCCESS);
  EXPECT_EQ(arg(0, CL_MEM_WRITE_ONLY), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(arg(1, CL_MEM_READ_ONLY), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(arg(2, CL_MEM_READ_WRITE), CL_INVALID_MEM_OBJECT) << "of another type";
  const Owned<cl_mem> buffer = make_buffer();
  const cl_mem memory = buffer, null = nullptr;
  EXPECT_EQ(clSetKernelArg(k, 0, sizeof memory, &memory), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clSetKernelArg(k, 0, sizeof memory, &null), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clSetKernelArg(k, 0, sizeof memory, nullptr), CL_INVALID_MEM_OBJECT);
}

TEST_F(Kernel, NullPointerArgument) {
  const Owned<cl_kernel> k =
      kernel("kernel void k(global int *p, global int *maybe) { p[0] = maybe ? 1 : 2; }");
  const Owned<cl_mem> buffer = make_buffer(4);
  set(k, 0, buffer);
  EXPECT_EQ(clSetKernelArg(k, 1, sizeof(cl_mem), nullptr), CL_SUCCESS);
  ASSERT_EQ(launch(k, 1), CL_SUCCESS);
  EXPECT_EQ(contents<cl_int>(buffer, 1)[0], 2);
  set(k, 1, buffer);
  ASSERT_EQ(launch(k, 1), CL_SUCCESS);
  EXPECT_EQ(contents<cl_int>(buffer, 1)[0], 1);
}

TEST_F(Kernel, ReleasedHandle) {
  const cl_kernel gone = stale(kernel("kernel void k() {}"));
  EXPECT_EQ(clRetainKernel(gone), CL_INVALID_KERNEL);
  EXPECT_EQ(clReleaseKernel(gone), CL_INVALID_KERNEL);
  EXPECT_EQ(clSetKernelArg(gone, 0, 4, nullptr), CL_INVALID_KERNEL);
  EXPECT_EQ(launch(gone, 1), CL_INVALID_KERNEL);
  EXPECT_EQ(clEnqueueTask(queue, gone, 0, nullptr, nullptr), CL_INVALID_KERNEL);
  EXPECT_EQ(clGetKernelInfo(gone, CL_KERNEL_NUM_ARGS, 0, nullptr, nullptr), CL_INVALID_KERNEL);
}
