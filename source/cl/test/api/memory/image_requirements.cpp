// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetImageRequirementsInfoEXT (cl_ext_image_requirements_info).
#include "memory/image_fixture.h"

namespace {

class ImageRequirements : public ImageTest {
protected:
  void SetUp() override {
    ImageTest::SetUp();
    ask = reinterpret_cast<clGetImageRequirementsInfoEXT_fn>(
        clGetExtensionFunctionAddressForPlatform(platform, "clGetImageRequirementsInfoEXT"));
    ASSERT_TRUE(ask);
  }
  template <typename T>
  T answer(cl_image_requirements_info_ext name, const cl_image_format* format,
           const cl_image_desc* description, cl_mem_flags flags = 0) {
    T value = 0;
    size_t size = 0;
    EXPECT_EQ(ask(context, nullptr, flags, format, description, name, sizeof value, &value, &size),
              CL_SUCCESS);
    EXPECT_EQ(size, sizeof value);
    return value;
  }
  cl_int error(cl_image_requirements_info_ext name, const cl_image_format* format,
               const cl_image_desc& description) {
    return ask(context, nullptr, 0, format, &description, name, 0, nullptr, nullptr);
  }
  clGetImageRequirementsInfoEXT_fn ask = nullptr;
};

TEST_F(ImageRequirements, SizesAreThoseOfBuffersThatAreLargeEnough) {
  const size_t row = row_in_buffer(7, 4);
  cl_image_desc pitched = image_2d(7, 3);
  pitched.image_row_pitch = 40;
  for (const auto& [description, expected] :
       {std::pair{image_1d(7), size_t(28)},
        {image_1d_array(7, 5), 5 * row},
        {image_2d(7, 3), 3 * row},
        {image_2d_array(7, 3, 5), 15 * row},
        {image_3d(7, 3, 2), 6 * row},
        {pitched, 120},
        {image_of(CL_MEM_OBJECT_IMAGE1D_BUFFER, 7, 0, 0, 0), 28}}) {
    for (const cl_mem_flags flags :
         {CL_MEM_READ_ONLY, CL_MEM_READ_WRITE, CL_MEM_KERNEL_READ_AND_WRITE}) {
      EXPECT_EQ(answer<size_t>(CL_IMAGE_REQUIREMENTS_SIZE_EXT, &rgba8, &description, flags),
                expected);
    }
    const Owned<cl_mem> buffer = make_buffer(expected);
    cl_image_desc of_buffer = description;
    of_buffer.buffer = buffer;
    EXPECT_TRUE(make_image(of_buffer));
  }
}

TEST_F(ImageRequirements, Alignments) {
  const cl_image_desc description = image_3d(4, 4, 4);
  const cl_image_format large = {CL_RGBA, CL_FLOAT}, small = {CL_R, CL_SIGNED_INT8};
  const auto row = [&](const cl_image_format* format, const cl_image_desc* of) {
    return answer<size_t>(CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT, format, of);
  };
  const size_t texels = device_info<cl_uint>(CL_DEVICE_IMAGE_PITCH_ALIGNMENT);
  EXPECT_EQ(row(&large, &description), 16 * texels);
  EXPECT_EQ(row(&small, nullptr), texels);
  EXPECT_EQ(row(nullptr, &description), 16 * texels);
  EXPECT_EQ(row(nullptr, nullptr), 16 * texels);
  constexpr auto base = CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT;
  constexpr auto slice = CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT;
  EXPECT_EQ(answer<size_t>(base, &large, &description),
            device_info<cl_uint>(CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT));
  EXPECT_EQ(answer<size_t>(slice, &large, &description), 1u);
  EXPECT_EQ(answer<size_t>(slice, nullptr, nullptr), 1u);
}

TEST_F(ImageRequirements, LargestSizesAreTheDevices) {
  const auto flat = static_cast<cl_uint>(device_info<size_t>(CL_DEVICE_IMAGE2D_MAX_WIDTH));
  const auto deep = static_cast<cl_uint>(device_info<size_t>(CL_DEVICE_IMAGE3D_MAX_DEPTH));
  const auto line = static_cast<cl_uint>(device_info<size_t>(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE));
  const auto layers = static_cast<cl_uint>(device_info<size_t>(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE));
  const cl_image_desc any = {}, line_image = image_1d(0), flat_image = image_2d(0, 0),
                      deep_image = image_3d(0, 0, 0), array = image_2d_array(0, 7, 0),
                      buffer = image_of(CL_MEM_OBJECT_IMAGE1D_BUFFER, 0, 0, 0, 0);
  const auto width = [&](const cl_image_desc* description) {
    return answer<cl_uint>(CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT, &rgba8, description);
  };
  EXPECT_EQ(width(&line_image), flat);
  EXPECT_EQ(width(&flat_image), flat);
  EXPECT_EQ(width(&deep_image), deep);
  EXPECT_EQ(width(&buffer), line);
  EXPECT_EQ(width(&any), std::min(flat, deep));
  EXPECT_EQ(width(nullptr), std::min(flat, deep));
  const auto height = [&](const cl_image_desc* description) {
    return answer<cl_uint>(CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT, nullptr, description);
  };
  EXPECT_EQ(height(&array), flat);
  EXPECT_EQ(height(&deep_image), deep);
  EXPECT_EQ(height(nullptr), std::min(flat, deep));
  EXPECT_EQ(answer<cl_uint>(CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT, &rgba8, &deep_image), deep);
  EXPECT_EQ(answer<cl_uint>(CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT, &rgba8, nullptr), deep);
  EXPECT_EQ(answer<cl_uint>(CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT, &rgba8, &array), layers);
  EXPECT_EQ(answer<cl_uint>(CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT, &rgba8, &any), layers);
}

TEST_F(ImageRequirements, SizesThatATypeDoesNotHave) {
  for (const auto& description : {image_1d(4), image_1d_array(4, 4)}) {
    EXPECT_EQ(error(CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT, &rgba8, description),
              CL_INVALID_IMAGE_DESCRIPTOR);
  }
  for (const auto& description : {image_1d(4), image_2d(4, 4), image_2d_array(4, 4, 4)}) {
    EXPECT_EQ(error(CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT, &rgba8, description),
              CL_INVALID_IMAGE_DESCRIPTOR);
  }
  for (const auto& description : {image_1d(4), image_2d(4, 4), image_3d(4, 4, 4)}) {
    EXPECT_EQ(error(CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT, &rgba8, description),
              CL_INVALID_IMAGE_DESCRIPTOR);
  }
  EXPECT_EQ(error(CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT, &rgba8, image_2d(4, 1 << 20)),
            CL_INVALID_IMAGE_DESCRIPTOR);
}

TEST_F(ImageRequirements, Errors) {
  const cl_image_desc description = image_2d(4, 4);
  constexpr auto size = CL_IMAGE_REQUIREMENTS_SIZE_EXT;
  constexpr auto pitch = CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT;
  EXPECT_EQ(ask(nullptr, nullptr, 0, &rgba8, &description, size, 0, nullptr, nullptr),
            CL_INVALID_CONTEXT);
  const cl_mem_properties some[] = {1, 1, 0}, none[] = {0};
  EXPECT_EQ(ask(context, some, 0, &rgba8, &description, size, 0, nullptr, nullptr),
            CL_INVALID_PROPERTY);
  EXPECT_EQ(ask(context, none, 0, &rgba8, &description, size, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(
      ask(context, nullptr, ~cl_mem_flags(0), &rgba8, &description, size, 0, nullptr, nullptr),
      CL_INVALID_VALUE);
  EXPECT_EQ(ask(context, nullptr, 0, nullptr, &description, size, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(ask(context, nullptr, 0, &rgba8, nullptr, size, 0, nullptr, nullptr), CL_INVALID_VALUE);
  const cl_image_format wrong = {CL_INTENSITY, CL_UNORM_SHORT_555};
  EXPECT_EQ(error(pitch, &wrong, description), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(error(pitch, &rgba8, image_1d(0)), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(error(pitch, &rgba8, image_of(CL_MEM_OBJECT_BUFFER, 4, 0, 0, 0)),
            CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(error(pitch, &rgba8, cl_image_desc{}), CL_INVALID_IMAGE_DESCRIPTOR);
  cl_image_desc samples = description;
  samples.num_samples = 1;
  EXPECT_EQ(error(pitch, &rgba8, samples), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(error(CL_IMAGE_FORMAT, &rgba8, description), CL_INVALID_VALUE);
  char small = 0;
  EXPECT_EQ(ask(context, nullptr, 0, &rgba8, &description, size, 1, &small, nullptr),
            CL_INVALID_VALUE);
}

} // namespace
