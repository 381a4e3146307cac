// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KERNEL_TEST_IMAGES_IMAGE_TEST_H
#define KERNEL_TEST_IMAGES_IMAGE_TEST_H

#include "harness.h"

#include <memory>

using Image = std::unique_ptr<std::remove_pointer_t<cl_mem>, decltype(&clReleaseMemObject)>;
using Sampler = std::unique_ptr<std::remove_pointer_t<cl_sampler>, decltype(&clReleaseSampler)>;

/// Kernels on images.
class ImageTest : public KernelTest {
protected:
  struct Size {
    size_t width, height = 0, depth = 0, layers = 0;
  };

  /// `contents` may be null.
  Image make_image(cl_mem_object_type type, cl_image_format format, const Size& size,
                   const void* contents, cl_mem_flags how = CL_MEM_COPY_HOST_PTR) {
    cl_image_desc description = {};
    description.image_type = type;
    description.image_width = size.width;
    description.image_height = size.height;
    description.image_depth = size.depth;
    description.image_array_size = size.layers;
    cl_int error = -1;
    cl_mem image = clCreateImage(context, contents ? how : 0, &format, &description,
                                 const_cast<void*>(contents), &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return Image(image, clReleaseMemObject);
  }

  Sampler make_sampler(cl_bool normalized, cl_addressing_mode addressing, cl_filter_mode filter) {
    cl_int error = -1;
    cl_sampler sampler = clCreateSampler(context, normalized, addressing, filter, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return Sampler(sampler, clReleaseSampler);
  }

  /// All bytes of an image.
  template <typename T> std::vector<T> contents(cl_mem image, const size_t (&region)[3]) {
    size_t texel = 0;
    require(clGetImageInfo(image, CL_IMAGE_ELEMENT_SIZE, sizeof texel, &texel, nullptr),
            "clGetImageInfo");
    std::vector<T> data(region[0] * region[1] * region[2] * texel / sizeof(T));
    const size_t origin[3] = {};
    EXPECT_EQ(clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, data.data(), 0,
                                 nullptr, nullptr),
              CL_SUCCESS);
    return data;
  }
};

#endif
