// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, sections 4.17.6 and 4.17.7: integer functions, and those that reals share with them.
#ifndef SYCL_MATH_INTEGERS_HPP
#define SYCL_MATH_INTEGERS_HPP

#include <sycl/math/parts.hpp>

SYCL_EXTERNAL std::uint64_t __spirv_ocl_u_mul_hi(std::uint64_t, std::uint64_t);

namespace sycl {
inline namespace lw1 {
namespace detail {

template <typename T> using if_integer = std::enable_if_t<std::is_integral_v<T>, int>;
template <typename T> using if_real = std::enable_if_t<is_real<T>, int>;
template <typename T> using if_number = std::enable_if_t<is_number<T>, int>;

template <std::size_t Bytes> struct wider;
template <> struct wider<1> {
  using signed_type = std::int32_t;
  using unsigned_type = std::uint32_t;
};
template <> struct wider<2> {
  using signed_type = std::int32_t;
  using unsigned_type = std::uint32_t;
};
template <> struct wider<4> {
  using signed_type = std::int64_t;
  using unsigned_type = std::uint64_t;
};
/// The upper half of a product of 64-bit numbers.
constexpr std::uint64_t upper_product(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t al = a & 0xffffffffU;
  const std::uint64_t ah = a >> 32U;
  const std::uint64_t bl = b & 0xffffffffU;
  const std::uint64_t bh = b >> 32U;
  const std::uint64_t low = al * bl;
  const std::uint64_t middle = ah * bl + (low >> 32U);
  const std::uint64_t other = al * bh + (middle & 0xffffffffU);
  return ah * bh + (middle >> 32U) + (other >> 32U);
}

} // namespace detail

template <typename T, detail::if_number<T> = 0> constexpr T max(T a, T b) { return a < b ? b : a; }
template <typename T, detail::if_number<T> = 0> constexpr T min(T a, T b) { return b < a ? b : a; }
template <typename T, detail::if_number<T> = 0> constexpr T clamp(T x, T low, T high) {
  return min(max(x, low), high);
}
template <typename T, detail::if_integer<T> = 0> constexpr T abs(T x) {
  if constexpr (std::is_signed_v<T>) {
    return x < 0 ? T(std::make_unsigned_t<T>(0) - std::make_unsigned_t<T>(x)) : x;
  } else {
    return x;
  }
}
template <typename T, detail::if_real<T> = 0> T abs(T x) { return fabs(x); }
template <typename T, detail::if_integer<T> = 0> constexpr T abs_diff(T a, T b) {
  using U = std::make_unsigned_t<T>;
  return T(a < b ? U(U(b) - U(a)) : U(U(a) - U(b)));
}
template <typename T, detail::if_integer<T> = 0> constexpr T add_sat(T a, T b) {
  T sum{};
  return !__builtin_add_overflow(a, b, &sum) ? sum
         : a < 0                             ? std::numeric_limits<T>::min()
                                             : std::numeric_limits<T>::max();
}
template <typename T, detail::if_integer<T> = 0> constexpr T sub_sat(T a, T b) {
  T rest{};
  return !__builtin_sub_overflow(a, b, &rest) ? rest
         : std::is_unsigned_v<T> || a < 0     ? std::numeric_limits<T>::min()
                                              : std::numeric_limits<T>::max();
}
template <typename T, detail::if_integer<T> = 0> constexpr T hadd(T a, T b) {
  return T((a & b) + ((a ^ b) >> 1));
}
template <typename T, detail::if_integer<T> = 0> constexpr T rhadd(T a, T b) {
  return T((a | b) - ((a ^ b) >> 1));
}
template <typename T, detail::if_integer<T> = 0> constexpr T mul_hi(T a, T b) {
  if constexpr (sizeof(T) < 8) {
    using S = typename detail::wider<sizeof(T)>::signed_type;
    using U = typename detail::wider<sizeof(T)>::unsigned_type;
    using W = std::conditional_t<std::is_signed_v<T>, S, U>;
    return T((W(a) * W(b)) >> (8 * sizeof(T)));
  } else if constexpr (std::is_unsigned_v<T>) {
    return T(LW_EITHER(__spirv_ocl_u_mul_hi, detail::upper_product)(a, b));
  } else {
    const std::uint64_t product =
        LW_EITHER(__spirv_ocl_u_mul_hi, detail::upper_product)(std::uint64_t(a), std::uint64_t(b));
    return T(product - (a < 0 ? std::uint64_t(b) : 0) - (b < 0 ? std::uint64_t(a) : 0));
  }
}
template <typename T, detail::if_integer<T> = 0> constexpr T mad_hi(T a, T b, T c) {
  return T(std::make_unsigned_t<T>(mul_hi(a, b)) + std::make_unsigned_t<T>(c));
}
template <typename T, detail::if_integer<T> = 0> constexpr T mad_sat(T a, T b, T c) {
  if constexpr (sizeof(T) < 8) {
    using S = typename detail::wider<sizeof(T)>::signed_type;
    using U = typename detail::wider<sizeof(T)>::unsigned_type;
    using W = std::conditional_t<std::is_signed_v<T>, S, U>;
    const W exact = W(a) * W(b) + W(c);
    return T(clamp(exact, W(std::numeric_limits<T>::min()), W(std::numeric_limits<T>::max())));
  } else {
    const T high = mul_hi(a, b);
    const T low = T(std::uint64_t(a) * std::uint64_t(b));
    // The sum of the product's halves and c, of which only the sign of the upper half matters.
    const auto sum = std::uint64_t(low) + std::uint64_t(c);
    const T carry = T(sum < std::uint64_t(low) ? 1 : 0);
    const T top =
        T(std::uint64_t(high) + std::uint64_t(carry) - (std::is_signed_v<T> && c < 0 ? 1U : 0U));
    if constexpr (std::is_unsigned_v<T>) {
      return top ? std::numeric_limits<T>::max() : T(sum);
    } else {
      const bool fits = top == (T(sum) < 0 ? -1 : 0);
      return fits      ? T(sum)
             : top < 0 ? std::numeric_limits<T>::min()
                       : std::numeric_limits<T>::max();
    }
  }
}
template <typename T, detail::if_integer<T> = 0> constexpr T mad24(T a, T b, T c) {
  return T(std::uint64_t(a) * std::uint64_t(b) + std::uint64_t(c));
}
template <typename T, detail::if_integer<T> = 0> constexpr T mul24(T a, T b) {
  return mad24(a, b, T(0));
}
template <typename T, detail::if_integer<T> = 0> constexpr T popcount(T x) {
  return T(__builtin_popcountll(std::make_unsigned_t<T>(x)));
}
template <typename T, detail::if_integer<T> = 0> constexpr T clz(T x) {
  constexpr int bits = 8 * sizeof(T);
  return x == 0 ? T(bits) : T(__builtin_clzll(std::make_unsigned_t<T>(x)) - (64 - bits));
}
template <typename T, detail::if_integer<T> = 0> constexpr T ctz(T x) {
  return x == 0 ? T(8 * sizeof(T)) : T(__builtin_ctzll(std::make_unsigned_t<T>(x)));
}
template <typename T, detail::if_integer<T> = 0> constexpr T rotate(T x, T by) {
  using U = std::make_unsigned_t<T>;
  constexpr unsigned bits = 8 * sizeof(T);
  const unsigned n = unsigned(by) % bits;
  return n == 0 ? x : T(U(U(x) << n) | U(U(x) >> (bits - n)));
}
/// An integer of twice the bits.
template <typename A, typename B, detail::if_integer<A> = 0,
          std::enable_if_t<std::is_same_v<B, std::make_unsigned_t<A>> && sizeof(A) < 8, int> = 0>
constexpr auto upsample(A high, B low) {
  using S = detail::integer_of<2 * sizeof(A)>;
  using I = typename S::type;
  using U = std::make_unsigned_t<I>;
  return std::conditional_t<std::is_signed_v<A>, I, U>(
      U(U(U(B(high)) << (8 * sizeof(A))) | U(low)));
}
template <typename A, typename B,
          detail::if_elements<A, B, typename detail::container<B>::value_type> = 0,
          std::enable_if_t<
              std::is_same_v<typename detail::container<B>::value_type,
                             std::make_unsigned_t<typename detail::container<A>::value_type>>,
              int> = 0>
auto upsample(const A& a, const B& b) {
  return detail::map([](auto high, auto low) { return upsample(high, low); }, a, b);
}

template <typename T, detail::if_real<T> = 0> T degrees(T x) { return T(x * T(180 / detail::pi)); }
template <typename T, detail::if_real<T> = 0> T radians(T x) { return T(x * T(detail::pi / 180)); }
template <typename T, detail::if_real<T> = 0> T mix(T a, T b, T t) { return T(a + (b - a) * t); }
template <typename T, detail::if_real<T> = 0> T step(T edge, T x) { return x < edge ? T(0) : T(1); }
/// Of half with the host's intermediate values, which are float.
template <typename T, detail::if_real<T> = 0> T smoothstep(T low, T high, T x) {
  using W = std::conditional_t<std::is_same_v<T, half>, float, T>;
  const T t = clamp(T((W(x) - W(low)) / (W(high) - W(low))), T(0), T(1));
  return T(W(t) * W(t) * (W(3) - W(2) * W(t)));
}
template <typename T, detail::if_real<T> = 0> T sign(T x) {
  return x != x ? T(0) : x > 0 ? T(1) : x < 0 ? T(-1) : x;
}

LW_ELEMENTWISE_1(abs)
LW_ELEMENTWISE_1(clz)
LW_ELEMENTWISE_1(ctz)
LW_ELEMENTWISE_1(popcount)
LW_ELEMENTWISE_1(degrees)
LW_ELEMENTWISE_1(radians)
LW_ELEMENTWISE_1(sign)
LW_NUMBERS_2(max, detail::if_number)
LW_NUMBERS_2(min, detail::if_number)
LW_NUMBERS_2(abs_diff, detail::if_integer)
LW_NUMBERS_2(add_sat, detail::if_integer)
LW_NUMBERS_2(sub_sat, detail::if_integer)
LW_NUMBERS_2(hadd, detail::if_integer)
LW_NUMBERS_2(rhadd, detail::if_integer)
LW_NUMBERS_2(mul_hi, detail::if_integer)
LW_NUMBERS_2(mul24, detail::if_integer)
LW_NUMBERS_2(rotate, detail::if_integer)
LW_NUMBERS_2(step, detail::if_real)
LW_NUMBERS_3(clamp, detail::if_number)
LW_NUMBERS_3(mad_hi, detail::if_integer)
LW_NUMBERS_3(mad_sat, detail::if_integer)
LW_NUMBERS_3(mad24, detail::if_integer)
LW_NUMBERS_3(mix, detail::if_real)
LW_NUMBERS_3(smoothstep, detail::if_real)

// With a number in the place of some containers.
template <typename A, typename V = detail::container<A>>
auto max(const A& a, typename V::value_type b) {
  return max(V(a), V(b));
}
template <typename A, typename V = detail::container<A>>
auto min(const A& a, typename V::value_type b) {
  return min(V(a), V(b));
}
template <typename A, typename V = detail::container<A>>
auto clamp(const A& x, typename V::value_type low, typename V::value_type high) {
  return clamp(V(x), V(low), V(high));
}
template <typename A, typename B, typename V = detail::container<A, B>>
auto mix(const A& a, const B& b, typename V::value_type t) {
  return mix(V(a), V(b), V(t));
}
template <typename A, typename V = detail::container<A>>
auto step(typename V::value_type edge, const A& x) {
  return step(V(edge), V(x));
}
template <typename A, typename V = detail::container<A>>
auto smoothstep(typename V::value_type low, typename V::value_type high, const A& x) {
  return smoothstep(V(low), V(high), V(x));
}

} // namespace lw1
} // namespace sycl

#endif
