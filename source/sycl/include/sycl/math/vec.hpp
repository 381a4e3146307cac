// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.14.2.
#ifndef SYCL_MATH_VEC_HPP
#define SYCL_MATH_VEC_HPP

#include <sycl/math/each_element.hpp>
#include <sycl/math/elements.hpp>
#include <sycl/math/swizzle.hpp>
#include <sycl/math/types.hpp>
#include <sycl/memory/multi_ptr.hpp>

namespace sycl {
inline namespace lw1 {

struct elem {
  static constexpr int x = 0, y = 1, z = 2, w = 3, r = 0, g = 1, b = 2, a = 3;
  static constexpr int s0 = 0, s1 = 1, s2 = 2, s3 = 3, s4 = 4, s5 = 5, s6 = 6, s7 = 7, s8 = 8,
                       s9 = 9, sA = 10, sB = 11, sC = 12, sD = 13, sE = 14, sF = 15;
};

namespace detail {

template <typename T> inline constexpr int elements_of = 1;
template <typename T, int N> inline constexpr int elements_of<vec<T, N>> = N;
template <typename S, int... I> inline constexpr int elements_of<swizzled<S, I...>> = sizeof...(I);

/// Bytes that vectors are aligned to; three elements take the room of four.
template <typename T, int N>
inline constexpr std::size_t vec_room = sizeof(T) * (N == 3 ? 4 : N) > 64
                                            ? 64
                                            : sizeof(T) * (N == 3 ? 4 : N);

} // namespace detail

template <typename T, int N>
class alignas(detail::vec_room<T, N>) vec : public detail::vec_parts<vec<T, N>, N> {
  static_assert(N == 1 || N == 2 || N == 3 || N == 4 || N == 8 || N == 16,
                "a vec has 1, 2, 3, 4, 8 or 16 elements");

public:
  using element_type = T;
  using value_type = T;
  static constexpr int num_elements = N;

  constexpr vec() = default;
  template <int M = N, std::enable_if_t<(M > 1), int> = 0> constexpr explicit vec(const T& value) {
    detail::each_element<N>([&](std::size_t i) { values[i] = value; });
  }
  template <int M = N, std::enable_if_t<M == 1, int> = 0>
  constexpr vec(const T& value) : values{value} {}
  /// Another number in braces is converted, too, as where there are several.
  template <typename A, int M = N,
            std::enable_if_t<(M > 1) && detail::is_number<A> && !std::is_same_v<A, T>, int> = 0>
  constexpr explicit vec(const A& value) : vec(static_cast<T>(value)) {}
  template <typename A, int M = N,
            std::enable_if_t<M == 1 && detail::is_number<A> && !std::is_same_v<A, T>, int> = 0>
  constexpr vec(const A& value) : values{static_cast<T>(value)} {}
  template <
      typename S, int... I,
      std::enable_if_t<std::is_same_v<typename detail::swizzled<S, I...>::lw_vec, vec>, int> = 0>
  constexpr vec(const detail::swizzled<S, I...>& of) {
    int at = 0;
    place(at, of);
  }
  /// Makes a vector of numbers and shorter vectors, N elements in all.
  template <typename First, typename Second, typename... Rest,
            std::enable_if_t<detail::elements_of<std::decay_t<First>> +
                                     detail::elements_of<std::decay_t<Second>> +
                                     (0 + ... + detail::elements_of<std::decay_t<Rest>>) ==
                                 N,
                             int> = 0>
  constexpr vec(const First& first, const Second& second, const Rest&... rest) {
    int at = 0;
    place(at, first);
    place(at, second);
    (place(at, rest), ...);
  }

  static constexpr std::size_t byte_size() noexcept { return sizeof(vec); }
  static constexpr std::size_t size() noexcept { return N; }
  [[deprecated("use size")]] static constexpr std::size_t get_count() { return N; }
  [[deprecated("use byte_size")]] static constexpr std::size_t get_size() { return sizeof(vec); }

  constexpr T& operator[](int index) { return values[index]; }
  constexpr const T& operator[](int index) const { return values[index]; }
  template <int M = N, std::enable_if_t<M == 1, int> = 0> operator T() const { return values[0]; }
  vec& operator=(const T& value) { return *this = vec(value); }
  template <typename S, int... I> vec& operator=(const detail::swizzled<S, I...>& of) {
    return *this = vec(of);
  }

  template <typename To, rounding_mode Mode = rounding_mode::automatic>
  LW_DEVICE_INLINE vec<To, N> convert() const {
    vec<To, N> made;
    detail::each_element<N>([&](std::size_t i) { made[i] = detail_convert<To, Mode>(values[i]); });
    return made;
  }
  template <typename As> As as() const { return bit_cast<As>(*this); }

  template <int... I> auto swizzle() { return detail::swizzled<vec, I...>(*this); }
  template <int... I> auto swizzle() const { return detail::swizzled<const vec, I...>(*this); }

  /// Element `offset` times N and those behind it.
  template <access::address_space Space, access::decorated Decorated>
  void load(std::size_t offset, multi_ptr<const T, Space, Decorated> from) {
    load(offset, from.get());
  }
  template <access::address_space Space, access::decorated Decorated>
  void load(std::size_t offset, multi_ptr<T, Space, Decorated> from) {
    load(offset, from.get());
  }
  void load(std::size_t offset, const T* from) {
    detail::each_element<N>([&](std::size_t i) { values[i] = from[offset * N + i]; });
  }
  template <access::address_space Space, access::decorated Decorated>
  void store(std::size_t offset, multi_ptr<T, Space, Decorated> to) const {
    store(offset, to.get());
  }
  void store(std::size_t offset, T* to) const {
    detail::each_element<N>([&](std::size_t i) { to[offset * N + i] = values[i]; });
  }

  using lw_truth = vec<detail::integer_like<T>, N>;
  LW_ELEMENT_OPERATORS(vec, lw_truth, -1)

private:
  constexpr void place(int& at, const T& value) { values[at++] = value; }
  template <typename S, int... I>
  constexpr void place(int& at, const detail::swizzled<S, I...>& part) {
    detail::each_element<sizeof...(I)>([&](std::size_t i) { values[at++] = part[i]; });
  }
  template <int M> constexpr void place(int& at, const vec<T, M>& part) {
    detail::each_element<M>([&](std::size_t i) { values[at++] = part[i]; });
  }
  template <typename To, rounding_mode Mode> static To detail_convert(const T& value) {
    if constexpr (detail::is_real<T> && std::is_integral_v<To> && Mode != rounding_mode::rtz) {
      if constexpr (Mode == rounding_mode::rte || Mode == rounding_mode::automatic) {
        return static_cast<To>(__builtin_rint(static_cast<double>(value)));
      } else if constexpr (Mode == rounding_mode::rtp) {
        return static_cast<To>(__builtin_ceil(static_cast<double>(value)));
      } else {
        return static_cast<To>(__builtin_floor(static_cast<double>(value)));
      }
    } else {
      return static_cast<To>(value);
    }
  }

  T values[N == 3 ? 4 : N] = {};
};

template <typename T, typename... Rest, std::enable_if_t<(std::is_same_v<T, Rest> && ...), int> = 0>
vec(T, Rest...) -> vec<T, 1 + int(sizeof...(Rest))>;

#define LW_VEC_NAMES(name, type)                                                                   \
  using name##2 = vec<type, 2>;                                                                    \
  using name##3 = vec<type, 3>;                                                                    \
  using name##4 = vec<type, 4>;                                                                    \
  using name##8 = vec<type, 8>;                                                                    \
  using name##16 = vec<type, 16>;
LW_VEC_NAMES(char, std::int8_t)
LW_VEC_NAMES(uchar, std::uint8_t)
LW_VEC_NAMES(short, std::int16_t)
LW_VEC_NAMES(ushort, std::uint16_t)
LW_VEC_NAMES(int, std::int32_t)
LW_VEC_NAMES(uint, std::uint32_t)
LW_VEC_NAMES(long, std::int64_t)
LW_VEC_NAMES(ulong, std::uint64_t)
LW_VEC_NAMES(half, half)
LW_VEC_NAMES(float, float)
LW_VEC_NAMES(double, double)
#undef LW_VEC_NAMES

} // namespace lw1
} // namespace sycl

#endif
