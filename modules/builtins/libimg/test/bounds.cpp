// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels' side compiled for this machine, with images that end where their memory ends: under
// AddressSanitizer it shows that nothing outside of an image is touched, whatever the coordinates.
#include "libimg/descriptor.h"
#include "libimg/format.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <memory>

using namespace libimg;

namespace {

template <typename T, int N> struct Vector {
  using type = T __attribute__((ext_vector_type(N)));
};
template <typename T> struct Vector<T, 1> {
  using type = T;
};
template <typename T, int N> using vec = typename Vector<T, N>::type;
using Image = const Descriptor*;

} // namespace

// Functions for each shape with coordinates of N numbers: reads by whole and other coordinates,
// writes. (The type of a color chooses among functions of one template; float has all the ways.)
#define SHAPE(shape, N)                                                                            \
  vec<float, 4> __lanewise_read_imagef_##shape##_int(Image, unsigned, vec<int, N>);                \
  vec<float, 4> __lanewise_read_imagef_##shape##_float(Image, unsigned, vec<float, N>);            \
  vec<float, 4> __lanewise_read_imagef_##shape(Image, vec<int, N>);                                \
  vec<unsigned, 4> __lanewise_read_imageui_##shape(Image, vec<int, N>);                            \
  vec<float, 4> __lanewise_read_imagef_##shape##_float_lod(Image, unsigned, vec<float, N>, float); \
  void __lanewise_write_imagef_##shape##_lod(Image, vec<int, N>, int, vec<float, 4>);              \
  void __lanewise_write_imagef_##shape(Image, vec<int, N>, vec<float, 4>);                         \
  void __lanewise_write_imageui_##shape(Image, vec<int, N>, vec<unsigned, 4>);
extern "C" {
bool __mux_has_fma() { return true; }
bool __mux_has_aligned_texels() { return false; }
bool __mux_converts_slowly() { return false; }
float library_log2(float x) __asm__("_Z4log2f");
float library_log2(float x) { return std::log2(x); }
SHAPE(1d, 1)
SHAPE(1d_array, 2)
SHAPE(2d, 2)
SHAPE(2d_array, 4)
SHAPE(3d, 4)
unsigned char __lanewise_image_block_read8_2d(Image, vec<int, 2>);
uint16_t __lanewise_image_block_read16_2d(Image, vec<int, 2>);
uint32_t __lanewise_image_block_read32_2d(Image, vec<int, 2>);
uint64_t __lanewise_image_block_read64_2d(Image, vec<int, 2>);
void __lanewise_image_block_write8_2d(Image, vec<int, 2>, unsigned char);
void __lanewise_image_block_write16_2d(Image, vec<int, 2>, uint16_t);
void __lanewise_image_block_write32_2d(Image, vec<int, 2>, uint32_t);
void __lanewise_image_block_write64_2d(Image, vec<int, 2>, uint64_t);
}
#undef SHAPE

namespace {

template <int N> struct Shape {
  static constexpr int coordinates = N;
  int used; ///< of the coordinates
  vec<float, 4> (*sample_whole)(Image, unsigned, vec<int, N>);
  vec<float, 4> (*sample)(Image, unsigned, vec<float, N>);
  vec<float, 4> (*read)(Image, vec<int, N>);
  vec<unsigned, 4> (*read_integer)(Image, vec<int, N>);
  void (*write)(Image, vec<int, N>, vec<float, 4>);
  void (*write_integer)(Image, vec<int, N>, vec<unsigned, 4>);
  vec<float, 4> (*sample_level)(Image, unsigned, vec<float, N>, float);
  void (*write_level)(Image, vec<int, N>, int, vec<float, 4>);
};

#define SHAPE(shape, N, used)                                                                      \
  Shape<N> {                                                                                       \
    used, __lanewise_read_imagef_##shape##_int, __lanewise_read_imagef_##shape##_float,            \
        __lanewise_read_imagef_##shape, __lanewise_read_imageui_##shape,                           \
        __lanewise_write_imagef_##shape, __lanewise_write_imageui_##shape,                         \
        __lanewise_read_imagef_##shape##_float_lod, __lanewise_write_imagef_##shape##_lod          \
  }

/// An image of `size`, its last texel at the end of its memory.
class Tight {
public:
  Tight(unsigned order, unsigned type, std::array<unsigned, 3> size) {
    const unsigned texel = bytes_together(order, type);
    const size_t row = bytes_of(order, type, size[0]), slice = row * size[1];
    bytes = slice * size[2];
    memory = std::make_unique<unsigned char[]>(bytes);
    std::memset(memory.get(), 0x11, bytes);
    about = {memory.get(), row, slice, size[0], size[1], size[2], order, type, texel, 1, 0, 0, 0};
  }
  Descriptor about;
  size_t bytes;
  std::unique_ptr<unsigned char[]> memory;
};

template <typename T> std::vector<T> positions(int size) {
  if constexpr (std::is_same_v<T, int>) {
    return {0, size - 1, size, -1, size + 63, INT_MAX, INT_MIN};
  } else {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    return {0,     0.5F,   float(size) - 0.5F, float(size), -0.01F,
            1e30F, -1e30F, infinity,           -infinity,   NAN};
  }
}

/// Calls function(coordinates, whether they are inside) for all combinations; those that are not
/// `used` get a value that must not matter.
template <typename T, int N, typename F>
void each_position(const int (&size)[3], int used, F&& function) {
  std::vector<T> axes[4];
  for (int i = 0; i < N; ++i) {
    axes[i] = i < used ? positions<T>(size[i]) : std::vector<T>{T(INT_MAX)};
  }
  for (int i = N; i < 4; ++i) {
    axes[i] = {T(0)};
  }
  for (T x : axes[0]) {
    for (T y : axes[1]) {
      for (T z : axes[2]) {
        for (T w : axes[3]) {
          const T at[4] = {x, y, z, w};
          bool inside = true;
          vec<T, N> c = {};
          for (int i = 0; i < N; ++i) {
            inside &= i >= used || (at[i] >= T(0) && at[i] < T(size[i]));
            if constexpr (N == 1) {
              c = at[0];
            } else {
              c[i] = at[i];
            }
          }
          function(c, inside);
        }
      }
    }
  }
}

template <int N> void stay_inside(const Shape<N>& shape, unsigned order, unsigned type) {
  const int wide = texels_together(type) == 1 ? 3 : 4;
  const int size[3] = {wide, shape.used > 1 ? 2 : 1, shape.used > 2 ? 2 : 1};
  const Tight image(order, type, {unsigned(size[0]), unsigned(size[1]), unsigned(size[2])});
  float sum = 0; // of what is read, so that it is
  for (unsigned addressing = 0; addressing < 5; ++addressing) {
    for (bool linear : {false, true}) {
      for (bool normalized : {false, true}) {
        const unsigned sampler = sampler_word(addressing, linear, normalized);
        each_position<float, N>(size, shape.used, [&](vec<float, N> c, bool) {
          sum += shape.sample(&image.about, sampler, c)[0];
          if (addressing == 0) { // levels do not depend on it
            for (const float lod : {-1.0f, 3.7f, NAN}) {
              sum += shape.sample_level(&image.about, sampler | sampler_linear_levels, c, lod)[0];
            }
          }
        });
        each_position<int, N>(size, shape.used, [&](vec<int, N> c, bool) {
          sum += shape.sample_whole(&image.about, sampler, c)[0];
        });
      }
    }
  }
  each_position<int, N>(size, shape.used, [&](vec<int, N> c, bool inside) {
    sum += shape.read(&image.about, c)[0] + float(shape.read_integer(&image.about, c)[0]);
    std::vector<unsigned char> before(image.memory.get(), image.memory.get() + image.bytes);
    shape.write(&image.about, c, vec<float, 4>{1, 1, 1, 1});
    shape.write_integer(&image.about, c, vec<unsigned, 4>{7, 7, 7, 7});
    shape.write_level(&image.about, c, 1, vec<float, 4>{1, 1, 1, 1});
    shape.write_level(&image.about, c, -1, vec<float, 4>{1, 1, 1, 1});
    if (!inside) {
      EXPECT_EQ(std::memcmp(before.data(), image.memory.get(), image.bytes), 0);
    }
  });
  volatile float seen = sum;
  (void)seen;
}

TEST(Bounds, nothingOutsideIsTouched) {
  for (unsigned order = order_r; order <= last_order; ++order) {
    for (unsigned type = type_snorm_int8; type <= last_type; ++type) {
      if (is_format(order, type)) {
        SCOPED_TRACE(testing::Message() << "order " << order << ", type " << type);
        stay_inside(SHAPE(1d, 1, 1), order, type);
        stay_inside(SHAPE(1d_array, 2, 2), order, type);
        stay_inside(SHAPE(2d, 2, 2), order, type);
        stay_inside(SHAPE(2d_array, 4, 3), order, type);
        stay_inside(SHAPE(3d, 4, 3), order, type);
      }
    }
  }
}

template <typename T>
void blocks_stay_inside(unsigned type, T (*read)(Image, vec<int, 2>),
                        void (*write)(Image, vec<int, 2>, T)) {
  const Tight image(order_r, type, {5, 2, 1});
  const int row = int(image.about.row_pitch);
  for (int y : positions<int>(2)) {
    for (int x : {0, 1, row - int(sizeof(T)), row - 1, row, -1, INT_MAX, INT_MIN}) {
      const vec<int, 2> at = {x, y};
      std::memset(image.memory.get(), 0x11, image.bytes);
      const T nothing = 0, something = T(0x1111111111111111);
      EXPECT_EQ(read(&image.about, at), row < int(sizeof(T)) ? nothing : something);
      write(&image.about, at, T(-1));
      const auto written = std::count(image.memory.get(), image.memory.get() + image.bytes, 0xff);
      const bool inside = x >= 0 && x <= row - int(sizeof(T)) && y >= 0 && y < 2;
      EXPECT_EQ(size_t(written), inside ? sizeof(T) : 0) << x << " " << y;
    }
  }
}

TEST(Bounds, blocksTouchNothingOutside) {
  for (unsigned type : {type_unsigned_int8, type_unsigned_int16, type_unsigned_int32}) {
    blocks_stay_inside(type, __lanewise_image_block_read8_2d, __lanewise_image_block_write8_2d);
    blocks_stay_inside(type, __lanewise_image_block_read16_2d, __lanewise_image_block_write16_2d);
    blocks_stay_inside(type, __lanewise_image_block_read32_2d, __lanewise_image_block_write32_2d);
    blocks_stay_inside(type, __lanewise_image_block_read64_2d, __lanewise_image_block_write64_2d);
  }
}

} // namespace
