// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sycl_ext_oneapi_bfloat16: the upper half of a float. Arithmetic is that of float, rounded.
#ifndef SYCL_EXT_ONEAPI_BFLOAT16_HPP
#define SYCL_EXT_ONEAPI_BFLOAT16_HPP

#include <cstdint>
#include <sycl/math/types.hpp>

#define SYCL_EXT_ONEAPI_BFLOAT16 1

namespace sycl {
inline namespace lw1 {
namespace ext::oneapi {

class bfloat16 {
public:
  bfloat16() = default;
  /// Rounds to the nearest value, to the even one of two.
  bfloat16(float value) : bits(rounded(bit_cast<std::uint32_t>(value))) {}
  /// A template, since integers have one way to become bfloat16, by float.
  template <typename T, std::enable_if_t<std::is_same_v<T, half>, int> = 0>
  bfloat16(T value) : bfloat16(static_cast<float>(value)) {}
  bfloat16& operator=(float value) { return *this = bfloat16(value); }
  operator float() const { return bit_cast<float>(std::uint32_t(bits) << 16); }
  explicit operator bool() const { return (bits & 0x7fff) != 0; }

  friend bfloat16 operator-(const bfloat16& a) {
    bfloat16 made = a;
    made.bits ^= 0x8000;
    return made;
  }
#define LW_BFLOAT16(op)                                                                            \
  friend bfloat16 operator op(const bfloat16& a, const bfloat16& b) {                              \
    return bfloat16(float(a) op float(b));                                                         \
  }                                                                                                \
  template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>                        \
  friend bfloat16 operator op(const bfloat16& a, const T& b) {                                     \
    return bfloat16(float(a) op float(b));                                                         \
  }                                                                                                \
  template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>                        \
  friend bfloat16 operator op(const T& a, const bfloat16& b) {                                     \
    return bfloat16(float(a) op float(b));                                                         \
  }                                                                                                \
  friend bfloat16& operator op## = (bfloat16 & a, const bfloat16& b) { return a = a op b; }
  LW_BFLOAT16(+)
  LW_BFLOAT16(-)
  LW_BFLOAT16(*)
  LW_BFLOAT16(/)
#undef LW_BFLOAT16
#define LW_BFLOAT16(op)                                                                            \
  friend bool operator op(const bfloat16& a, const bfloat16& b) { return float(a) op float(b); }   \
  template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>                        \
  friend bool operator op(const bfloat16& a, const T& b) {                                         \
    return float(a) op float(b);                                                                   \
  }                                                                                                \
  template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>                        \
  friend bool operator op(const T& a, const bfloat16& b) {                                         \
    return float(a) op float(b);                                                                   \
  }
  LW_BFLOAT16(==)
  LW_BFLOAT16(!=)
  LW_BFLOAT16(<)
  LW_BFLOAT16(>)
  LW_BFLOAT16(<=)
  LW_BFLOAT16(>=)
#undef LW_BFLOAT16
  friend bfloat16& operator++(bfloat16& a) { return a += bfloat16(1.0F); }
  friend bfloat16& operator--(bfloat16& a) { return a -= bfloat16(1.0F); }
  friend bfloat16 operator++(bfloat16& a, int) {
    const bfloat16 old = a;
    ++a;
    return old;
  }
  friend bfloat16 operator--(bfloat16& a, int) {
    const bfloat16 old = a;
    --a;
    return old;
  }

private:
  static std::uint16_t rounded(std::uint32_t of) {
    if ((of & 0x7fffffff) > 0x7f800000) { // not a number: stays one
      return std::uint16_t((of >> 16) | 0x40);
    }
    return std::uint16_t((of + 0x7fff + ((of >> 16) & 1)) >> 16);
  }
  std::uint16_t bits;
};

} // namespace ext::oneapi
} // namespace lw1
} // namespace sycl

#endif
