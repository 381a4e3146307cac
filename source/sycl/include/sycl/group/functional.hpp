// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.17.2: function objects, and which value changes nothing.
#ifndef SYCL_GROUP_FUNCTIONAL_HPP
#define SYCL_GROUP_FUNCTIONAL_HPP

#include <functional>
#include <sycl/math/integers.hpp>
#include <utility>

namespace sycl {
inline namespace lw1 {

template <typename T = void> using plus = std::plus<T>;
template <typename T = void> using multiplies = std::multiplies<T>;
template <typename T = void> using bit_and = std::bit_and<T>;
template <typename T = void> using bit_or = std::bit_or<T>;
template <typename T = void> using bit_xor = std::bit_xor<T>;
template <typename T = void> using logical_and = std::logical_and<T>;
template <typename T = void> using logical_or = std::logical_or<T>;

namespace detail {

/// The lesser, or the greater, of two: of vectors element by element.
template <bool Least, typename T> constexpr T one_of_two(const T& a, const T& b) {
  if constexpr (std::is_convertible_v<decltype(a < b), bool>) {
    return (Least ? b < a : a < b) ? b : a;
  } else {
    T made = a;
    each_element<T::size()>(
        [&](std::size_t i) { made[i] = one_of_two<Least, typename T::value_type>(a[i], b[i]); });
    return made;
  }
}
template <bool Least, typename T, typename U> constexpr auto one_of_types(T&& a, U&& b) {
  using common = std::decay_t<decltype(false ? std::forward<T>(a) : std::forward<U>(b))>;
  return one_of_two<Least, common>(std::forward<T>(a), std::forward<U>(b));
}

} // namespace detail

template <typename T = void> struct minimum {
  constexpr T operator()(const T& a, const T& b) const { return detail::one_of_two<true>(a, b); }
};
template <> struct minimum<void> {
  template <typename T, typename U> constexpr auto operator()(T&& a, U&& b) const {
    return detail::one_of_types<true>(std::forward<T>(a), std::forward<U>(b));
  }
  using is_transparent = void;
};
template <typename T = void> struct maximum {
  constexpr T operator()(const T& a, const T& b) const { return detail::one_of_two<false>(a, b); }
};
template <> struct maximum<void> {
  template <typename T, typename U> constexpr auto operator()(T&& a, U&& b) const {
    return detail::one_of_types<false>(std::forward<T>(a), std::forward<U>(b));
  }
  using is_transparent = void;
};

namespace detail {

enum class operation {
  other,
  add,
  multiply,
  least,
  most,
  bits_and,
  bits_or,
  bits_xor,
  both,
  either
};

/// The known operation that a function object is, for operands of type T.
template <typename F, typename T> constexpr operation operation_of() {
  using U = std::remove_cv_t<T>;
  const auto one_of = [](auto... is) { return (is || ...); };
  if (one_of(std::is_same_v<F, plus<U>>, std::is_same_v<F, plus<>>)) {
    return operation::add;
  }
  if (one_of(std::is_same_v<F, multiplies<U>>, std::is_same_v<F, multiplies<>>)) {
    return operation::multiply;
  }
  if (one_of(std::is_same_v<F, minimum<U>>, std::is_same_v<F, minimum<>>)) {
    return operation::least;
  }
  if (one_of(std::is_same_v<F, maximum<U>>, std::is_same_v<F, maximum<>>)) {
    return operation::most;
  }
  if (one_of(std::is_same_v<F, bit_and<U>>, std::is_same_v<F, bit_and<>>)) {
    return operation::bits_and;
  }
  if (one_of(std::is_same_v<F, bit_or<U>>, std::is_same_v<F, bit_or<>>)) {
    return operation::bits_or;
  }
  if (one_of(std::is_same_v<F, bit_xor<U>>, std::is_same_v<F, bit_xor<>>)) {
    return operation::bits_xor;
  }
  if (one_of(std::is_same_v<F, logical_and<U>>, std::is_same_v<F, logical_and<>>)) {
    return operation::both;
  }
  if (one_of(std::is_same_v<F, logical_or<U>>, std::is_same_v<F, logical_or<>>)) {
    return operation::either;
  }
  return operation::other;
}

template <typename T, operation Op> constexpr bool identity_exists() {
  switch (Op) {
  case operation::add:
  case operation::multiply:
  case operation::least:
  case operation::most:
    return is_number<T>;
  case operation::bits_and:
  case operation::bits_or:
  case operation::bits_xor:
    return std::is_integral_v<T>;
  case operation::both:
  case operation::either:
    return std::is_same_v<T, bool>;
  case operation::other:
    return false;
  }
  return false;
}

template <typename T, operation Op> constexpr T identity_value() {
  switch (Op) {
  case operation::multiply:
  case operation::both:
    return T(1);
  case operation::least:
    return std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                                : std::numeric_limits<T>::max();
  case operation::most:
    return std::numeric_limits<T>::has_infinity ? T(-std::numeric_limits<T>::infinity())
                                                : std::numeric_limits<T>::lowest();
  case operation::bits_and:
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      return T(~T(0));
    } else {
      return T(1);
    }
  default:
    return T(0);
  }
}

} // namespace detail

template <typename F, typename T>
struct has_known_identity
    : std::bool_constant<
          detail::identity_exists<std::remove_cv_t<T>, detail::operation_of<F, T>()>()> {};
template <typename F, typename T>
inline constexpr bool has_known_identity_v = has_known_identity<F, T>::value;
template <typename F, typename T> struct known_identity {
  static constexpr std::remove_cv_t<T> value =
      detail::identity_value<std::remove_cv_t<T>, detail::operation_of<F, T>()>();
};
template <typename F, typename T>
inline constexpr std::remove_cv_t<T> known_identity_v = known_identity<F, T>::value;

} // namespace lw1
} // namespace sycl

#endif
