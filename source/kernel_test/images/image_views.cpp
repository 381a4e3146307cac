// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels on images in the memory of buffers, with pitches, and of other images.
#include "images/image_test.h"

#include <cmath>
#include <numeric>

namespace {

class ImageViews : public ImageTest {
protected:
  /// An image in the memory of another object.
  Image make_view(cl_mem parent, cl_mem_object_type type, cl_image_format format, const Size& size,
                  size_t row_pitch = 0, size_t slice_pitch = 0) {
    cl_image_desc description = {};
    description.image_type = type;
    description.image_width = size.width;
    description.image_height = size.height;
    description.image_depth = size.depth;
    description.image_array_size = size.layers;
    description.image_row_pitch = row_pitch;
    description.image_slice_pitch = slice_pitch;
    description.mem_object = parent;
    cl_int error = -1;
    cl_mem image = clCreateImage(context, 0, &format, &description, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return Image(image, clReleaseMemObject);
  }
};
ALL_VARIANTS(ImageViews);

TEST_P(ImageViews, OfBuffers) {
  build(R"(kernel void k(read_only image1d_t a, read_only image1d_array_t b, read_only image2d_t c,
                         read_only image2d_array_t d, read_only image3d_t e, global uint* o) {
             int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
             int n = 5 * (x + 7 * (y + 3 * z));
             o[n] = read_imageui(a, x).x;
             o[n + 1] = read_imageui(b, (int2)(x, y)).x;
             o[n + 2] = read_imageui(c, (int2)(x, y)).x;
             o[n + 3] = read_imageui(d, (int4)(x, y, z, 0)).x;
             o[n + 4] = read_imageui(e, (int4)(x, y, z, 0)).x; })");
  std::vector<cl_uint> words(400);
  std::iota(words.begin(), words.end(), 0U);
  cl_int error = -1;
  const Image buffer(clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, words.size() * sizeof(cl_uint),
                                    words.data(), &error),
                     clReleaseMemObject);
  ASSERT_EQ(error, CL_SUCCESS);
  const cl_image_format format = {CL_R, CL_UNSIGNED_INT32};
  const Image a = make_view(buffer.get(), CL_MEM_OBJECT_IMAGE1D, format, {7});
  const Image b =
      make_view(buffer.get(), CL_MEM_OBJECT_IMAGE1D_ARRAY, format, {7, 0, 0, 3}, 36, 72);
  const Image c = make_view(buffer.get(), CL_MEM_OBJECT_IMAGE2D, format, {7, 3}, 44);
  const Image d =
      make_view(buffer.get(), CL_MEM_OBJECT_IMAGE2D_ARRAY, format, {7, 3, 0, 4}, 32, 128);
  const Image e = make_view(buffer.get(), CL_MEM_OBJECT_IMAGE3D, format, {7, 3, 4}, 40, 160);
  std::vector<cl_uint> out(5 * 7 * 3 * 4);
  run({{7, 3, 4}, {}, {}}, a.get(), b.get(), c.get(), d.get(), e.get(), out);
  for (cl_uint i = 0; i < out.size() / 5; ++i) {
    const cl_uint x = i % 7, y = i / 7 % 3, z = i / 21;
    EXPECT_EQ(
        std::vector<cl_uint>(&out[i * 5], &out[i * 5] + 5),
        (std::vector<cl_uint>{x, x + 18 * y, x + 11 * y, x + 8 * y + 32 * z, x + 10 * y + 40 * z}));
  }
}

TEST_P(ImageViews, OfImages) {
  build(R"(kernel void k(read_only image2d_t linear, read_only image2d_t curved,
                         read_only image2d_t number, read_only image2d_depth_t depth,
                         global float* o) {
             int x = get_global_id(0), y = get_global_id(1), n = 4 * (x + 9 * y);
             o[n] = read_imagef(linear, (int2)(x, y)).x;
             o[n + 1] = read_imagef(curved, (int2)(x, y)).x;
             o[n + 2] = read_imagef(number, (int2)(x, y)).x;
             o[n + 3] = read_imagef(depth, (int2)(x, y)); })");
  constexpr Size size = {9, 5};
  std::vector<unsigned char> bytes(4 * 9 * 5);
  std::vector<float> numbers(9 * 5);
  std::iota(bytes.begin(), bytes.end(), 0);
  std::iota(numbers.begin(), numbers.end(), 0.0f);
  const Image linear =
      make_image(CL_MEM_OBJECT_IMAGE2D, {CL_RGBA, CL_UNORM_INT8}, size, bytes.data());
  const Image curved =
      make_view(linear.get(), CL_MEM_OBJECT_IMAGE2D, {CL_sRGBA, CL_UNORM_INT8}, size);
  const Image number = make_image(CL_MEM_OBJECT_IMAGE2D, {CL_R, CL_FLOAT}, size, numbers.data());
  const Image depth = make_view(number.get(), CL_MEM_OBJECT_IMAGE2D, {CL_DEPTH, CL_FLOAT}, size);
  std::vector<float> out(4 * 9 * 5);
  run({{9, 5}, {}, {}}, linear.get(), curved.get(), number.get(), depth.get(), out);
  for (size_t i = 0; i < numbers.size(); ++i) {
    const double c = bytes[4 * i] / 255.0;
    EXPECT_EQ(out[4 * i], static_cast<float>(c));
    EXPECT_EQ(out[4 * i + 1],
              static_cast<float>(c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4)));
    EXPECT_EQ(out[4 * i + 2], numbers[i]);
    EXPECT_EQ(out[4 * i + 3], numbers[i]);
  }
}

} // namespace
