// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every format, read and written by kernels.
#include "images/image_test.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

namespace {

class ImageFormats : public ImageTest {
protected:
  std::vector<cl_image_format> formats() {
    cl_uint count = 0;
    EXPECT_EQ(clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count),
              CL_SUCCESS);
    std::vector<cl_image_format> all(count);
    EXPECT_EQ(
        clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_IMAGE2D, count, all.data(), nullptr),
        CL_SUCCESS);
    all.push_back({CL_sRGBx, CL_UNORM_INT8}); // there is, but not listed
    return all;
  }
};
ALL_VARIANTS(ImageFormats);

/// Types that packaged headers lack.
enum : cl_channel_type {
  unorm_int10x6 = 0x10E1,
  unorm_int_2_101010 = 0x10E5,
  unsigned_int10x6,
  unsigned_int12x4,
  unsigned_int14x2,
  unorm_int12x4,
  unorm_int14x2
};

enum class Kind { real, sint, uint };

Kind kind_of(cl_channel_type type) {
  switch (type) {
  case CL_SIGNED_INT8:
  case CL_SIGNED_INT16:
  case CL_SIGNED_INT32:
    return Kind::sint;
  case CL_UNSIGNED_INT8:
  case CL_UNSIGNED_INT16:
  case CL_UNSIGNED_INT32:
  case unsigned_int10x6:
  case unsigned_int12x4:
  case unsigned_int14x2:
    return Kind::uint;
  default:
    return Kind::real;
  }
}

template <typename T> T take(const unsigned char* bytes, size_t i) {
  T value;
  std::memcpy(&value, bytes + i * sizeof value, sizeof value);
  return value;
}

double of_half(uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const double mantissa = bits & 1023;
  const double size = exponent == 0    ? std::ldexp(mantissa, -24)
                      : exponent == 31 ? (mantissa == 0 ? INFINITY : NAN)
                                       : std::ldexp(1024 + mantissa, exponent - 25);
  return bits & 0x8000 ? -size : size;
}

/// Channel `i` in memory.
double channel(const unsigned char* bytes, cl_channel_type type, size_t i) {
  const auto signed_norm = [](double value, double most) { return std::max(value / most, -1.0); };
  const auto field = [&](unsigned word, unsigned shift, unsigned most) {
    return double(word >> shift & most) / most;
  };
  switch (type) {
  case CL_SNORM_INT8:
    return signed_norm(take<int8_t>(bytes, i), 127);
  case CL_SNORM_INT16:
    return signed_norm(take<int16_t>(bytes, i), 32767);
  case CL_UNORM_INT8:
    return take<uint8_t>(bytes, i) / 255.0;
  case CL_UNORM_INT16:
    return take<uint16_t>(bytes, i) / 65535.0;
  case CL_UNORM_SHORT_565: {
    const unsigned word = take<uint16_t>(bytes, 0);
    return i == 0 ? field(word, 11, 31) : i == 1 ? field(word, 5, 63) : field(word, 0, 31);
  }
  case CL_UNORM_SHORT_555:
    return field(take<uint16_t>(bytes, 0), unsigned(10 - 5 * i), 31);
  case CL_UNORM_INT_101010:
    return field(take<uint32_t>(bytes, 0), unsigned(20 - 10 * i), 1023);
  case CL_UNORM_INT_101010_2: {
    const unsigned word = take<uint32_t>(bytes, 0);
    return i == 3 ? field(word, 0, 3) : field(word, unsigned(22 - 10 * i), 1023);
  }
  case unorm_int_2_101010: {
    const unsigned word = take<uint32_t>(bytes, 0);
    return i == 0 ? field(word, 30, 3) : field(word, unsigned(30 - 10 * i), 1023);
  }
  case unorm_int10x6:
    return field(take<uint16_t>(bytes, i), 6, 1023);
  case unorm_int12x4:
    return field(take<uint16_t>(bytes, i), 4, 4095);
  case unorm_int14x2:
    return field(take<uint16_t>(bytes, i), 2, 16383);
  case unsigned_int10x6:
    return take<uint16_t>(bytes, i) >> 6;
  case unsigned_int12x4:
    return take<uint16_t>(bytes, i) >> 4;
  case unsigned_int14x2:
    return take<uint16_t>(bytes, i) >> 2;
  case CL_SIGNED_INT8:
    return take<int8_t>(bytes, i);
  case CL_SIGNED_INT16:
    return take<int16_t>(bytes, i);
  case CL_SIGNED_INT32:
    return take<int32_t>(bytes, i);
  case CL_UNSIGNED_INT8:
    return take<uint8_t>(bytes, i);
  case CL_UNSIGNED_INT16:
    return take<uint16_t>(bytes, i);
  case CL_UNSIGNED_INT32:
    return take<uint32_t>(bytes, i);
  case CL_HALF_FLOAT:
    return of_half(take<uint16_t>(bytes, i));
  default:
    return double(take<float>(bytes, i));
  }
}

/// Where red, green, blue and alpha come from: a channel, or 'z' (zero) or 'o' (one).
const char* sources(cl_channel_order order) {
  switch (order) {
  case CL_R:
  case CL_Rx:
  case CL_DEPTH:
    return "0zzo";
  case CL_A:
    return "zzz0";
  case CL_RG:
  case CL_RGx:
    return "01zo";
  case CL_RA:
    return "0zz1";
  case CL_RGB:
  case CL_RGBx:
    return "012o";
  case CL_BGRA:
  case CL_sBGRA:
    return "2103";
  case CL_sRGBx:
    return "012o";
  case CL_ARGB:
    return "1230";
  case CL_ABGR:
    return "3210";
  case CL_INTENSITY:
    return "0000";
  case CL_LUMINANCE:
    return "000o";
  default:
    return "0123";
  }
}

bool is_srgb(cl_channel_order order) {
  return order == CL_sRGBA || order == CL_sBGRA || order == CL_sRGBx;
}

/// Converts an sRGB value to a linear scale, and back.
double to_linear(double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); }
double to_srgb(double c) {
  return c < 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
}

double component(const unsigned char* texel, const cl_image_format& format, size_t c) {
  const char source = sources(format.image_channel_order)[c];
  if (source == 'z' || source == 'o') {
    return source == 'o' ? 1.0 : 0.0;
  }
  const double value = channel(texel, format.image_channel_data_type, size_t(source - '0'));
  return is_srgb(format.image_channel_order) && c < 3 ? to_linear(value) : value;
}

std::string reading_kernel(Kind kind, bool is_depth) {
  if (is_depth) {
    return "kernel void k(read_only image2d_depth_t i, global float4* o, int w) {"
           "  int x = get_global_id(0), y = get_global_id(1);"
           "  o[y * w + x] = (float4)(read_imagef(i, (int2)(x, y)), 0, 0, 1); }";
  }
  const std::string suffix = kind == Kind::real ? "f" : kind == Kind::sint ? "i" : "ui";
  const std::string type = kind == Kind::real ? "float4" : kind == Kind::sint ? "int4" : "uint4";
  return "kernel void k(read_only image2d_t i, global " + type +
         "* o, int w) {"
         "  int x = get_global_id(0), y = get_global_id(1);"
         "  o[y * w + x] = read_image" +
         suffix + "(i, (int2)(x, y)); }";
}

constexpr int width = 33, height = 5;

TEST_P(ImageFormats, AreReadAsTheirColors) {
  std::mt19937 random(1);
  for (const Kind kind : {Kind::real, Kind::sint, Kind::uint}) {
    for (const bool is_depth : {false, true}) {
      if (is_depth && kind != Kind::real) {
        continue;
      }
      build(reading_kernel(kind, is_depth));
      for (const cl_image_format& format : formats()) {
        if (kind_of(format.image_channel_data_type) != kind ||
            (format.image_channel_order == CL_DEPTH) != is_depth) {
          continue;
        }
        std::vector<unsigned char> bytes(width * height * 16);
        for (unsigned char& byte : bytes) {
          byte = static_cast<unsigned char>(random());
        }
        const Image image =
            make_image(CL_MEM_OBJECT_IMAGE2D, format, {width, height}, bytes.data());
        size_t texel = 0;
        clGetImageInfo(image.get(), CL_IMAGE_ELEMENT_SIZE, sizeof texel, &texel, nullptr);
        std::vector<uint32_t> out(width * height * 4);
        run({{width, height}, {}, {}}, image.get(), out, width);
        for (size_t i = 0; i < out.size(); ++i) {
          const double expected = component(&bytes[i / 4 * texel], format, i % 4);
          float real = 0;
          std::memcpy(&real, &out[i], sizeof real);
          if (kind == Kind::real && std::isnan(expected)) {
            ASSERT_TRUE(std::isnan(real));
          } else if (kind == Kind::real) {
            // Correctly rounded, whatever the format.
            ASSERT_EQ(real, static_cast<float>(expected))
                << std::hex << format.image_channel_order << " " << format.image_channel_data_type
                << std::dec << " component " << i;
          } else {
            ASSERT_EQ(kind == Kind::sint ? double(int32_t(out[i])) : double(out[i]), expected)
                << std::hex << format.image_channel_order << " " << format.image_channel_data_type;
          }
        }
      }
    }
  }
}

std::string writing_kernel(Kind kind, bool is_depth) {
  const std::string suffix = kind == Kind::real ? "f" : kind == Kind::sint ? "i" : "ui";
  const std::string type = kind == Kind::real ? "float4" : kind == Kind::sint ? "int4" : "uint4";
  return "kernel void k(write_only image2d_" + std::string(is_depth ? "depth_t" : "t") +
         " i, global " + type +
         "* colors, int w) {"
         "  int x = get_global_id(0), y = get_global_id(1);"
         "  write_image" +
         suffix + "(i, (int2)(x, y), colors[y * w + x]" + (is_depth ? ".x" : "") + "); }";
}

/// The host converts a fill's color in a way of its own (libimg/source/color.cpp).
TEST_P(ImageFormats, AreWrittenAsFillsWriteThem) {
  constexpr size_t count = 16;
  std::mt19937 random(2);
  for (const Kind kind : {Kind::real, Kind::sint, Kind::uint}) {
    for (const bool is_depth : {false, true}) {
      if (is_depth && kind != Kind::real) {
        continue;
      }
      build(writing_kernel(kind, is_depth));
      for (const cl_image_format& format : formats()) {
        if (kind_of(format.image_channel_data_type) != kind ||
            (format.image_channel_order == CL_DEPTH) != is_depth) {
          continue;
        }
        std::vector<uint32_t> colors(count * 4);
        for (uint32_t& color : colors) {
          const float real = std::uniform_real_distribution<float>(-1.5f, 1.5f)(random);
          color = uint32_t(random()) >> random() % 32;
          if (kind == Kind::real) {
            std::memcpy(&color, &real, sizeof color);
          }
        }
        const Image written = make_image(CL_MEM_OBJECT_IMAGE2D, format, {count, 1}, nullptr);
        const Image filled = make_image(CL_MEM_OBJECT_IMAGE2D, format, {count, 1}, nullptr);
        auto unchanged = colors;
        run({{count, 1}, {}, {}}, written.get(), unchanged, int(count));
        for (size_t i = 0; i < count; ++i) {
          const size_t origin[3] = {i, 0, 0}, one[3] = {1, 1, 1};
          ASSERT_EQ(clEnqueueFillImage(queue, filled.get(), &colors[i * 4], origin, one, 0, nullptr,
                                       nullptr),
                    CL_SUCCESS);
        }
        const size_t all[3] = {count, 1, 1};
        EXPECT_EQ(contents<unsigned char>(written.get(), all),
                  contents<unsigned char>(filled.get(), all))
            << std::hex << format.image_channel_order << " " << format.image_channel_data_type;
      }
    }
  }
}

/// Numbers at which the next of the 256 values of the sRGB color space begins, and their
/// neighbours.
TEST_P(ImageFormats, WritesOfSrgbRoundToTheNearest) {
  build(writing_kernel(Kind::real, false));
  std::vector<float> colors;
  for (int n = 1; n < 256; ++n) {
    const auto border = static_cast<float>(to_linear((n - 0.5) / 255));
    for (const float x : {std::nextafter(border, 0.0f), border, std::nextafter(border, 1.0f)}) {
      colors.insert(colors.end(), {x, 1 - x, x, x});
    }
  }
  for (const float x : {0.0f, -0.0f, 1.0f, -1.0f, 2.0f, 1e-40f, INFINITY, -INFINITY, NAN}) {
    colors.insert(colors.end(), {x, x, x, x});
  }
  const size_t count = colors.size() / 4;
  const Image image =
      make_image(CL_MEM_OBJECT_IMAGE2D, {CL_sRGBA, CL_UNORM_INT8}, {count, 1}, nullptr);
  run({{count, 1}, {}, {}}, image.get(), colors, int(count));
  const auto written = contents<unsigned char>(image.get(), {count, 1, 1});
  for (size_t i = 0; i < written.size(); ++i) {
    const double x = std::isnan(colors[i]) ? 0 : std::clamp(double(colors[i]), 0.0, 1.0);
    ASSERT_EQ(int(written[i]),
              i % 4 == 3 ? int(std::nearbyint(x * 255)) : int(std::floor(to_srgb(x) * 255 + 0.5)))
        << colors[i];
  }
}

TEST_P(ImageFormats, QueriesNameTheFormat) {
  build("kernel void k(read_only image2d_t i, global int* o) {"
        "  o[0] = get_image_channel_order(i); o[1] = get_image_channel_data_type(i); }");
  for (const cl_image_format& format : formats()) {
    if (format.image_channel_order == CL_DEPTH) {
      continue;
    }
    const Image image = make_image(CL_MEM_OBJECT_IMAGE2D, format, {1, 1}, nullptr);
    std::vector<int> out(2);
    run({{1}, {}, {}}, image.get(), out);
    EXPECT_EQ(out, (std::vector<int>{int(format.image_channel_order),
                                     int(format.image_channel_data_type)}));
  }
}

TEST_P(ImageFormats, FormatsHaveTheirNamesInKernels) {
  build(
      "kernel void k(global int* o) {"
      "  o[0] = CLK_UNORM_INT10X6_EXT; o[1] = CLK_UNORM_INT12X4_EXT; o[2] = CLK_UNORM_INT14X2_EXT;"
      "  o[3] = CLK_UNSIGNED_INT10X6_EXT; o[4] = CLK_UNSIGNED_INT12X4_EXT;"
      "  o[5] = CLK_UNSIGNED_INT14X2_EXT; o[6] = CLK_UNORM_INT_2_101010_EXT; }",
      "-cl-std=CL3.0");
  std::vector<int> out(7);
  run({{1}, {}, {}}, out);
  // The registry's numbers of CL_UNORM_INT10X6_EXT and so on, which Debian's headers lack.
  EXPECT_EQ(out, (std::vector<int>{0x10E1, 0x10E9, 0x10EA, 0x10E6, 0x10E7, 0x10E8, 0x10E5}));
}

TEST_P(ImageFormats, FormatsHaveTheirNamesInCpp) {
  for (const char* options : {"-cl-std=CL3.0", "-cl-std=CLC++2021"}) {
    build(
        "kernel void k(global int* o) {"
        "  o[0] = CLK_sRGB; o[1] = CLK_sRGBx; o[2] = CLK_sRGBA; o[3] = CLK_sBGRA; o[4] = CLK_ABGR;"
        "  o[5] = CLK_UNORM_INT_101010_2; }",
        options);
    std::vector<int> out(6);
    run({{1}, {}, {}}, out);
    EXPECT_EQ(out, (std::vector<int>{CL_sRGB, CL_sRGBx, CL_sRGBA, CL_sBGRA, CL_ABGR,
                                     CL_UNORM_INT_101010_2}));
  }
}

TEST_P(ImageFormats, HalvesAreReadAndWritten) {
  build(R"(#pragma OPENCL EXTENSION cl_khr_fp16 : enable
           kernel void k(read_only image2d_t from, write_only image2d_t to, global half4* out) {
             int x = get_global_id(0);
             half4 color = read_imageh(from, (int2)(x, 0));
             out[x] = color;
             write_imageh(to, (int2)(x, 0), color * (half)2); })");
  std::vector<float> texels(32);
  for (size_t i = 0; i < texels.size(); ++i) {
    texels[i] = float(i) / 4 - 3;
  }
  const cl_image_format format = {CL_RGBA, CL_FLOAT};
  const Image from = make_image(CL_MEM_OBJECT_IMAGE2D, format, {8, 1}, texels.data());
  const Image to = make_image(CL_MEM_OBJECT_IMAGE2D, format, {8, 1}, nullptr);
  std::vector<uint16_t> out(32);
  run({{8}, {}, {}}, from.get(), to.get(), out);
  const auto doubled = contents<float>(to.get(), {8, 1, 1});
  for (size_t i = 0; i < texels.size(); ++i) {
    EXPECT_EQ(of_half(out[i]), double(texels[i]));
    EXPECT_EQ(doubled[i], 2 * texels[i]);
  }
}

} // namespace
