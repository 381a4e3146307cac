// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How accessors of images read and write texels: in kernels by functions that a stage of
// clang-sycl-linker replaces, on the host by the library's.
#ifndef SYCL_IMAGE_TEXELS_HPP
#define SYCL_IMAGE_TEXELS_HPP

#include <sycl/detail/images.hpp>
#include <sycl/math/vec.hpp>

#ifdef __SYCL_DEVICE_ONLY__
namespace sycl {
inline namespace lw1 {
namespace detail {

template <typename T> using native4 = T __attribute__((ext_vector_type(4)));

} // namespace detail
} // namespace lw1
} // namespace sycl

#define LW_IMAGE_FUNCTIONS(name, type)                                                             \
  extern "C" SYCL_EXTERNAL [[gnu::pure]] sycl::detail::native4<type>                               \
  __lanewise_sycl_image_read_##name(std::uint64_t image, int dimensions,                           \
                                    sycl::detail::native4<int> at) noexcept;                       \
  extern "C" SYCL_EXTERNAL [[gnu::pure]] sycl::detail::native4<type>                               \
  __lanewise_sycl_image_sample_##name(std::uint64_t image, std::uint64_t sampler, int dimensions,  \
                                      sycl::detail::native4<float> at) noexcept;                   \
  extern "C" SYCL_EXTERNAL void __lanewise_sycl_image_write_##name(                                \
      std::uint64_t image, int dimensions, sycl::detail::native4<int> at,                          \
      sycl::detail::native4<type> texel) noexcept;
LW_IMAGE_FUNCTIONS(f, float)
LW_IMAGE_FUNCTIONS(h, _Float16)
LW_IMAGE_FUNCTIONS(i, std::int32_t)
LW_IMAGE_FUNCTIONS(ui, std::uint32_t)
#undef LW_IMAGE_FUNCTIONS
#endif

namespace sycl {
inline namespace lw1 {
namespace detail {

/// What texels are read and written as (section 4.7.6.1).
template <typename T>
inline constexpr bool is_texel = std::is_same_v<T, int4> || std::is_same_v<T, uint4> ||
                                 std::is_same_v<T, float4> || std::is_same_v<T, half4>;

/// Coordinates are one number, two, or four of which the last one says nothing.
template <typename Coordinates, typename T, int D>
inline constexpr bool are_coordinates =
    std::is_same_v<Coordinates, std::conditional_t<D == 1, T, vec<T, D == 2 ? 2 : 4>>>;

#ifdef __SYCL_DEVICE_ONLY__

template <typename T, int D, typename Coordinates> native4<T> all_of(const Coordinates& at) {
  if constexpr (D == 1) {
    return native4<T>{at, 0, 0, 0};
  } else if constexpr (D == 2) {
    return native4<T>{at[0], at[1], 0, 0};
  } else {
    return native4<T>{at[0], at[1], at[2], 0};
  }
}

#define LW_TEXEL_FUNCTIONS(name, type)                                                             \
  template <int D> type read_of(type*, std::uint64_t image, native4<int> at) {                     \
    return bit_cast<type>(__lanewise_sycl_image_read_##name(image, D, at));                        \
  }                                                                                                \
  template <int D> type sample_of(type*, const image_handles& from, native4<float> at) {           \
    return bit_cast<type>(__lanewise_sycl_image_sample_##name(from.image, from.sampler, D, at));   \
  }                                                                                                \
  template <int D> void write_to(std::uint64_t image, native4<int> at, const type& texel) {        \
    using native = native4<typename type::element_type>;                                           \
    __lanewise_sycl_image_write_##name(image, D, at, bit_cast<native>(texel));                     \
  }
LW_TEXEL_FUNCTIONS(f, float4)
LW_TEXEL_FUNCTIONS(h, half4)
LW_TEXEL_FUNCTIONS(i, int4)
LW_TEXEL_FUNCTIONS(ui, uint4)
#undef LW_TEXEL_FUNCTIONS

template <typename T, int D, typename Coordinates>
T read_image(const image_handles& from, const counted*, const Coordinates& at) {
  return read_of<D>(static_cast<T*>(nullptr), from.image, all_of<int, D>(at));
}
template <typename T, int D, typename Coordinates>
T sample_image_at(const image_handles& from, const counted*, const Coordinates& at) {
  return sample_of<D>(static_cast<T*>(nullptr), from, all_of<float, D>(at));
}
template <typename T, int D, typename Coordinates>
void write_image(const image_handles& to, const counted*, const Coordinates& at, const T& texel) {
  write_to<D>(to.image, all_of<int, D>(at), texel);
}

#else

/// What the library calculates with in the place of T's elements.
template <typename T>
using colour_element =
    std::conditional_t<std::is_integral_v<typename T::element_type>, std::int32_t, float>;

/// Calls `function` with an array of the coordinates, and of the others zeros.
template <typename T, int D, typename Coordinates, typename Function>
void with_all(const Coordinates& at, Function function) {
  T all[3] = {};
  if constexpr (D == 1) {
    all[0] = at;
  } else {
    for (int i = 0; i < D; ++i) {
      all[i] = at[i];
    }
  }
  function(all);
}
template <typename T> T texel_of(const colour_element<T> (&colour)[4]) {
  T texel;
  for (int i = 0; i < 4; ++i) {
    texel[i] = static_cast<typename T::element_type>(colour[i]);
  }
  return texel;
}

template <typename T, int D, typename Coordinates>
T read_image(const image_handles&, const counted* image, const Coordinates& at) {
  colour_element<T> colour[4];
  with_all<int, D>(at, [&](const int (&all)[3]) { read_texel(image, all, colour); });
  return texel_of<T>(colour);
}
template <typename T, int D, typename Coordinates>
T sample_image_at(const image_handles&, const counted* image, const Coordinates& at) {
  colour_element<T> colour[4];
  with_all<float, D>(at, [&](const float (&all)[3]) { sample_image(image, all, colour); });
  return texel_of<T>(colour);
}
template <typename T, int D, typename Coordinates>
void write_image(const image_handles&, const counted* image, const Coordinates& at,
                 const T& texel) {
  colour_element<T> colour[4];
  for (int i = 0; i < 4; ++i) {
    colour[i] = static_cast<colour_element<T>>(texel[i]);
  }
  with_all<int, D>(at, [&](const int (&all)[3]) { write_texel(image, all, colour); });
}

#endif

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
