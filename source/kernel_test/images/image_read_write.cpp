// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images that a kernel both reads and writes (OpenCL C 3.0, section 6.15.15.6): what a work-item
// has written before a fence it reads behind it, and behind a barrier what its group has.
#include "images/image_test.h"

#include <algorithm>
#include <cstring>

namespace {

constexpr char version[] = "-cl-std=CL3.0";
constexpr cl_image_format one_float = {CL_R, CL_FLOAT};
constexpr cl_image_format one_uint = {CL_R, CL_UNSIGNED_INT32};

class ImageReadWrite : public ImageTest {};
ALL_VARIANTS(ImageReadWrite);

#define OWN_FENCE                                                                                  \
  "atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);"

TEST_P(ImageReadWrite, EveryShape) {
  struct Shape {
    const char* type;
    const char* coordinates;
    cl_mem_object_type object;
    Size size;
    size_t region[3];
    bool is_depth = false;
  };
  // All have twelve texels, which a work-item each takes.
  for (const Shape& shape :
       {Shape{"image1d_t", "n", CL_MEM_OBJECT_IMAGE1D, {12}, {12, 1, 1}},
        {"image1d_array_t",
         "(int2)(n % 4, n / 4)",
         CL_MEM_OBJECT_IMAGE1D_ARRAY,
         {4, 0, 0, 3},
         {4, 3, 1}},
        {"image2d_t", "(int2)(n % 4, n / 4)", CL_MEM_OBJECT_IMAGE2D, {4, 3}, {4, 3, 1}},
        {"image2d_array_t",
         "(int4)(n % 2, n / 2 % 2, n / 4, 0)",
         CL_MEM_OBJECT_IMAGE2D_ARRAY,
         {2, 2, 0, 3},
         {2, 2, 3}},
        {"image3d_t",
         "(int4)(n % 2, n / 2 % 2, n / 4, 0)",
         CL_MEM_OBJECT_IMAGE3D,
         {2, 2, 3},
         {2, 2, 3}},
        {"image2d_depth_t", "(int2)(n % 4, n / 4)", CL_MEM_OBJECT_IMAGE2D, {4, 3}, {4, 3, 1}, true},
        {"image2d_array_depth_t",
         "(int4)(n % 2, n / 2 % 2, n / 4, 0)",
         CL_MEM_OBJECT_IMAGE2D_ARRAY,
         {2, 2, 0, 3},
         {2, 2, 3},
         true}}) {
    SCOPED_TRACE(shape.type);
    const std::string color = shape.is_depth ? "float" : "float4";
    build("kernel void k(read_write " + std::string(shape.type) +
              " i, global float* o, global int* q) {\n  int n = get_global_id(0);\n  " + color +
              " before = read_imagef(i, " + shape.coordinates + ");\n  write_imagef(i, " +
              shape.coordinates + ", before * 2);\n" OWN_FENCE "\n  " + color +
              " after = read_imagef(i, " + shape.coordinates + ");\n  o[2 * n] = before" +
              (shape.is_depth ? "" : ".x") + ";\n  o[2 * n + 1] = after" +
              (shape.is_depth ? "" : ".x") +
              ";\n  if (n == 0) { q[0] = get_image_width(i);"
              "    q[1] = get_image_channel_data_type(i) == CLK_FLOAT; } }",
          version);
    std::vector<float> texels(12);
    for (size_t i = 0; i < texels.size(); ++i) {
      texels[i] = float(i + 1);
    }
    const cl_image_format format = {cl_channel_order(shape.is_depth ? CL_DEPTH : CL_R), CL_FLOAT};
    const Image image = make_image(shape.object, format, shape.size, texels.data());
    std::vector<float> out(24);
    std::vector<int> q(2);
    run({{12}, {}, {}}, image.get(), out, q);
    EXPECT_EQ(q, (std::vector<int>{int(shape.size.width), 1}));
    const auto written = contents<float>(image.get(), shape.region);
    for (size_t i = 0; i < texels.size(); ++i) {
      EXPECT_EQ(out[2 * i], texels[i]);
      EXPECT_EQ(out[2 * i + 1], 2 * texels[i]);
      EXPECT_EQ(written[i], 2 * texels[i]);
    }
  }
}

TEST_P(ImageReadWrite, BuffersAsImages) {
  build("kernel void k(read_write image1d_buffer_t i, global uint* o) {"
        "  int n = get_global_id(0);"
        "  write_imageui(i, n, read_imageui(i, n) + (uint4)(n, 0, 0, 0)); " OWN_FENCE
        "  o[n] = read_imageui(i, n).x; }",
        version);
  std::vector<cl_uint> values(37, 100);
  cl_int error = 0;
  const Image memory(
      clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, values.size() * 4, values.data(), &error),
      clReleaseMemObject);
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
  description.image_width = values.size();
  description.buffer = memory.get();
  const Image image(clCreateImage(context, 0, &one_uint, &description, nullptr, &error),
                    clReleaseMemObject);
  ASSERT_EQ(error, CL_SUCCESS);
  std::vector<cl_uint> out(values.size());
  run({{values.size()}, {}, {}}, image.get(), out);
  for (size_t i = 0; i < out.size(); ++i) {
    EXPECT_EQ(out[i], 100 + i);
  }
}

/// Work-items count in their texels, some of them more often than others.
TEST_P(ImageReadWrite, OwnTexelsInLoops) {
  build("kernel void k(read_write image2d_t i, global uint* o) {"
        "  int2 c = (int2)(get_global_id(0), get_global_id(1));"
        "  uint n = c.x + 7 * c.y, sum = 0;"
        "  for (uint j = 0; j < n % 6; ++j) {"
        "    uint4 v = read_imageui(i, c);"
        "    sum += v.x;"
        "    if (n % 3 != 1) write_imageui(i, c, v + (uint4)(j + 1, 1, 0, 0));" OWN_FENCE
        "    sum += 100 * read_imageui(i, c).y; }"
        "  o[n] = sum; }",
        version);
  constexpr size_t width = 7, height = 9;
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
  std::vector<unsigned char> texels(width * height * 4, 3);
  const Image image = make_image(CL_MEM_OBJECT_IMAGE2D, format, {width, height}, texels.data());
  std::vector<cl_uint> out(width * height), expected(width * height);
  for (unsigned n = 0; n < expected.size(); ++n) {
    for (unsigned j = 0; j < n % 6; ++j) {
      expected[n] += texels[4 * n];
      if (n % 3 != 1) {
        texels[4 * n] = static_cast<unsigned char>(texels[4 * n] + j + 1);
        ++texels[4 * n + 1];
      }
      expected[n] += 100U * texels[4 * n + 1];
    }
  }
  run({{width, height}, {}, {}}, image.get(), out);
  EXPECT_EQ(out, expected);
  EXPECT_EQ(contents<unsigned char>(image.get(), {width, height, 1}), texels);
}

/// Texels that other work-items of the group have written, behind a barrier, several times.
TEST_P(ImageReadWrite, TexelsOfTheGroup) {
  build("kernel void k(read_write image2d_t i) {"
        "  int2 c = (int2)(get_global_id(0), get_global_id(1));"
        "  int2 first = (int2)(get_group_id(0) * get_local_size(0),"
        "                      get_group_id(1) * get_local_size(1));"
        "  int2 size = (int2)(get_local_size(0), get_local_size(1));"
        "  for (int round = 0; round < 3; ++round) {"
        "    int2 beside = first + (c - first + (int2)(1, round)) % size;"
        "    float4 mine = read_imagef(i, c), other = read_imagef(i, beside);"
        "    work_group_barrier(CLK_IMAGE_MEM_FENCE);"
        "    write_imagef(i, c, mine + 2 * other);"
        "    work_group_barrier(CLK_IMAGE_MEM_FENCE); } }",
        version);
  constexpr size_t width = 40, height = 6;
  for (const auto& [x, y] : {std::pair<size_t, size_t>{20, 3}, {8, 6}, {1, 2}, {40, 1}}) {
    std::vector<float> texels(width * height);
    for (size_t i = 0; i < texels.size(); ++i) {
      texels[i] = float(i * 31 % 17);
    }
    const Image image =
        make_image(CL_MEM_OBJECT_IMAGE2D, one_float, {width, height}, texels.data());
    for (size_t round = 0; round < 3; ++round) {
      const auto before = texels;
      for (size_t i = 0; i < texels.size(); ++i) {
        const size_t at_x = i % width, at_y = i / width;
        const size_t other_x = at_x / x * x + (at_x % x + 1) % x;
        const size_t other_y = at_y / y * y + (at_y % y + round) % y;
        texels[i] = before[i] + 2 * before[other_y * width + other_x];
      }
    }
    run({{width, height}, {x, y}, {}}, image.get());
    EXPECT_EQ(contents<float>(image.get(), {width, height, 1}), texels) << x << " by " << y;
  }
}

/// Texels that lie elsewhere than where neighbours' do, written and read in functions.
TEST_P(ImageReadWrite, ScatteredTexelsThroughFunctions) {
  build("void put(read_write image1d_t i, int x, uint value) {"
        "  write_imageui(i, x, (uint4)(value, 0, 0, 1)); }"
        "uint get(read_write image1d_t i, int x) { return read_imageui(i, x).x; }"
        "kernel void k(read_write image1d_t i, global const int* where, global uint* o) {"
        "  int n = get_global_id(0), x = where[n];"
        "  uint before = get(i, x);"
        "  put(i, x, before + n); " OWN_FENCE "  uint first = get(i, x);"
        "  if (n & 1) { put(i, x, first * 2); } " OWN_FENCE "  o[n] = get(i, x) * 1000 + before; }",
        version);
  constexpr size_t count = 50;
  std::vector<cl_uint> texels(count), out(count);
  std::vector<int> where(count);
  for (size_t i = 0; i < count; ++i) {
    texels[i] = cl_uint(i);
    where[i] = int(i * 21 % count);
  }
  const Image image = make_image(CL_MEM_OBJECT_IMAGE1D, one_uint, {count}, texels.data());
  run({{count}, {}, {}}, image.get(), where, out);
  for (size_t i = 0; i < count; ++i) {
    const size_t before = size_t(where[i]), sum = before + i;
    EXPECT_EQ(out[i], (i & 1 ? 2 * sum : sum) * 1000 + before) << i;
  }
}

TEST_P(ImageReadWrite, EveryFormat) {
  cl_uint count = 0;
  ASSERT_EQ(clGetSupportedImageFormats(context, CL_MEM_KERNEL_READ_AND_WRITE, CL_MEM_OBJECT_IMAGE2D,
                                       0, nullptr, &count),
            CL_SUCCESS);
  std::vector<cl_image_format> formats(count);
  ASSERT_EQ(clGetSupportedImageFormats(context, CL_MEM_KERNEL_READ_AND_WRITE, CL_MEM_OBJECT_IMAGE2D,
                                       count, formats.data(), nullptr),
            CL_SUCCESS);
  // Reads what was written one texel to the left, so that bytes must come back as they were.
  build("kernel void k(read_write image2d_t i, global int* kinds, int kind) {"
        "  int2 c = (int2)(get_global_id(0) * 2, get_global_id(1)), next = c + (int2)(1, 0);"
        "  if (kind == 0) write_imagef(i, next, read_imagef(i, c));"
        "  else if (kind == 1) write_imagei(i, next, read_imagei(i, c));"
        "  else write_imageui(i, next, read_imageui(i, c)); " OWN_FENCE
        "  if (kind == 0) write_imagef(i, c, read_imagef(i, next));"
        "  else if (kind == 1) write_imagei(i, c, read_imagei(i, next));"
        "  else write_imageui(i, c, read_imageui(i, next));"
        "  kinds[0] = kind; }",
        version);
  constexpr size_t width = 32, height = 2;
  for (const cl_image_format& format : formats) {
    if (format.image_channel_order == CL_DEPTH) {
      continue;
    }
    SCOPED_TRACE(testing::Message() << std::hex << format.image_channel_order << " "
                                    << format.image_channel_data_type);
    // Powers of two are numbers in all formats, and none is NaN or has bits that go lost.
    std::vector<unsigned char> texels(width * height * 16);
    for (size_t i = 0; i < texels.size(); ++i) {
      texels[i] = static_cast<unsigned char>(1U << (i % 5));
    }
    const Image image = make_image(CL_MEM_OBJECT_IMAGE2D, format, {width, height}, texels.data());
    size_t texel = 0;
    clGetImageInfo(image.get(), CL_IMAGE_ELEMENT_SIZE, sizeof texel, &texel, nullptr);
    const cl_channel_type type = format.image_channel_data_type;
    const bool is_signed =
        type == CL_SIGNED_INT8 || type == CL_SIGNED_INT16 || type == CL_SIGNED_INT32;
    const bool is_padded = type == 0x10E1 || (type >= 0x10E6 && type <= 0x10EA); // 10x6 and so on
    const bool is_unsigned = type == CL_UNSIGNED_INT8 || type == CL_UNSIGNED_INT16 ||
                             type == CL_UNSIGNED_INT32 || (type >= 0x10E6 && type <= 0x10E8);
    const cl_int kind = is_signed ? 1 : is_unsigned ? 2 : 0;
    std::vector<int> kinds(1, -1);
    run({{width / 2, height}, {}, {}}, image.get(), kinds, kind);
    EXPECT_EQ(kinds[0], kind);
    const auto written = contents<unsigned char>(image.get(), {width, height, 1});
    for (size_t i = 0; i < written.size(); ++i) {
      const size_t at = i / texel % 2 ? i - texel : i; // of the first of two texels
      if (is_padded && i % 2 == 0) {                   // the padding's byte
        continue;
      }
      const bool is_unused = type == CL_UNORM_SHORT_555 || type == CL_UNORM_INT_101010;
      if (!is_unused || i % texel != texel - 1) {
        ASSERT_EQ(int(written[i]), int(texels[at])) << i;
      }
    }
  }
}

} // namespace
