// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_TEST_MEMORY_IMAGE_FIXTURE_H
#define CL_TEST_MEMORY_IMAGE_FIXTURE_H

#include "fixture.h"

inline constexpr cl_image_format rgba8 = {CL_RGBA, CL_UNSIGNED_INT8};

inline cl_image_desc image_of(cl_mem_object_type type, size_t width, size_t height, size_t depth,
                              size_t layers) {
  cl_image_desc description = {};
  description.image_type = type;
  description.image_width = width;
  description.image_height = height;
  description.image_depth = depth;
  description.image_array_size = layers;
  return description;
}
inline cl_image_desc image_1d(size_t width) {
  return image_of(CL_MEM_OBJECT_IMAGE1D, width, 0, 0, 0);
}
inline cl_image_desc image_1d_array(size_t width, size_t layers) {
  return image_of(CL_MEM_OBJECT_IMAGE1D_ARRAY, width, 0, 0, layers);
}
inline cl_image_desc image_2d(size_t width, size_t height) {
  return image_of(CL_MEM_OBJECT_IMAGE2D, width, height, 0, 0);
}
inline cl_image_desc image_2d_array(size_t width, size_t height, size_t layers) {
  return image_of(CL_MEM_OBJECT_IMAGE2D_ARRAY, width, height, 0, layers);
}
inline cl_image_desc image_3d(size_t width, size_t height, size_t depth) {
  return image_of(CL_MEM_OBJECT_IMAGE3D, width, height, depth, 0);
}

class ImageTest : public ClTest {
protected:
  Owned<cl_mem> make_image(const cl_image_desc& description, cl_mem_flags flags = 0,
                           void* host = nullptr, const cl_image_format& format = rgba8) {
    cl_int error = -1;
    Owned<cl_mem> made = clCreateImage(context, flags, &format, &description, host, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  template <typename T> static T image_info(cl_mem image, cl_image_info name) {
    T value = {};
    EXPECT_EQ(clGetImageInfo(image, name, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  }
  /// The default row pitch, in bytes, of an image in a buffer.
  size_t row_in_buffer(size_t texels, size_t texel_size) {
    const size_t unit = device_info<cl_uint>(CL_DEVICE_IMAGE_PITCH_ALIGNMENT);
    return (texels + unit - 1) / unit * unit * texel_size;
  }
  template <typename T> T device_info(cl_device_info name) {
    T value = {};
    EXPECT_EQ(clGetDeviceInfo(device, name, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  }
};

#endif
