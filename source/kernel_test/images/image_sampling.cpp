// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The texels that coordinates stand for: shapes, addressing modes, filters, and coordinates
// outside.
#include "images/image_test.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <sys/mman.h>

namespace {

class ImageSampling : public ImageTest {};
ALL_VARIANTS(ImageSampling);

constexpr cl_image_format one_float = {CL_R, CL_FLOAT};
constexpr cl_image_format four_floats = {CL_RGBA, CL_FLOAT};

/// 1, 2, 3, ... : the texels of an image of one channel.
std::vector<float> counting(size_t count) {
  std::vector<float> texels(count);
  for (size_t i = 0; i < count; ++i) {
    texels[i] = float(i + 1);
  }
  return texels;
}

/// One axis as section 8.2 of the specification has it, in double: the texels that are read and the
/// weight of the second. -1 and `size` stand for the border.
struct Axis {
  int first, second;
  double weight;
};
Axis axis(double x, int size, cl_addressing_mode mode, bool normalized, bool linear) {
  double u = normalized ? x * size : x;
  if (mode == CL_ADDRESS_REPEAT) {
    u = (x - std::floor(x)) * size;
  } else if (mode == CL_ADDRESS_MIRRORED_REPEAT) {
    u = std::fabs(x - 2 * std::nearbyint(0.5 * x)) * size;
  }
  const double base = linear ? std::floor(u - 0.5) : std::floor(u);
  const int far = 1 << 20;
  Axis result = {int(std::clamp(base, double(-far), double(far))), 0,
                 linear ? u - 0.5 - base : 0.0};
  result.second = result.first + (linear ? 1 : 0);
  for (int* i : {&result.first, &result.second}) {
    if (mode == CL_ADDRESS_REPEAT) {
      *i = (*i % size + size) % size;
    } else if (mode == CL_ADDRESS_CLAMP) {
      *i = std::clamp(*i, -1, size);
    } else {
      *i = std::clamp(*i, 0, size - 1);
    }
  }
  return result;
}

TEST_P(ImageSampling, EveryModeInOneDimension) {
  build(R"(kernel void k(read_only image1d_t i, sampler_t s, global float* x, global float4* o) {
             int n = get_global_id(0);
             o[n] = read_imagef(i, s, x[n]); })");
  constexpr int size = 5;
  const auto texels = counting(size);
  const Image image = make_image(CL_MEM_OBJECT_IMAGE1D, one_float, {size}, texels.data());
  std::vector<float> coordinates;
  for (int i = -64; i <= 64; ++i) {
    coordinates.push_back(float(i) / 8 + 1.0f / 64);
  }
  for (const auto mode : {CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP,
                          CL_ADDRESS_REPEAT, CL_ADDRESS_MIRRORED_REPEAT}) {
    for (const bool normalized : {false, true}) {
      for (const bool linear : {false, true}) {
        if (!normalized && mode >= CL_ADDRESS_REPEAT) {
          continue;
        }
        const Sampler sampler = make_sampler(normalized, cl_addressing_mode(mode),
                                             linear ? CL_FILTER_LINEAR : CL_FILTER_NEAREST);
        std::vector<float> colors(coordinates.size() * 4);
        run({{coordinates.size()}, {}, {}}, image.get(), sampler.get(), coordinates, colors);
        for (size_t n = 0; n < coordinates.size(); ++n) {
          const double x = coordinates[n];
          const Axis a = axis(x, size, cl_addressing_mode(mode), normalized, linear);
          const auto texel = [&](int i) {
            return i < 0 || i >= size ? 0.0 : double(texels[size_t(i)]);
          };
          const double expected = texel(a.first) * (1 - a.weight) + texel(a.second) * a.weight;
          ASSERT_NEAR(colors[4 * n], expected, linear ? 1e-5 : 0.0)
              << "mode " << mode << " normalized " << normalized << " linear " << linear << " at "
              << x;
          ASSERT_EQ(colors[4 * n + 1], 0.0f);
          ASSERT_NEAR(colors[4 * n + 3], 1.0f, 1e-6); // opaque, and so is the border of CL_R
        }
      }
    }
  }
}

TEST_P(ImageSampling, LinearInTwoAndThreeDimensions) {
  build(R"(kernel void k(read_only image2d_t flat, read_only image3d_t deep,
                         read_only image2d_array_t layers, sampler_t s, global float4* o) {
             int n = get_global_id(0);
             float4 c = (float4)(n * 0.37f - 2, n * 0.21f - 1, n * 0.11f - 0.5f, 0);
             o[3 * n] = read_imagef(flat, s, c.xy);
             o[3 * n + 1] = read_imagef(deep, s, c);
             o[3 * n + 2] = read_imagef(layers, s, c); })");
  constexpr int w = 4, h = 3, d = 3;
  const auto texels = counting(w * h * d);
  const Image flat = make_image(CL_MEM_OBJECT_IMAGE2D, one_float, {w, h}, texels.data());
  const Image deep = make_image(CL_MEM_OBJECT_IMAGE3D, one_float, {w, h, d}, texels.data());
  const Image layers =
      make_image(CL_MEM_OBJECT_IMAGE2D_ARRAY, one_float, {w, h, 0, d}, texels.data());
  const auto texel = [&](int x, int y, int z) {
    const bool inside = x >= 0 && x < w && y >= 0 && y < h && z >= 0 && z < d;
    const int place = (z * h + y) * w + x;
    return inside ? double(texels[size_t(place)]) : 0.0;
  };
  // The hardware of GPUs has weights of eight bits; neighbours differ by 1 and by w.
  const double flat_error = is_gpu() ? (1 + w) / 256.0 : 1e-4;
  for (const auto mode : {CL_ADDRESS_CLAMP, CL_ADDRESS_CLAMP_TO_EDGE}) {
    const Sampler sampler = make_sampler(CL_FALSE, cl_addressing_mode(mode), CL_FILTER_LINEAR);
    constexpr int count = 24;
    std::vector<float> colors(count * 12);
    run({{count}, {}, {}}, flat.get(), deep.get(), layers.get(), sampler.get(), colors);
    for (int n = 0; n < count; ++n) {
      const float c[3] = {float(n) * 0.37f - 2, float(n) * 0.21f - 1, float(n) * 0.11f - 0.5f};
      const Axis x = axis(c[0], w, cl_addressing_mode(mode), false, true);
      const Axis y = axis(c[1], h, cl_addressing_mode(mode), false, true);
      const Axis z = axis(c[2], d, cl_addressing_mode(mode), false, true);
      const int layer = std::clamp(int(std::nearbyint(c[2])), 0, d - 1);
      const auto plane = [&](int at) {
        return (1 - y.weight) * ((1 - x.weight) * texel(x.first, y.first, at) +
                                 x.weight * texel(x.second, y.first, at)) +
               y.weight * ((1 - x.weight) * texel(x.first, y.second, at) +
                           x.weight * texel(x.second, y.second, at));
      };
      const float* color = &colors[size_t(n) * 12];
      ASSERT_NEAR(color[0], plane(0), flat_error) << n;
      ASSERT_NEAR(color[4], (1 - z.weight) * plane(z.first) + z.weight * plane(z.second), 1e-4)
          << n;
      ASSERT_NEAR(color[8], plane(layer), 1e-4) << n;
    }
  }
}

TEST_P(ImageSampling, EveryShapeAndItsQueries) {
  build(R"(kernel void k(read_only image1d_t a, read_only image1d_buffer_t b,
                         read_only image1d_array_t c, read_only image2d_t d,
                         read_only image2d_array_t e, read_only image3d_t f, sampler_t s,
                         global float* o, global int* q) {
             int n = get_global_id(0);
             int x = n % 2, y = n / 2 % 2, z = n / 4;
             o[12 * n] = read_imagef(a, x).x;
             o[12 * n + 1] = read_imagef(b, n).x;
             o[12 * n + 2] = read_imagef(c, (int2)(x, y)).x;
             o[12 * n + 3] = read_imagef(d, (int2)(x, y)).x;
             o[12 * n + 4] = read_imagef(e, (int4)(x, y, z, 0)).x;
             o[12 * n + 5] = read_imagef(f, (int4)(x, y, z, 0)).x;
             o[12 * n + 6] = read_imagef(a, s, x).x;
             o[12 * n + 7] = read_imagef(c, s, (int2)(x, y)).x;
             o[12 * n + 8] = read_imagef(c, s, (float2)(x, y * 9 - 4)).x;
             o[12 * n + 9] = read_imagef(e, s, (int4)(x, y, z * 9 - 4, 0)).x;
             o[12 * n + 10] = read_imagef(e, s, (float4)(x, y, z, 0)).x;
             o[12 * n + 11] = read_imagef(f, s, (float4)(x, y, z, 0)).x;
             if (n == 0) {
               q[0] = get_image_width(a); q[1] = get_image_width(b);
               q[2] = get_image_array_size(c); q[3] = get_image_height(d);
               q[4] = get_image_dim(d).y; q[5] = get_image_array_size(e);
               q[6] = get_image_dim(e).x; q[7] = get_image_depth(f);
               int4 dim = get_image_dim(f);
               q[8] = dim.x; q[9] = dim.y; q[10] = dim.z; q[11] = dim.w;
               q[12] = get_image_channel_order(d) == CLK_R;
               q[13] = get_image_channel_data_type(d) == CLK_FLOAT; } })");
  const auto texels = counting(12);
  const Image line = make_image(CL_MEM_OBJECT_IMAGE1D, one_float, {2}, texels.data());
  auto values = texels;
  cl_int error = 0;
  const Image memory(clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, 48, values.data(), &error),
                     clReleaseMemObject);
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
  description.image_width = 12;
  description.buffer = memory.get();
  const Image buffer(clCreateImage(context, 0, &one_float, &description, nullptr, &error),
                     clReleaseMemObject);
  ASSERT_EQ(error, CL_SUCCESS);
  const Image lines =
      make_image(CL_MEM_OBJECT_IMAGE1D_ARRAY, one_float, {2, 0, 0, 2}, texels.data());
  const Image flat = make_image(CL_MEM_OBJECT_IMAGE2D, one_float, {2, 2}, texels.data());
  const Image layers =
      make_image(CL_MEM_OBJECT_IMAGE2D_ARRAY, one_float, {2, 2, 0, 3}, texels.data());
  const Image deep = make_image(CL_MEM_OBJECT_IMAGE3D, one_float, {2, 2, 3}, texels.data());
  const Sampler sampler = make_sampler(CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST);
  std::vector<float> out(12 * 12);
  std::vector<int> q(14);
  run({{12}, {}, {}}, line.get(), buffer.get(), lines.get(), flat.get(), layers.get(), deep.get(),
      sampler.get(), out, q);
  for (int n = 0; n < 12; ++n) {
    const int x = n % 2, y = n / 2 % 2, z = n / 4;
    const float at_y = float(1 + x + 2 * y), at_z = at_y + float(4 * z);
    const float clamped = float(1 + x + 2 * y + 4 * std::clamp(z * 9 - 4, 0, 2));
    const std::vector<float> expected = {float(1 + x), float(1 + n), at_y, at_y,    at_z, at_z,
                                         float(1 + x), at_y,         at_y, clamped, at_z, at_z};
    EXPECT_EQ(std::vector<float>(&out[size_t(n) * 12], &out[size_t(n) * 12] + 12), expected) << n;
  }
  if (comes_as_spirv()) {
    q[11] = 0; // LLVM 22's SPIR-V back end leaves the fourth component undefined
  }
  EXPECT_EQ(q, (std::vector<int>{2, 12, 2, 2, 2, 3, 2, 3, 2, 2, 3, 0, 1, 1}));
}

TEST_P(ImageSampling, BordersAreThoseOfTheOrder) {
  build(R"(kernel void k(read_only image2d_t i, global float4* o) {
             const sampler_t s = CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
             int n = get_global_id(0);
             o[n] = read_imagef(i, s, (int2)(n - 1, 0)); })");
  const std::vector<float> texels(4, 0.5f);
  struct Case {
    cl_channel_order order;
    float alpha;
    cl_channel_type type = CL_FLOAT;
  };
  for (const auto& [order, alpha, type] : {Case{CL_R, 1.0f},
                                           {CL_RG, 1.0f},
                                           {CL_A, 0.0f},
                                           {CL_RA, 0.0f},
                                           {CL_RGBA, 0.0f},
                                           {CL_INTENSITY, 0.0f},
                                           {CL_LUMINANCE, 1.0f},
                                           {CL_Rx, 0.0f},
                                           {CL_ABGR, 0.0f, CL_UNORM_INT8},
                                           {CL_sRGBA, 0.0f, CL_UNORM_INT8},
                                           {CL_sBGRA, 0.0f, CL_UNORM_INT8},
                                           {CL_sRGBx, 0.0f, CL_UNORM_INT8}}) {
    const Image image = make_image(CL_MEM_OBJECT_IMAGE2D, {order, type}, {1, 1}, texels.data());
    std::vector<float> out(12);
    run({{3}, {}, {}}, image.get(), out);
    for (const size_t n : {0, 2}) {
      EXPECT_EQ(std::vector<float>(&out[n * 4], &out[n * 4] + 4),
                (std::vector<float>{0, 0, 0, alpha}))
          << std::hex << order;
    }
  }
}

/// Colors of sRGB images are filtered on a linear scale.
TEST_P(ImageSampling, LinearOfSrgb) {
  build(R"(kernel void k(read_only image2d_t i, global float4* o) {
             const sampler_t s = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
             o[get_global_id(0)] = read_imagef(i, s, (float2)(0.5f + get_global_id(0) * 0.25f, 0)); })");
  const std::vector<unsigned char> texels = {0, 10, 100, 0, 255, 10, 200, 255};
  const Image image =
      make_image(CL_MEM_OBJECT_IMAGE2D, {CL_sRGBA, CL_UNORM_INT8}, {2, 1}, texels.data());
  std::vector<float> out(20);
  run({{5}, {}, {}}, image.get(), out);
  const auto linear = [](double n) {
    return n <= 0.04045 * 255 ? n / 255 / 12.92 : std::pow((n / 255 + 0.055) / 1.055, 2.4);
  };
  for (size_t i = 0; i < out.size(); ++i) {
    const size_t step = i / 4;
    const double weight = double(step) / 4, first = texels[i % 4], second = texels[i % 4 + 4];
    const double expected = i % 4 == 3 ? ((1 - weight) * first + weight * second) / 255
                                       : (1 - weight) * linear(first) + weight * linear(second);
    EXPECT_NEAR(out[i], expected, 1e-6) << i;
  }
}

TEST_P(ImageSampling, ConstantSamplersAndImagesThroughFunctions) {
  build(R"(constant sampler_t program = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST |
                                        CLK_NORMALIZED_COORDS_TRUE;
           float4 twice(read_only image2d_t i, sampler_t s, float2 c) {
             return read_imagef(i, s, c) + read_imagef(i, program, c); }
           kernel void k(read_only image2d_t i, write_only image2d_t to) {
             const sampler_t own = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR |
                                   CLK_NORMALIZED_COORDS_TRUE;
             int x = get_global_id(0), y = get_global_id(1);
             if (x >= get_image_dim(to).x) return; // beside the same query of the other
             float2 c = (float2)(x + 0.5f, y + 0.5f) / convert_float2(get_image_dim(i));
             if ((x + y) % 3 != 0) write_imagef(to, (int2)(x, y), twice(i, own, c)); })");
  const auto texels = counting(16 * 4 * 4);
  const Image from = make_image(CL_MEM_OBJECT_IMAGE2D, four_floats, {16, 4}, texels.data());
  const std::vector<float> zeros(texels.size());
  const Image to = make_image(CL_MEM_OBJECT_IMAGE2D, four_floats, {16, 4}, zeros.data());
  run({{16, 4}, {}, {}}, from.get(), to.get());
  const auto out = contents<float>(to.get(), {16, 4, 1});
  for (size_t i = 0; i < out.size(); ++i) {
    const size_t x = i / 4 % 16, y = i / 64;
    ASSERT_NEAR(out[i], (x + y) % 3 == 0 ? 0 : 2 * texels[i], 1e-3) << i;
  }
}

TEST_P(ImageSampling, ArgumentsOfAnotherKindAreRefused) {
  build(R"(kernel void k(read_only image2d_t from, write_only image3d_t to,
                         read_only image2d_depth_t depth) {
             write_imagef(to, (int4)(0), read_imagef(from, (int2)(0)) +
                                         read_imagef(depth, (int2)(0))); })",
        "-cl-kernel-arg-info");
  const Size flat{2, 2}, deep{2, 2, 2};
  const auto make = [&](cl_mem_object_type type, cl_image_format format, const Size& size,
                        cl_mem_flags flags) {
    cl_image_desc description = {};
    description.image_type = type;
    description.image_width = size.width;
    description.image_height = size.height;
    description.image_depth = size.depth;
    cl_int error = -1;
    Image made(clCreateImage(context, flags, &format, &description, nullptr, &error),
               clReleaseMemObject);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  };
  const cl_image_format depth_format = {CL_DEPTH, CL_FLOAT};
  const Image readable = make(CL_MEM_OBJECT_IMAGE2D, four_floats, flat, CL_MEM_READ_ONLY);
  const Image writable = make(CL_MEM_OBJECT_IMAGE2D, four_floats, flat, CL_MEM_WRITE_ONLY);
  const Image solid = make(CL_MEM_OBJECT_IMAGE3D, four_floats, deep, CL_MEM_WRITE_ONLY);
  const Image frozen = make(CL_MEM_OBJECT_IMAGE3D, four_floats, deep, CL_MEM_READ_ONLY);
  const Image depth = make(CL_MEM_OBJECT_IMAGE2D, depth_format, flat, 0);
  const auto set_to = [&](cl_uint index, const Image& image) {
    const cl_mem handle = image.get();
    return clSetKernelArg(kernel, index, sizeof handle, &handle);
  };
  EXPECT_EQ(set_to(0, readable), CL_SUCCESS);
  EXPECT_EQ(set_to(0, writable), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(set_to(0, solid), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(set_to(0, depth), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(set_to(1, solid), CL_SUCCESS);
  EXPECT_EQ(set_to(1, frozen), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(set_to(1, writable), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(set_to(2, depth), CL_SUCCESS);
  EXPECT_EQ(set_to(2, readable), CL_INVALID_MEM_OBJECT);
}

/// Memory between two pages that nobody may touch.
class GuardedMemory {
public:
  explicit GuardedMemory(size_t size) {
    base =
        static_cast<char*>(mmap(nullptr, 3 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    EXPECT_EQ(mprotect(base + page, page, PROT_READ | PROT_WRITE), 0);
    at_end = base + 2 * page - size;
  }
  GuardedMemory(const GuardedMemory&) = delete;
  ~GuardedMemory() { munmap(base, 3 * page); }
  /// The first byte that may be used, and where `size` bytes end with the page.
  char* begin() { return base + page; }
  char* end_aligned() { return at_end; }

private:
  static constexpr size_t page = 4096;
  char* base;
  char* at_end;
};

TEST_P(ImageSampling, NothingOutsideIsTouched) {
  build(R"(kernel void k(read_only image2d_t i, write_only image2d_t to, sampler_t s,
                         global float2* c, global float4* o) {
             int n = get_global_id(0);
             int2 w = convert_int2_sat(c[n]);
             o[2 * n] = read_imagef(i, s, c[n]);
             o[2 * n + 1] = read_imagef(i, w);
             write_imagef(to, w, (float4)(9)); })");
  const std::vector<float> wild = {-1e30f, -70000, -5,    -1,   -0.4f, 0.3f,     1,         2.7f,
                                   3,      3.5f,   70000, 1e9f, 1e30f, INFINITY, -INFINITY, NAN};
  std::vector<float> coordinates;
  for (const float x : wild) {
    for (const float y : wild) {
      coordinates.insert(coordinates.end(), {x, y});
    }
  }
  const size_t count = coordinates.size() / 2;
  for (const cl_channel_type type : {CL_FLOAT, CL_UNORM_INT8}) {
    const size_t bytes = 9 * (type == CL_FLOAT ? 16 : 4);
    for (const bool at_end : {false, true}) {
      GuardedMemory memory(bytes), target_memory(bytes);
      char* from = at_end ? memory.end_aligned() : memory.begin();
      char* to = at_end ? target_memory.end_aligned() : target_memory.begin();
      const cl_image_format format = {CL_RGBA, type};
      const Image image =
          make_image(CL_MEM_OBJECT_IMAGE2D, format, {3, 3}, from, CL_MEM_USE_HOST_PTR);
      const Image target =
          make_image(CL_MEM_OBJECT_IMAGE2D, format, {3, 3}, to, CL_MEM_USE_HOST_PTR);
      for (const auto mode : {CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP,
                              CL_ADDRESS_REPEAT, CL_ADDRESS_MIRRORED_REPEAT}) {
        for (const auto filter : {CL_FILTER_NEAREST, CL_FILTER_LINEAR}) {
          const Sampler sampler =
              make_sampler(CL_TRUE, cl_addressing_mode(mode), cl_filter_mode(filter));
          std::vector<float> out(count * 8);
          run({{count}, {}, {}}, image.get(), target.get(), sampler.get(), coordinates, out);
        }
      }
      // Every texel inside is named by some coordinates.
      const float color[4] = {9, 9, 9, 9};
      const Image filled = make_image(CL_MEM_OBJECT_IMAGE2D, format, {3, 3}, nullptr);
      const size_t none[3] = {}, all[3] = {3, 3, 1};
      ASSERT_EQ(clEnqueueFillImage(queue, filled.get(), color, none, all, 0, nullptr, nullptr),
                CL_SUCCESS);
      EXPECT_EQ(contents<unsigned char>(target.get(), all),
                contents<unsigned char>(filled.get(), all));
    }
  }
}

} // namespace
