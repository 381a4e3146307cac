// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pipes as memory objects and as arguments. (What kernels do with them: source/kernel_test.)
#include "kernel_fixture.h"
#include "query.h"

namespace {

class ClPipes : public ClKernelTest {
protected:
  Owned<cl_mem> pipe(cl_uint packet_size = 4, cl_uint max_packets = 16,
                     cl_int expected = CL_SUCCESS, cl_mem_flags flags = 0,
                     const cl_pipe_properties* properties = nullptr) {
    cl_int error = 1;
    Owned<cl_mem> made = clCreatePipe(context, flags, packet_size, max_packets, properties, &error);
    EXPECT_EQ(error, expected);
    EXPECT_EQ(cl_mem(made) != nullptr, expected == CL_SUCCESS);
    return made;
  }
  template <typename T> T of_device(cl_device_info name) {
    T value = {};
    EXPECT_EQ(clGetDeviceInfo(device, name, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  }
};

constexpr char writing[] =
    "kernel void k(write_only pipe int p, global int* q) { int v = 42; *q = write_pipe(p, &v); }";

TEST_F(ClPipes, AreReported) {
  EXPECT_EQ(of_device<cl_bool>(CL_DEVICE_PIPE_SUPPORT), cl_bool(CL_TRUE));
  EXPECT_GE(of_device<cl_uint>(CL_DEVICE_MAX_PIPE_ARGS), 16U);
  EXPECT_GE(of_device<cl_uint>(CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS), 1U);
  EXPECT_GE(of_device<cl_uint>(CL_DEVICE_PIPE_MAX_PACKET_SIZE), 1024U);
}

TEST_F(ClPipes, Creation) {
  pipe(4, 16, CL_SUCCESS, CL_MEM_READ_WRITE);
  pipe(4, 16, CL_SUCCESS, CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS);
  for (const cl_mem_flags flags :
       {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_HOST_READ_ONLY, CL_MEM_USE_HOST_PTR,
        CL_MEM_ALLOC_HOST_PTR, CL_MEM_COPY_HOST_PTR, CL_MEM_IMMUTABLE_EXT}) {
    pipe(4, 16, CL_INVALID_VALUE, flags);
  }
  const cl_pipe_properties none[] = {0};
  pipe(4, 16, CL_INVALID_VALUE, 0, none);
  pipe(0, 16, CL_INVALID_PIPE_SIZE);
  pipe(4, 0, CL_INVALID_PIPE_SIZE);
  const auto largest = of_device<cl_uint>(CL_DEVICE_PIPE_MAX_PACKET_SIZE);
  pipe(largest, 16);
  pipe(largest + 1, 16, CL_INVALID_PIPE_SIZE);
  pipe(largest, ~cl_uint(0), CL_MEM_OBJECT_ALLOCATION_FAILURE);
  cl_int error = 1;
  EXPECT_EQ(clCreatePipe(nullptr, 0, 4, 16, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
}

TEST_F(ClPipes, Queries) {
  const Owned<cl_mem> made = pipe(12, 77);
  const auto of_pipe = [&](cl_pipe_info name) {
    cl_uint value = 0;
    EXPECT_EQ(clGetPipeInfo(made, name, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  };
  EXPECT_EQ(of_pipe(CL_PIPE_PACKET_SIZE), 12U);
  EXPECT_EQ(of_pipe(CL_PIPE_MAX_PACKETS), 77U);
  size_t size = 9;
  EXPECT_EQ(clGetPipeInfo(made, CL_PIPE_PROPERTIES, 0, nullptr, &size), CL_SUCCESS);
  EXPECT_EQ(size, 0U);
  cl_uint value = 0;
  EXPECT_EQ(clGetPipeInfo(made, CL_PIPE_PACKET_SIZE, 3, &value, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetPipeInfo(made, CL_MEM_TYPE, 4, &value, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetPipeInfo(nullptr, CL_PIPE_PACKET_SIZE, 4, &value, nullptr), CL_INVALID_MEM_OBJECT);
  const Owned<cl_mem> buffer = make_buffer(64);
  EXPECT_EQ(clGetPipeInfo(buffer, CL_PIPE_PACKET_SIZE, 4, &value, nullptr), CL_INVALID_MEM_OBJECT);
  cl_mem_object_type type = 0;
  EXPECT_EQ(clGetMemObjectInfo(made, CL_MEM_TYPE, sizeof type, &type, nullptr), CL_SUCCESS);
  EXPECT_EQ(type, cl_mem_object_type(CL_MEM_OBJECT_PIPE));
  cl_mem_flags flags = 0;
  EXPECT_EQ(clGetMemObjectInfo(made, CL_MEM_FLAGS, sizeof flags, &flags, nullptr), CL_SUCCESS);
  EXPECT_EQ(flags, cl_mem_flags(CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS));
}

TEST_F(ClPipes, AreNoBuffers) {
  const Owned<cl_mem> made = pipe();
  const Owned<cl_mem> buffer = make_buffer(64);
  cl_int value = 0;
  EXPECT_EQ(clEnqueueReadBuffer(queue, made, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clEnqueueWriteBuffer(queue, made, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, buffer, made, 0, 0, 4, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clEnqueueFillBuffer(queue, made, &value, 4, 0, 4, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  cl_int error = 1;
  EXPECT_EQ(
      clEnqueueMapBuffer(queue, made, CL_TRUE, CL_MAP_READ, 0, 4, 0, nullptr, nullptr, &error),
      nullptr);
  EXPECT_EQ(error, CL_INVALID_MEM_OBJECT);
  const cl_buffer_region region = {0, 4};
  EXPECT_EQ(clCreateSubBuffer(made, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_MEM_OBJECT);
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
  for (const cl_mem_object_type type : {CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_OBJECT_IMAGE2D}) {
    cl_image_desc description = {};
    description.image_type = type;
    description.image_width = description.image_height = 1;
    description.mem_object = made;
    EXPECT_EQ(clCreateImage(context, 0, &format, &description, nullptr, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_IMAGE_DESCRIPTOR);
  }
  size_t width = 0;
  EXPECT_EQ(clGetImageInfo(made, CL_IMAGE_WIDTH, sizeof width, &width, nullptr),
            CL_INVALID_MEM_OBJECT);
  const cl_mem object = made;
  EXPECT_EQ(clEnqueueMigrateMemObjects(queue, 1, &object, 0, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, object, &width, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(ClPipes, AsArguments) {
  const Owned<cl_kernel> k = kernel(writing, "-cl-std=CL3.0");
  const Owned<cl_mem> made = pipe();
  const Owned<cl_mem> buffer = make_buffer(64);
  const cl_mem as_pipe = made, as_buffer = buffer;
  EXPECT_EQ(clSetKernelArg(k, 0, sizeof(cl_mem), &as_buffer), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clSetKernelArg(k, 0, sizeof(cl_mem), nullptr), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clSetKernelArg(k, 0, 4, &as_pipe), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(clSetKernelArgSVMPointer(k, 0, nullptr), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(clSetKernelArg(k, 1, sizeof(cl_mem), &as_pipe), CL_INVALID_MEM_OBJECT);
  const Owned<cl_context> other = make_context();
  const Owned<cl_mem> of_other = clCreatePipe(other, 0, 4, 16, nullptr, nullptr);
  const cl_mem foreign = of_other;
  EXPECT_EQ(clSetKernelArg(k, 0, sizeof foreign, &foreign), CL_INVALID_CONTEXT);
  set(k, 0, made);
  set(k, 1, buffer);
  for (int i = 0; i < 17; ++i) {
    ASSERT_EQ(launch(k, 1), CL_SUCCESS);
    EXPECT_EQ(contents<cl_int>(buffer, 1)[0] < 0, i == 16) << i;
  }
  cl_kernel_arg_type_qualifier qualifier = 0;
  EXPECT_EQ(
      clGetKernelArgInfo(k, 0, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof qualifier, &qualifier, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(qualifier, cl_kernel_arg_type_qualifier(CL_KERNEL_ARG_TYPE_PIPE));
  cl_kernel_arg_access_qualifier access = 0;
  EXPECT_EQ(
      clGetKernelArgInfo(k, 0, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof access, &access, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(access, cl_kernel_arg_access_qualifier(CL_KERNEL_ARG_ACCESS_WRITE_ONLY));
}

/// A pipe lives as long as what has been enqueued with it.
TEST_F(ClPipes, StayWhileTheyAreUsed) {
  const Owned<cl_kernel> k = kernel(writing, "-cl-std=CL3.0");
  Owned<cl_mem> made = pipe();
  const Owned<cl_mem> buffer = make_buffer(4);
  const Owned<cl_event> gate = make_user_event();
  const cl_event list = gate;
  const size_t one = 1;
  set(k, 0, made);
  set(k, 1, buffer);
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, k, 1, nullptr, &one, nullptr, 1, &list, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clReleaseMemObject(made.take()), CL_SUCCESS);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(contents<cl_int>(buffer, 1)[0], 0);
}

} // namespace
