// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images of cl_ext_image_raw10_raw12, whose texels share bytes: read with samplers and without.
#include "harness.h"

#include <CL/cl_newer.h>

namespace {

class ImageRaw : public KernelTest {
protected:
  static constexpr size_t width = 24, height = 7;

  static cl_uint bits_of(cl_channel_type type) {
    return type == CL_UNSIGNED_INT_RAW10_EXT ? 10 : 12;
  }
  static size_t row_bytes(cl_channel_type type) { return width * bits_of(type) / 8; }

  /// Each texel another number, and its bytes as the extension has them.
  static cl_uint number(size_t x, size_t y, cl_channel_type type) {
    return cl_uint(x * 397 + y * 1031 + 5) & ((1u << bits_of(type)) - 1);
  }
  static std::vector<unsigned char> texels(cl_channel_type type, size_t row_pitch) {
    const size_t low = bits_of(type) - 8, together = 8 / low;
    std::vector<unsigned char> bytes(row_pitch * height, 0xEE);
    for (size_t y = 0; y < height; ++y) {
      for (size_t x = 0; x < width; ++x) {
        unsigned char* group = &bytes[y * row_pitch + x / together * (together + 1)];
        if (x % together == 0) {
          group[together] = 0;
        }
        const cl_uint n = number(x, y, type);
        group[x % together] = static_cast<unsigned char>(n >> low);
        group[together] |=
            static_cast<unsigned char>((n & ((1u << low) - 1)) << (low * (x % together)));
      }
    }
    return bytes;
  }
  cl_mem image(cl_channel_type type, size_t row_pitch = 0) {
    const cl_image_format format = {CL_R, type};
    cl_image_desc shape = {};
    shape.image_type = CL_MEM_OBJECT_IMAGE2D;
    shape.image_width = width;
    shape.image_height = height;
    shape.image_row_pitch = row_pitch;
    auto bytes = texels(type, row_pitch ? row_pitch : row_bytes(type));
    cl_int error = 0;
    cl_mem made = clCreateImage(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format, &shape,
                                bytes.data(), &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
};
ALL_VARIANTS(ImageRaw);

TEST_P(ImageRaw, isReadWithSamplersAndWithout) {
  build(R"(
    constant sampler_t whole = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
    constant sampler_t part = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;
    kernel void k(read_only image2d_t image, global uint4* out) {
      int x = get_global_id(0), y = get_global_id(1), w = get_image_width(image), h = get_image_height(image);
      global uint4* own = out + 5 * (y * get_global_size(0) + x);
      own[0] = x < w && y < h ? read_imageui(image, (int2)(x, y)) : (uint4)(7);
      own[1] = read_imageui(image, whole, (int2)(x - 2, y - 1));
      own[2] = read_imageui(image, part, (float2)((x + 0.5f) / w, (y + 0.5f) / h));
      own[3] = read_imageui(image, whole, (float2)(x + 0.25f, y + 0.75f));
      own[4] = (uint4)(get_image_channel_data_type(image), get_image_channel_order(image), 0, 0);
    })");
  constexpr size_t wide = width + 8, high = height + 3;
  for (const cl_channel_type type : {CL_UNSIGNED_INT_RAW10_EXT, CL_UNSIGNED_INT_RAW12_EXT}) {
    for (const size_t pitch : {size_t(0), row_bytes(type) + 7}) {
      cl_mem object = image(type, pitch);
      std::vector<cl_uint> out(wide * high * 20, 99);
      run({{wide, high}, {}, {}}, object, out);
      clReleaseMemObject(object);
      const auto inside = [&](size_t x, size_t y) { return x < width && y < height; };
      const auto expect = [&](size_t x, size_t y, int which, bool is_texel, size_t from_x,
                              size_t from_y) {
        const cl_uint* color = &out[20 * (y * wide + x) + 4 * which];
        const std::vector<cl_uint> seen(color, color + 4);
        const std::vector<cl_uint> expected = {is_texel ? number(from_x, from_y, type) : 0, 0, 0,
                                               1};
        ASSERT_EQ(seen, expected) << std::hex << type << std::dec << " " << which << " at " << x
                                  << ", " << y;
      };
      for (size_t y = 0; y < high; ++y) {
        for (size_t x = 0; x < wide; ++x) {
          if (inside(x, y)) {
            expect(x, y, 0, true, x, y);
          }
          expect(x, y, 1, inside(x - 2, y - 1), x - 2, y - 1);
          expect(x, y, 2, true, x % width, y % height);
          expect(x, y, 3, inside(x, y), x, y);
          if (HasFatalFailure()) {
            return;
          }
          EXPECT_EQ(out[20 * (y * wide + x) + 16], type);
          EXPECT_EQ(out[20 * (y * wide + x) + 17], cl_uint(CL_R));
        }
      }
    }
  }
}

TEST_P(ImageRaw, ofABufferIsReadInOneDimension) {
  build(R"(
    kernel void k(read_only image1d_buffer_t image, global uint* out) {
      size_t i = get_global_id(0);
      out[i] = read_imageui(image, (int)i).x;
    })");
  for (const cl_channel_type type : {CL_UNSIGNED_INT_RAW10_EXT, CL_UNSIGNED_INT_RAW12_EXT}) {
    auto bytes = texels(type, row_bytes(type));
    cl_int error = 0;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes.size(),
                                   bytes.data(), &error);
    ASSERT_EQ(error, CL_SUCCESS);
    const cl_image_format format = {CL_R, type};
    cl_image_desc shape = {};
    shape.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
    shape.image_width = width * height;
    shape.mem_object = buffer;
    cl_mem object = clCreateImage(context, 0, &format, &shape, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    std::vector<cl_uint> out(width * height);
    run({{out.size()}, {}, {}}, object, out);
    for (size_t i = 0; i < out.size(); ++i) {
      ASSERT_EQ(out[i], number(i % width, i / width, type)) << i;
    }
    clReleaseMemObject(object);
    clReleaseMemObject(buffer);
  }
}

} // namespace
