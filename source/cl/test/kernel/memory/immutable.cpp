// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Immutable images and buffers as arguments of kernels (cl_ext_immutable_memory_objects).
#include "kernel_fixture.h"

namespace {

class ClImmutable : public ClKernelTest {
protected:
  Owned<cl_mem> image(cl_mem_flags flags) {
    const cl_image_format format = {CL_R, CL_UNSIGNED_INT32};
    cl_image_desc description = {};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = description.image_height = 2;
    cl_int error = 1;
    Owned<cl_mem> made = clCreateImage(context, flags, &format, &description, words, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  cl_uint words[4] = {10, 20, 30, 40};
};

TEST_F(ClImmutable, BuffersAreForConstantArguments) {
  const Owned<cl_kernel> k = kernel("kernel void k(constant uint* a, global const uint* b,"
                                    "              global uint* c) { *c = *a + *b; }");
  const Owned<cl_mem> constant =
      make_buffer(sizeof words, CL_MEM_COPY_HOST_PTR | CL_MEM_IMMUTABLE_EXT, words);
  const cl_mem handle = constant;
  EXPECT_EQ(clSetKernelArg(k, 2, sizeof handle, &handle), CL_INVALID_ARG_VALUE);
  const Owned<cl_mem> to = make_buffer(sizeof(cl_uint));
  set(k, 0, constant);
  set(k, 1, constant);
  set(k, 2, to);
  ASSERT_EQ(launch(k, 1), CL_SUCCESS);
  EXPECT_EQ(contents<cl_uint>(to, 1).front(), 20u);
}

TEST_F(ClImmutable, ImagesAreForReadingOnly) {
  const Owned<cl_program> program = build(
      "kernel void reads(read_only image2d_t i, global uint* to, global const uint* from) {"
      "  *to = read_imageui(i, (int2)(1, 1)).x + from[1];"
      "}"
      "kernel void writes(write_only image2d_t i) { write_imageui(i, (int2)(0), (uint4)(1)); }"
      "kernel void changes(read_write image2d_t i) {"
      "  write_imageui(i, (int2)(0), read_imageui(i, (int2)(1)));"
      "}",
      "-cl-std=CL3.0");
  const Owned<cl_kernel> reads = kernel_of(program, "reads"), writes = kernel_of(program, "writes"),
                         changes = kernel_of(program, "changes");
  for (const cl_mem_flags flags : {CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR}) {
    const Owned<cl_mem> constant = image(flags | CL_MEM_IMMUTABLE_EXT);
    const cl_mem handle = constant;
    EXPECT_EQ(clSetKernelArg(writes, 0, sizeof handle, &handle), CL_INVALID_ARG_VALUE);
    EXPECT_EQ(clSetKernelArg(changes, 0, sizeof handle, &handle), CL_INVALID_ARG_VALUE);
    const Owned<cl_mem> to = make_buffer(sizeof(cl_uint));
    const Owned<cl_mem> from = make_buffer(sizeof words, flags | CL_MEM_IMMUTABLE_EXT, words);
    set(reads, 0, constant);
    set(reads, 1, to);
    set(reads, 2, from);
    ASSERT_EQ(launch(reads, 1), CL_SUCCESS);
    EXPECT_EQ(contents<cl_uint>(to, 1).front(), 60u);
  }
}

} // namespace
