// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.14.2.4: swizzles by name, as in v.wzyx(). All of them are there if a program
// defines SYCL_SIMPLE_SWIZZLES before it includes SYCL's header; they cost compile time, so
// otherwise there are only those that programs use without asking.
#ifndef SYCL_MATH_SWIZZLE_NAMES_HPP
#define SYCL_MATH_SWIZZLE_NAMES_HPP

#include <sycl/detail/config.hpp>

// A name, and the elements that it stands for.
#define LW_SWIZZLE(name, ...)                                                                      \
  auto name() { return static_cast<Self&>(*this).template swizzle<__VA_ARGS__>(); }                \
  auto name() const { return static_cast<const Self&>(*this).template swizzle<__VA_ARGS__>(); }

#ifdef SYCL_SIMPLE_SWIZZLES
// For each set of letters: p is the part of the name that is there already, then come its elements.
// _1 adds one letter and makes the function, _2 and _3 add two and three.
#define LW_XY_1(p, ...) LW_SWIZZLE(p##x, __VA_ARGS__, 0) LW_SWIZZLE(p##y, __VA_ARGS__, 1)
#define LW_XY_2(p, ...) LW_XY_1(p##x, __VA_ARGS__, 0) LW_XY_1(p##y, __VA_ARGS__, 1)
#define LW_XY_3(p, ...) LW_XY_2(p##x, __VA_ARGS__, 0) LW_XY_2(p##y, __VA_ARGS__, 1)
#define LW_XY LW_XY_1(x, 0) LW_XY_1(y, 1) LW_XY_2(x, 0) LW_XY_2(y, 1) LW_XY_3(x, 0) LW_XY_3(y, 1)

#define LW_XYZ_1(p, ...)                                                                           \
  LW_SWIZZLE(p##x, __VA_ARGS__, 0)                                                                 \
  LW_SWIZZLE(p##y, __VA_ARGS__, 1)                                                                 \
  LW_SWIZZLE(p##z, __VA_ARGS__, 2)
#define LW_XYZ_2(p, ...)                                                                           \
  LW_XYZ_1(p##x, __VA_ARGS__, 0) LW_XYZ_1(p##y, __VA_ARGS__, 1) LW_XYZ_1(p##z, __VA_ARGS__, 2)
#define LW_XYZ_3(p, ...)                                                                           \
  LW_XYZ_2(p##x, __VA_ARGS__, 0) LW_XYZ_2(p##y, __VA_ARGS__, 1) LW_XYZ_2(p##z, __VA_ARGS__, 2)
#define LW_XYZ                                                                                     \
  LW_XYZ_1(x, 0)                                                                                   \
  LW_XYZ_1(y, 1)                                                                                   \
  LW_XYZ_1(z, 2)                                                                                   \
  LW_XYZ_2(x, 0) LW_XYZ_2(y, 1) LW_XYZ_2(z, 2) LW_XYZ_3(x, 0) LW_XYZ_3(y, 1) LW_XYZ_3(z, 2)

#define LW_XYZW_1(p, ...)                                                                          \
  LW_SWIZZLE(p##x, __VA_ARGS__, 0)                                                                 \
  LW_SWIZZLE(p##y, __VA_ARGS__, 1)                                                                 \
  LW_SWIZZLE(p##z, __VA_ARGS__, 2)                                                                 \
  LW_SWIZZLE(p##w, __VA_ARGS__, 3)
#define LW_XYZW_2(p, ...)                                                                          \
  LW_XYZW_1(p##x, __VA_ARGS__, 0)                                                                  \
  LW_XYZW_1(p##y, __VA_ARGS__, 1) LW_XYZW_1(p##z, __VA_ARGS__, 2) LW_XYZW_1(p##w, __VA_ARGS__, 3)
#define LW_XYZW_3(p, ...)                                                                          \
  LW_XYZW_2(p##x, __VA_ARGS__, 0)                                                                  \
  LW_XYZW_2(p##y, __VA_ARGS__, 1) LW_XYZW_2(p##z, __VA_ARGS__, 2) LW_XYZW_2(p##w, __VA_ARGS__, 3)
#define LW_XYZW                                                                                    \
  LW_XYZW_1(x, 0)                                                                                  \
  LW_XYZW_1(y, 1)                                                                                  \
  LW_XYZW_1(z, 2)                                                                                  \
  LW_XYZW_1(w, 3)                                                                                  \
  LW_XYZW_2(x, 0)                                                                                  \
  LW_XYZW_2(y, 1)                                                                                  \
  LW_XYZW_2(z, 2) LW_XYZW_2(w, 3) LW_XYZW_3(x, 0) LW_XYZW_3(y, 1) LW_XYZW_3(z, 2) LW_XYZW_3(w, 3)

#define LW_RGBA_1(p, ...)                                                                          \
  LW_SWIZZLE(p##r, __VA_ARGS__, 0)                                                                 \
  LW_SWIZZLE(p##g, __VA_ARGS__, 1)                                                                 \
  LW_SWIZZLE(p##b, __VA_ARGS__, 2)                                                                 \
  LW_SWIZZLE(p##a, __VA_ARGS__, 3)
#define LW_RGBA_2(p, ...)                                                                          \
  LW_RGBA_1(p##r, __VA_ARGS__, 0)                                                                  \
  LW_RGBA_1(p##g, __VA_ARGS__, 1) LW_RGBA_1(p##b, __VA_ARGS__, 2) LW_RGBA_1(p##a, __VA_ARGS__, 3)
#define LW_RGBA_3(p, ...)                                                                          \
  LW_RGBA_2(p##r, __VA_ARGS__, 0)                                                                  \
  LW_RGBA_2(p##g, __VA_ARGS__, 1) LW_RGBA_2(p##b, __VA_ARGS__, 2) LW_RGBA_2(p##a, __VA_ARGS__, 3)
#define LW_RGBA                                                                                    \
  LW_RGBA_1(r, 0)                                                                                  \
  LW_RGBA_1(g, 1)                                                                                  \
  LW_RGBA_1(b, 2)                                                                                  \
  LW_RGBA_1(a, 3)                                                                                  \
  LW_RGBA_2(r, 0)                                                                                  \
  LW_RGBA_2(g, 1)                                                                                  \
  LW_RGBA_2(b, 2) LW_RGBA_2(a, 3) LW_RGBA_3(r, 0) LW_RGBA_3(g, 1) LW_RGBA_3(b, 2) LW_RGBA_3(a, 3)
#else
#define LW_XY LW_SWIZZLE(xy, 0, 1)
#define LW_XYZ LW_SWIZZLE(xy, 0, 1) LW_SWIZZLE(xyz, 0, 1, 2)
#define LW_XYZW LW_XYZ
#define LW_RGBA
#endif

namespace sycl {
inline namespace lw1 {
namespace detail {

/// The swizzles with names of a class Self of N elements, which has the member swizzle.
template <typename Self, int N> class swizzle_names {};
template <typename Self> class swizzle_names<Self, 2> {
public:
  LW_XY
};
template <typename Self> class swizzle_names<Self, 3> {
public:
  LW_XYZ
};
template <typename Self> class swizzle_names<Self, 4> {
public:
  LW_XYZW
  LW_RGBA
};

} // namespace detail
} // namespace lw1
} // namespace sycl

#undef LW_SWIZZLE
#undef LW_XY
#undef LW_XYZ
#undef LW_XYZW
#undef LW_RGBA
#ifdef SYCL_SIMPLE_SWIZZLES
#undef LW_XY_1
#undef LW_XY_2
#undef LW_XY_3
#undef LW_XYZ_1
#undef LW_XYZ_2
#undef LW_XYZ_3
#undef LW_XYZW_1
#undef LW_XYZW_2
#undef LW_XYZW_3
#undef LW_RGBA_1
#undef LW_RGBA_2
#undef LW_RGBA_3
#endif

#endif
