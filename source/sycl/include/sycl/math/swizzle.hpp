// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.14.2.4: parts of a vec, and its elements in another order.
#ifndef SYCL_MATH_SWIZZLE_HPP
#define SYCL_MATH_SWIZZLE_HPP

#include <cstddef>
#include <sycl/math/swizzle_names.hpp>
#include <sycl/math/types.hpp>
#include <sycl/memory/multi_ptr.hpp>
#include <type_traits>
#include <utility>

namespace sycl {
inline namespace lw1 {

enum class rounding_mode { automatic, rte, rtz, rtp, rtn };

template <typename T, int N> class vec;

namespace detail {

/// What vec and swizzled have in common: the parts of a class Self of N elements, which has the
/// members swizzle and operator[].
template <typename Self, int N> class vec_parts : public swizzle_names<Self, N> {
public:
#define LW_ELEMENT(name, index)                                                                    \
  template <int M = N, std::enable_if_t<(M > index), int> = 0> auto& name() {                      \
    return static_cast<Self&>(*this)[index];                                                       \
  }                                                                                                \
  template <int M = N, std::enable_if_t<(M > index), int> = 0> auto& name() const {                \
    return static_cast<const Self&>(*this)[index];                                                 \
  }
  LW_ELEMENT(x, 0)
  LW_ELEMENT(y, 1)
  LW_ELEMENT(z, 2)
  LW_ELEMENT(w, 3)
  LW_ELEMENT(r, 0)
  LW_ELEMENT(g, 1)
  LW_ELEMENT(b, 2)
  LW_ELEMENT(a, 3)
  LW_ELEMENT(s0, 0)
  LW_ELEMENT(s1, 1)
  LW_ELEMENT(s2, 2)
  LW_ELEMENT(s3, 3)
  LW_ELEMENT(s4, 4)
  LW_ELEMENT(s5, 5)
  LW_ELEMENT(s6, 6)
  LW_ELEMENT(s7, 7)
  LW_ELEMENT(s8, 8)
  LW_ELEMENT(s9, 9)
  LW_ELEMENT(sA, 10)
  LW_ELEMENT(sB, 11)
  LW_ELEMENT(sC, 12)
  LW_ELEMENT(sD, 13)
  LW_ELEMENT(sE, 14)
  LW_ELEMENT(sF, 15)
#undef LW_ELEMENT

#define LW_HALF(name, first, step)                                                                 \
  auto name() { return half_of<first, step>(static_cast<Self&>(*this), halves()); }                \
  auto name() const { return half_of<first, step>(static_cast<const Self&>(*this), halves()); }
  LW_HALF(lo, 0, 1)
  LW_HALF(hi, (N + 1) / 2, 1)
  LW_HALF(even, 0, 2)
  LW_HALF(odd, 1, 2)
#undef LW_HALF

private:
  template <int First, int Step, typename Of, int... I>
  static auto half_of(Of& of, std::integer_sequence<int, I...>) {
    return of.template swizzle<((First + I * Step) % N)...>();
  }
  static constexpr auto halves() { return std::make_integer_sequence<int, (N + 1) / 2>(); }
};

/// Elements of a vec in another order: converts to a vec, and writes into the one that it is of.
/// Source may be const.
template <typename Source, int... I>
class swizzled : public vec_parts<swizzled<Source, I...>, int(sizeof...(I))> {
public:
  using element_type = typename Source::element_type;
  using value_type = element_type;
  using lw_vec = vec<element_type, int(sizeof...(I))>;

  explicit swizzled(Source& of) : source(of) {}
  swizzled(const swizzled&) = default;
  template <std::size_t N = sizeof...(I), std::enable_if_t<N == 1, int> = 0>
  operator element_type() const {
    return (*this)[0];
  }

  static constexpr std::size_t byte_size() noexcept { return sizeof(lw_vec); }
  static constexpr std::size_t size() noexcept { return sizeof...(I); }
  [[deprecated("use size")]] static constexpr std::size_t get_count() { return size(); }
  [[deprecated("use byte_size")]] static constexpr std::size_t get_size() { return byte_size(); }

  auto& operator[](int index) const {
    constexpr int places[] = {I...};
    return source[places[index]];
  }
  template <int... J> auto swizzle() const {
    constexpr int places[] = {I...};
    return swizzled<Source, places[J]...>(source);
  }
  template <typename To, rounding_mode Mode = rounding_mode::automatic> auto convert() const {
    return values().template convert<To, Mode>();
  }
  template <typename As> As as() const { return values().template as<As>(); }
  template <typename Pointer> void load(std::size_t offset, Pointer from) const {
    lw_vec loaded;
    loaded.load(offset, from);
    *this = loaded;
  }
  template <typename Pointer> void store(std::size_t offset, Pointer to) const {
    values().store(offset, to);
  }

  const swizzled& operator=(const lw_vec& of) const {
    int next = 0;
    ((source[I] = of[next++]), ...);
    return *this;
  }
  const swizzled& operator=(const swizzled& other) const { return *this = other.values(); }
  const swizzled& operator=(const element_type& value) const { return *this = lw_vec(value); }
  template <typename S, int... J, std::enable_if_t<sizeof...(J) == sizeof...(I), int> = 0>
  const swizzled& operator=(const swizzled<S, J...>& other) const {
    return *this = lw_vec(other);
  }
#define LW_ASSIGNMENT(op)                                                                          \
  template <typename B> const swizzled& operator op## = (const B& b) const {                       \
    return *this = values() op b;                                                                  \
  }
  LW_ASSIGNMENT(+)
  LW_ASSIGNMENT(-)
  LW_ASSIGNMENT(*)
  LW_ASSIGNMENT(/)
  LW_ASSIGNMENT(%)
  LW_ASSIGNMENT(&)
  LW_ASSIGNMENT(|)
  LW_ASSIGNMENT(^)
  LW_ASSIGNMENT(<<)
  LW_ASSIGNMENT(>>)
#undef LW_ASSIGNMENT
  const swizzled& operator++() const { return *this += element_type(1); }
  const swizzled& operator--() const { return *this -= element_type(1); }
  lw_vec operator++(int) const {
    const lw_vec old = values();
    ++*this;
    return old;
  }
  lw_vec operator--(int) const {
    const lw_vec old = values();
    --*this;
    return old;
  }
  lw_vec operator+() const { return values(); }
  lw_vec operator-() const { return -values(); }
  lw_vec operator~() const { return ~values(); }
  auto operator!() const { return !values(); }

private:
  lw_vec values() const {
    lw_vec made;
    int next = 0;
    ((made[next++] = source[I]), ...);
    return made;
  }
  Source& source;
};

template <typename T> struct swizzle_result {};
template <typename S, int... I> struct swizzle_result<swizzled<S, I...>> {
  using type = typename swizzled<S, I...>::lw_vec;
};
template <typename T, typename = void> inline constexpr bool is_swizzled = false;
template <typename T>
inline constexpr bool is_swizzled<T, std::void_t<typename swizzle_result<T>::type>> = true;

template <typename... Ts> struct first_swizzle {};
template <typename T, typename... Rest>
struct first_swizzle<T, Rest...>
    : std::conditional_t<is_swizzled<T>, swizzle_result<T>, first_swizzle<Rest...>> {};

/// Whether T is a vec V, a swizzle of that shape, or a number.
template <typename V, typename T> constexpr bool is_operand_of() {
  if constexpr (is_swizzled<T>) {
    return std::is_same_v<typename T::lw_vec, V>;
  } else {
    return std::is_same_v<T, V> || std::is_convertible_v<T, typename V::element_type>;
  }
}

/// The vec in which operators and functions calculate whose operands are Ts: one of them is a
/// swizzle at least, and the others are of the same shape, or numbers.
template <typename Void, typename... Ts> struct vec_of_operands {};
template <typename... Ts>
struct vec_of_operands<std::void_t<typename first_swizzle<Ts...>::type>, Ts...>
    : std::enable_if<(is_operand_of<typename first_swizzle<Ts...>::type, Ts>() && ...),
                     typename first_swizzle<Ts...>::type> {};
template <typename... Ts> using swizzle_operands = typename vec_of_operands<void, Ts...>::type;

template <typename V, typename T> V as_vec(const T& value) {
  if constexpr (std::is_same_v<V, T> || is_swizzled<T>) {
    return value;
  } else {
    return V(static_cast<typename V::element_type>(value));
  }
}

// They are exact for swizzles, where those of vec need a conversion.
#define LW_OPERATOR(op)                                                                            \
  template <typename A, typename B, typename V = swizzle_operands<A, B>>                           \
  auto operator op(const A& a, const B& b) {                                                       \
    return as_vec<V>(a) op as_vec<V>(b);                                                           \
  }
#define LW_ASSIGNING(op)                                                                           \
  LW_OPERATOR(op)                                                                                  \
  template <typename T, int N, typename S, int... I>                                               \
  vec<T, N>& operator op## = (vec<T, N> & a, const swizzled<S, I...>& b) {                         \
    return a = a op vec<T, N>(b);                                                                  \
  }
LW_ASSIGNING(+)
LW_ASSIGNING(-)
LW_ASSIGNING(*)
LW_ASSIGNING(/)
LW_ASSIGNING(%)
LW_ASSIGNING(&)
LW_ASSIGNING(|)
LW_ASSIGNING(^)
LW_ASSIGNING(<<)
LW_ASSIGNING(>>)
LW_OPERATOR(==)
LW_OPERATOR(!=)
LW_OPERATOR(<)
LW_OPERATOR(>)
LW_OPERATOR(<=)
LW_OPERATOR(>=)
LW_OPERATOR(&&)
LW_OPERATOR(||)
#undef LW_OPERATOR
#undef LW_ASSIGNING

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
