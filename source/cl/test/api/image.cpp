// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A device without images: what the specification says each entry point gives.
#include "fixture.h"

class Image : public ClTest {
protected:
  const size_t three[3] = {1, 1, 1};
  char byte = 0;
};

TEST_F(Image, Create) {
  const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = 4;
  cl_int error = 1;
  EXPECT_FALSE(clCreateImage(context, 0, &format, &description, nullptr, &error));
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  EXPECT_FALSE(clCreateImage2D(context, 0, &format, 4, 4, 0, nullptr, &error));
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  EXPECT_FALSE(clCreateImage3D(context, 0, &format, 4, 4, 4, 0, 0, nullptr, &error));
  EXPECT_EQ(error, CL_INVALID_OPERATION);
}

TEST_F(Image, Samplers) {
  struct Case {
    cl_bool normalized;
    cl_addressing_mode addressing;
    cl_filter_mode filter;
    cl_int expected;
  };
  for (const Case& c :
       {Case{CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, CL_INVALID_OPERATION},
        {CL_TRUE, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_LINEAR, CL_INVALID_OPERATION},
        {2, CL_ADDRESS_NONE, CL_FILTER_NEAREST, CL_INVALID_VALUE},
        {CL_TRUE, CL_ADDRESS_NONE - 1, CL_FILTER_NEAREST, CL_INVALID_VALUE},
        {CL_TRUE, CL_ADDRESS_MIRRORED_REPEAT + 1, CL_FILTER_NEAREST, CL_INVALID_VALUE},
        {CL_TRUE, CL_ADDRESS_NONE, CL_FILTER_LINEAR + 1, CL_INVALID_VALUE},
        {CL_FALSE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST, CL_INVALID_VALUE},
        {CL_FALSE, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_NEAREST, CL_INVALID_VALUE}}) {
    cl_int error = 1;
    EXPECT_FALSE(clCreateSampler(context, c.normalized, c.addressing, c.filter, &error));
    EXPECT_EQ(error, c.expected) << c.normalized << " " << c.addressing << " " << c.filter;
  }
}

TEST_F(Image, Formats) {
  cl_uint count = 9;
  cl_image_format format;
  EXPECT_EQ(clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count),
            CL_SUCCESS);
  EXPECT_EQ(count, 0u);
  EXPECT_EQ(clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_BUFFER, 0, nullptr, &count),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_IMAGE2D, 0, &format, &count),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetSupportedImageFormats(context, ~cl_mem_flags(0), CL_MEM_OBJECT_IMAGE2D, 0, nullptr,
                                       &count),
            CL_INVALID_VALUE);
}

TEST_F(Image, Commands) {
  const Owned<cl_mem> buffer = make_buffer();
  const cl_mem no = nullptr;
  EXPECT_EQ(
      clEnqueueReadImage(queue, buffer, CL_TRUE, three, three, 0, 0, &byte, 0, nullptr, nullptr),
      CL_INVALID_OPERATION);
  EXPECT_EQ(
      clEnqueueWriteImage(queue, buffer, CL_TRUE, three, three, 0, 0, &byte, 0, nullptr, nullptr),
      CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueFillImage(queue, buffer, &byte, three, three, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueCopyImage(queue, buffer, buffer, three, three, three, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueCopyImageToBuffer(queue, buffer, buffer, three, three, 0, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueCopyBufferToImage(queue, buffer, buffer, 0, three, three, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  cl_int error = 0;
  EXPECT_FALSE(clEnqueueMapImage(queue, buffer, CL_TRUE, CL_MAP_READ, three, three, nullptr,
                                 nullptr, 0, nullptr, nullptr, &error));
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueFillImage(queue, no, &byte, three, three, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clEnqueueCopyImage(queue, buffer, no, three, three, three, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clGetImageInfo(buffer, CL_IMAGE_WIDTH, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
}
