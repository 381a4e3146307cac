// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Making images: what is asked of them afterwards, and every error of section 5.3.1, one by one.
#include "memory/image_fixture.h"

#include <algorithm>

namespace {

class Image : public ImageTest {
protected:
  cl_int create_error(const cl_image_desc& description, cl_mem_flags flags = 0,
                      void* host = nullptr, const cl_image_format* format = &rgba8) {
    cl_int error = 1;
    EXPECT_FALSE(clCreateImage(context, flags, format, &description, host, &error));
    return error;
  }
};

TEST_F(Image, InfoIsThatOfTheDescription) {
  struct Case {
    cl_image_desc description;
    size_t height, depth, layers, row, slice;
  };
  for (const Case& c : {Case{image_1d(7), 0, 0, 0, 28, 0},
                        {image_1d_array(7, 5), 0, 0, 5, 28, 28},
                        {image_2d(7, 3), 3, 0, 0, 28, 0},
                        {image_2d_array(7, 3, 5), 3, 0, 5, 28, 84},
                        {image_3d(7, 3, 2), 3, 2, 0, 28, 84}}) {
    const Owned<cl_mem> image = make_image(c.description);
    EXPECT_EQ(image_info<size_t>(image, CL_IMAGE_WIDTH), 7u);
    EXPECT_EQ(image_info<size_t>(image, CL_IMAGE_HEIGHT), c.height);
    EXPECT_EQ(image_info<size_t>(image, CL_IMAGE_DEPTH), c.depth);
    EXPECT_EQ(image_info<size_t>(image, CL_IMAGE_ARRAY_SIZE), c.layers);
    EXPECT_EQ(image_info<size_t>(image, CL_IMAGE_ROW_PITCH), c.row);
    EXPECT_EQ(image_info<size_t>(image, CL_IMAGE_SLICE_PITCH), c.slice);
    EXPECT_EQ(image_info<size_t>(image, CL_IMAGE_ELEMENT_SIZE), 4u);
    EXPECT_EQ(image_info<cl_mem>(image, CL_IMAGE_BUFFER), nullptr);
    EXPECT_EQ(image_info<cl_uint>(image, CL_IMAGE_NUM_MIP_LEVELS), 0u);
    EXPECT_EQ(image_info<cl_uint>(image, CL_IMAGE_NUM_SAMPLES), 0u);
    EXPECT_EQ(image_info<cl_image_format>(image, CL_IMAGE_FORMAT).image_channel_order, CL_RGBA);
    cl_mem_object_type type = 0;
    EXPECT_EQ(clGetMemObjectInfo(image, CL_MEM_TYPE, sizeof type, &type, nullptr), CL_SUCCESS);
    EXPECT_EQ(type, c.description.image_type);
    EXPECT_EQ(clGetImageInfo(image, 0x7777, 0, nullptr, nullptr), CL_INVALID_VALUE);
    char small = 0;
    EXPECT_EQ(clGetImageInfo(image, CL_IMAGE_WIDTH, 1, &small, nullptr), CL_INVALID_VALUE);
  }
  const Owned<cl_mem> buffer = make_buffer();
  EXPECT_EQ(clGetImageInfo(buffer, CL_IMAGE_WIDTH, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
}

TEST_F(Image, EntryPointsOfOpenCL11) {
  cl_int error = 1;
  Owned<cl_mem> flat = clCreateImage2D(context, 0, &rgba8, 4, 5, 0, nullptr, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(image_info<size_t>(flat, CL_IMAGE_HEIGHT), 5u);
  Owned<cl_mem> deep = clCreateImage3D(context, 0, &rgba8, 4, 5, 6, 0, 0, nullptr, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(image_info<size_t>(deep, CL_IMAGE_DEPTH), 6u);
  EXPECT_FALSE(clCreateImage2D(context, 0, &rgba8, 0, 5, 0, nullptr, &error));
  EXPECT_EQ(error, CL_INVALID_IMAGE_SIZE);
  EXPECT_FALSE(clCreateImage2D(context, 0, &rgba8, 4, 5, 16, nullptr, &error));
  EXPECT_EQ(error, CL_INVALID_IMAGE_SIZE);
  EXPECT_FALSE(clCreateImage3D(context, 0, &rgba8, 4, 5, 0, 0, 0, nullptr, &error));
  EXPECT_EQ(error, CL_INVALID_IMAGE_SIZE);
}

TEST_F(Image, SizesThatNoImageHas) {
  const size_t flat = device_info<size_t>(CL_DEVICE_IMAGE2D_MAX_WIDTH);
  const size_t deep = device_info<size_t>(CL_DEVICE_IMAGE3D_MAX_DEPTH);
  const size_t layers = device_info<size_t>(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE);
  for (const auto& none :
       {image_1d(0), image_2d(0, 4), image_2d(4, 0), image_3d(4, 4, 0), image_3d(0, 4, 4),
        image_1d_array(4, 0), image_2d_array(4, 4, 0), image_1d_array(0, 4)}) {
    EXPECT_EQ(create_error(none), CL_INVALID_IMAGE_SIZE);
  }
  for (const auto& large :
       {image_1d(flat + 1), image_2d(flat + 1, 1), image_2d(1, flat + 1), image_3d(deep + 1, 1, 1),
        image_3d(1, deep + 1, 1), image_3d(1, 1, deep + 1), image_1d_array(1, layers + 1),
        image_2d_array(1, 1, layers + 1), image_1d_array(flat + 1, 1), image_2d(~size_t(0), 1),
        image_1d_array(1, ~size_t(0))}) {
    EXPECT_EQ(create_error(large), CL_INVALID_IMAGE_SIZE);
  }
  EXPECT_EQ(create_error(image_3d(deep, deep, deep)), CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

TEST_F(Image, LimitsAreTwiceWhatIsAskedFor) {
  EXPECT_GE(device_info<size_t>(CL_DEVICE_IMAGE2D_MAX_WIDTH), 2 * 8192u);
  EXPECT_GE(device_info<size_t>(CL_DEVICE_IMAGE2D_MAX_HEIGHT), 2 * 8192u);
  EXPECT_GE(device_info<size_t>(CL_DEVICE_IMAGE3D_MAX_WIDTH), 2 * 2048u);
  EXPECT_GE(device_info<size_t>(CL_DEVICE_IMAGE3D_MAX_HEIGHT), 2 * 2048u);
  EXPECT_GE(device_info<size_t>(CL_DEVICE_IMAGE3D_MAX_DEPTH), 2 * 2048u);
  EXPECT_GE(device_info<size_t>(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE), 2 * 65536u);
  EXPECT_GE(device_info<size_t>(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE), 2 * 2048u);
  EXPECT_GE(device_info<cl_uint>(CL_DEVICE_MAX_READ_IMAGE_ARGS), 2 * 128u);
  EXPECT_GE(device_info<cl_uint>(CL_DEVICE_MAX_WRITE_IMAGE_ARGS), 2 * 8u);
  EXPECT_GE(device_info<cl_uint>(CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS), 2 * 64u);
  EXPECT_GE(device_info<cl_uint>(CL_DEVICE_MAX_SAMPLERS), 2 * 16u);
}

TEST_F(Image, DescriptionsThatContradictThemselves) {
  cl_int error = 1;
  EXPECT_FALSE(clCreateImage(context, 0, &rgba8, nullptr, nullptr, &error));
  EXPECT_EQ(error, CL_INVALID_IMAGE_DESCRIPTOR);
  cl_image_desc description = image_2d(4, 4);
  description.image_type = CL_MEM_OBJECT_BUFFER;
  EXPECT_EQ(create_error(description), CL_INVALID_IMAGE_DESCRIPTOR);
  description = image_2d(4, 4);
  description.num_samples = 1;
  EXPECT_EQ(create_error(description), CL_INVALID_IMAGE_DESCRIPTOR);
}

TEST_F(Image, PitchesThatDoNotFit) {
  std::vector<char> memory(4096);
  const auto with_pitches = [&](cl_image_desc description, size_t row, size_t slice, void* host) {
    description.image_row_pitch = row;
    description.image_slice_pitch = slice;
    return create_error(description, host ? CL_MEM_USE_HOST_PTR : 0, host);
  };
  void* host = memory.data();
  EXPECT_EQ(with_pitches(image_2d(4, 4), 16, 0, nullptr), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(with_pitches(image_3d(4, 4, 4), 0, 64, nullptr), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(with_pitches(image_2d(4, 4), 15, 0, host), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(with_pitches(image_2d(4, 4), 18, 0, host), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(with_pitches(image_3d(4, 4, 4), 16, 60, host), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(with_pitches(image_3d(4, 4, 4), 20, 84, host), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(with_pitches(image_1d_array(4, 4), 16, 8, host), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(with_pitches(image_2d_array(4, 4, 2), ~size_t(3), 0, host),
            CL_INVALID_IMAGE_DESCRIPTOR);
}

TEST_F(Image, FormatsThatThereAreNot) {
  cl_int error = 1;
  const cl_image_desc description = image_2d(4, 4);
  EXPECT_EQ(create_error(description, 0, nullptr, nullptr), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  struct Case {
    cl_image_format format;
    cl_int expected;
  };
  for (const Case& c : {Case{{0, CL_FLOAT}, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR},
                        {{CL_RGBA, 0}, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR},
                        {{CL_RGB, CL_UNORM_INT8}, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR},
                        {{CL_BGRA, CL_FLOAT}, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR},
                        {{CL_LUMINANCE, CL_SIGNED_INT8}, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR},
                        {{CL_RGBA, CL_UNORM_SHORT_565}, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR},
                        {{CL_sRGBA, CL_UNORM_INT16}, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR},
                        {{CL_sRGB, CL_UNORM_INT8}, CL_IMAGE_FORMAT_NOT_SUPPORTED},
                        {{CL_ABGR, CL_UNORM_INT_101010_2}, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR},
                        {{CL_R, 0x10E3}, CL_IMAGE_FORMAT_NOT_SUPPORTED}, // RAW10
                        {{CL_DEPTH_STENCIL, CL_UNORM_INT24}, CL_IMAGE_FORMAT_NOT_SUPPORTED}}) {
    EXPECT_FALSE(clCreateImage(context, 0, &c.format, &description, nullptr, &error));
    EXPECT_EQ(error, c.expected);
  }
  const cl_image_format depth = {CL_DEPTH, CL_FLOAT};
  EXPECT_EQ(create_error(image_3d(4, 4, 4), 0, nullptr, &depth), CL_IMAGE_FORMAT_NOT_SUPPORTED);
}

TEST_F(Image, FlagsAndPointers) {
  char memory[64];
  const cl_image_desc description = image_2d(4, 4);
  EXPECT_EQ(create_error(description, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY), CL_INVALID_VALUE);
  EXPECT_EQ(create_error(description, ~cl_mem_flags(0)), CL_INVALID_VALUE);
  EXPECT_EQ(create_error(description, 0, memory), CL_INVALID_HOST_PTR);
  EXPECT_EQ(create_error(description, CL_MEM_USE_HOST_PTR), CL_INVALID_HOST_PTR);
  EXPECT_EQ(create_error(description, CL_MEM_COPY_HOST_PTR), CL_INVALID_HOST_PTR);
  cl_int error = 1;
  EXPECT_FALSE(clCreateImage(nullptr, 0, &rgba8, &description, nullptr, &error));
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
}

TEST_F(Image, OfABuffer) {
  const Owned<cl_mem> buffer = make_buffer(256, CL_MEM_READ_ONLY);
  cl_image_desc description = image_1d(64);
  description.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
  EXPECT_EQ(create_error(description), CL_INVALID_IMAGE_DESCRIPTOR); // without one
  description.buffer = buffer;
  EXPECT_EQ(create_error(description, CL_MEM_READ_WRITE), CL_INVALID_VALUE);
  EXPECT_EQ(create_error(description, CL_MEM_WRITE_ONLY), CL_INVALID_VALUE);
  EXPECT_EQ(create_error(description, CL_MEM_COPY_HOST_PTR), CL_INVALID_VALUE);
  {
    const Owned<cl_mem> image = make_image(description);
    EXPECT_EQ(image_info<cl_mem>(image, CL_IMAGE_BUFFER), cl_mem(buffer));
    cl_mem_flags flags = 0;
    EXPECT_EQ(clGetMemObjectInfo(image, CL_MEM_FLAGS, sizeof flags, &flags, nullptr), CL_SUCCESS);
    EXPECT_EQ(flags, cl_mem_flags(CL_MEM_READ_ONLY));
    cl_image_desc of_image = description;
    of_image.buffer = image;
    EXPECT_EQ(create_error(of_image), CL_INVALID_IMAGE_DESCRIPTOR);
  }
  description.image_row_pitch = 256; // as the conformance suite has it
  EXPECT_TRUE(make_image(description));
  description.image_row_pitch = 252;
  EXPECT_EQ(create_error(description), CL_INVALID_IMAGE_DESCRIPTOR);
  description.image_row_pitch = 0;
  description.image_width = 65;
  EXPECT_EQ(create_error(description), CL_INVALID_IMAGE_SIZE);
}

TEST_F(Image, IsNoBuffer) {
  const Owned<cl_mem> image = make_image(image_2d(4, 4));
  cl_int error = 1;
  const cl_buffer_region region = {0, 4};
  EXPECT_FALSE(clCreateSubBuffer(image, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
  EXPECT_EQ(error, CL_INVALID_MEM_OBJECT);
  char byte = 0;
  EXPECT_EQ(clEnqueueReadBuffer(queue, image, CL_TRUE, 0, 1, &byte, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clEnqueueWriteBuffer(queue, image, CL_TRUE, 0, 1, &byte, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clEnqueueFillBuffer(queue, image, &byte, 1, 0, 1, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_FALSE(
      clEnqueueMapBuffer(queue, image, CL_TRUE, CL_MAP_READ, 0, 1, 0, nullptr, nullptr, &error));
  EXPECT_EQ(error, CL_INVALID_MEM_OBJECT);
}

TEST_F(Image, SupportedFormats) {
  cl_uint count = 0;
  ASSERT_EQ(clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count),
            CL_SUCCESS);
  std::vector<cl_image_format> formats(count);
  ASSERT_EQ(
      clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_IMAGE2D, count, formats.data(), nullptr),
      CL_SUCCESS);
  const auto has = [&](cl_channel_order order, cl_channel_type type) {
    return std::ranges::any_of(formats, [&](const cl_image_format& f) {
      return f.image_channel_order == order && f.image_channel_data_type == type;
    });
  };
  // Table 5.8: what every device of the full profile has.
  for (const cl_channel_type type :
       {CL_UNORM_INT8, CL_UNORM_INT16, CL_SIGNED_INT8, CL_SIGNED_INT16, CL_SIGNED_INT32,
        CL_UNSIGNED_INT8, CL_UNSIGNED_INT16, CL_UNSIGNED_INT32, CL_HALF_FLOAT, CL_FLOAT}) {
    EXPECT_TRUE(has(CL_RGBA, type)) << type;
  }
  EXPECT_TRUE(has(CL_BGRA, CL_UNORM_INT8));
  EXPECT_TRUE(has(CL_DEPTH, CL_FLOAT));
  EXPECT_TRUE(has(CL_sRGBA, CL_UNORM_INT8));
  EXPECT_TRUE(has(CL_RGBA, CL_UNORM_INT_101010_2));
  EXPECT_TRUE(has(CL_ABGR, 0x10E5)); // CL_UNORM_INT_2_101010_EXT
  for (const cl_image_format& format : formats) {
    const Owned<cl_mem> image = make_image(image_2d(3, 3), 0, nullptr, format);
    EXPECT_TRUE(image);
  }
  cl_image_format one[1];
  EXPECT_EQ(clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_IMAGE2D, 1, one, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_IMAGE2D, 0, one, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_BUFFER, 0, nullptr, &count),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetSupportedImageFormats(context, ~cl_mem_flags(0), CL_MEM_OBJECT_IMAGE2D, 0, nullptr,
                                       &count),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetSupportedImageFormats(nullptr, 0, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count),
            CL_INVALID_CONTEXT);
}

TEST_F(Image, FormatsThatOneKernelReadsAndWrites) {
  const auto formats_of = [&](cl_mem_flags flags) {
    cl_uint count = 0;
    EXPECT_EQ(clGetSupportedImageFormats(context, flags, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count),
              CL_SUCCESS);
    std::vector<cl_image_format> formats(count);
    EXPECT_EQ(clGetSupportedImageFormats(context, flags, CL_MEM_OBJECT_IMAGE2D, count,
                                         formats.data(), nullptr),
              CL_SUCCESS);
    return formats;
  };
  const auto formats = formats_of(CL_MEM_KERNEL_READ_AND_WRITE);
  for (const cl_channel_order order : {CL_R, CL_RGBA}) {
    for (const cl_channel_type type :
         {CL_UNORM_INT8, CL_SIGNED_INT8, CL_SIGNED_INT16, CL_SIGNED_INT32, CL_UNSIGNED_INT8,
          CL_UNSIGNED_INT16, CL_UNSIGNED_INT32, CL_HALF_FLOAT, CL_FLOAT}) {
      EXPECT_TRUE(std::ranges::any_of(formats,
                                      [&](const cl_image_format& f) {
                                        return f.image_channel_order == order &&
                                               f.image_channel_data_type == type;
                                      }))
          << order << " " << type;
    }
  }
  EXPECT_EQ(formats_of(CL_MEM_READ_WRITE | CL_MEM_KERNEL_READ_AND_WRITE).size(), formats.size());
  cl_uint count = 0;
  EXPECT_EQ(clGetSupportedImageFormats(
                context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY | CL_MEM_KERNEL_READ_AND_WRITE,
                CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count),
            CL_INVALID_VALUE);
  EXPECT_EQ(create_error(image_2d(4, 4), CL_MEM_KERNEL_READ_AND_WRITE), CL_INVALID_VALUE);
}

TEST_F(Image, Samplers) {
  struct Case {
    cl_bool normalized;
    cl_addressing_mode addressing;
    cl_filter_mode filter;
    cl_int expected;
  };
  for (const Case& c :
       {Case{CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, CL_SUCCESS},
        {CL_TRUE, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_LINEAR, CL_SUCCESS},
        {2, CL_ADDRESS_NONE, CL_FILTER_NEAREST, CL_INVALID_VALUE},
        {CL_TRUE, CL_ADDRESS_NONE - 1, CL_FILTER_NEAREST, CL_INVALID_VALUE},
        {CL_TRUE, CL_ADDRESS_MIRRORED_REPEAT + 1, CL_FILTER_NEAREST, CL_INVALID_VALUE},
        {CL_TRUE, CL_ADDRESS_NONE, CL_FILTER_LINEAR + 1, CL_INVALID_VALUE},
        {CL_FALSE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST, CL_INVALID_VALUE},
        {CL_FALSE, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_NEAREST, CL_INVALID_VALUE}}) {
    cl_int error = 1;
    const Owned<cl_sampler> sampler =
        clCreateSampler(context, c.normalized, c.addressing, c.filter, &error);
    EXPECT_EQ(error, c.expected) << c.normalized << " " << c.addressing << " " << c.filter;
    EXPECT_EQ(sampler != nullptr, c.expected == CL_SUCCESS);
  }
  const Owned<cl_sampler> sampler =
      clCreateSampler(context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, nullptr);
  const auto info = [&](cl_sampler_info name) {
    cl_uint value = 0;
    EXPECT_EQ(clGetSamplerInfo(sampler, name, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  };
  EXPECT_EQ(info(CL_SAMPLER_REFERENCE_COUNT), 1u);
  EXPECT_EQ(info(CL_SAMPLER_NORMALIZED_COORDS), cl_uint(CL_TRUE));
  EXPECT_EQ(info(CL_SAMPLER_ADDRESSING_MODE), cl_uint(CL_ADDRESS_CLAMP));
  EXPECT_EQ(info(CL_SAMPLER_FILTER_MODE), cl_uint(CL_FILTER_LINEAR));
  EXPECT_EQ(clGetSamplerInfo(sampler, 0x7777, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clRetainSampler(sampler), CL_SUCCESS);
  EXPECT_EQ(clReleaseSampler(sampler), CL_SUCCESS);
}

} // namespace
