// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 3.9.1: std::span of C++20, for C++17 as well. With C++20 it is that class.
#ifndef SYCL_MEMORY_SPAN_HPP
#define SYCL_MEMORY_SPAN_HPP

#include <sycl/detail/config.hpp>

#if __cplusplus >= 202002L

#include <span>

namespace sycl {
inline namespace lw1 {

using std::dynamic_extent;
using std::span;

} // namespace lw1
} // namespace sycl

#else

#include <array>
#include <cstddef>
#include <iterator>
#include <limits>
#include <type_traits>

namespace sycl {
inline namespace lw1 {

inline constexpr std::size_t dynamic_extent = std::numeric_limits<std::size_t>::max();

template <typename T, std::size_t Extent = dynamic_extent> class span;

namespace detail {

/// The number of elements of a span. It is a base, so that a constant takes no memory.
template <std::size_t Extent> struct span_size {
  constexpr span_size(std::size_t) {}
  static constexpr std::size_t get() noexcept { return Extent; }
};
template <> struct span_size<dynamic_extent> {
  constexpr span_size(std::size_t of) : count(of) {}
  constexpr std::size_t get() const noexcept { return count; }
  std::size_t count;
};

template <typename T> inline constexpr bool is_span = false;
template <typename T, std::size_t Extent> inline constexpr bool is_span<span<T, Extent>> = true;
template <typename T> inline constexpr bool is_std_array = false;
template <typename T, std::size_t N> inline constexpr bool is_std_array<std::array<T, N>> = true;

/// From a pointer to U to one to T only `const` may change.
template <typename U, typename T>
inline constexpr bool same_elements = std::is_convertible_v<U (*)[], T (*)[]>;

template <typename Container, typename T, typename = void>
inline constexpr bool is_span_container = false;
template <typename Container, typename T>
inline constexpr bool
    is_span_container<Container, T,
                      std::void_t<decltype(std::data(std::declval<Container&>())),
                                  decltype(std::size(std::declval<Container&>()))>> =
        !is_span<std::remove_cv_t<Container>> && !is_std_array<std::remove_cv_t<Container>> &&
        !std::is_array_v<Container> &&
        same_elements<std::remove_pointer_t<decltype(std::data(std::declval<Container&>()))>, T>;

} // namespace detail

template <typename T, std::size_t Extent> class span : detail::span_size<Extent> {
  using length = detail::span_size<Extent>;
  template <bool Condition> using if_true = std::enable_if_t<Condition, int>;
  static constexpr bool takes(std::size_t count) {
    return Extent == dynamic_extent || Extent == count;
  }

public:
  using element_type = T;
  using value_type = std::remove_cv_t<T>;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using pointer = T*;
  using const_pointer = const T*;
  using reference = T&;
  using const_reference = const T&;
  using iterator = pointer;
  using reverse_iterator = std::reverse_iterator<iterator>;
  static constexpr size_type extent = Extent;

  template <std::size_t E = Extent, if_true<E == dynamic_extent || E == 0> = 0>
  constexpr span() noexcept : length(0) {}
  constexpr span(pointer from, size_type count) : length(count), first_element(from) {}
  constexpr span(pointer from, pointer to)
      : length(static_cast<size_type>(to - from)), first_element(from) {}
  template <std::size_t N, if_true<takes(N)> = 0>
  constexpr span(element_type (&of)[N]) noexcept : length(N), first_element(of) {}
  template <typename U, std::size_t N, if_true<takes(N) && detail::same_elements<U, T>> = 0>
  constexpr span(std::array<U, N>& of) noexcept : length(N), first_element(of.data()) {}
  template <typename U, std::size_t N, if_true<takes(N) && detail::same_elements<const U, T>> = 0>
  constexpr span(const std::array<U, N>& of) noexcept : length(N), first_element(of.data()) {}
  template <typename Container,
            if_true<Extent == dynamic_extent && detail::is_span_container<Container, T>> = 0>
  constexpr span(Container& of) : length(std::size(of)), first_element(std::data(of)) {}
  template <typename Container,
            if_true<Extent == dynamic_extent && detail::is_span_container<const Container, T>> = 0>
  constexpr span(const Container& of) : length(std::size(of)), first_element(std::data(of)) {}
  template <typename U, std::size_t E,
            if_true<(Extent == dynamic_extent || E == dynamic_extent || E == Extent) &&
                    detail::same_elements<U, T>> = 0>
  constexpr span(const span<U, E>& of) noexcept : length(of.size()), first_element(of.data()) {}

  template <std::size_t Count> constexpr span<T, Count> first() const {
    return span<T, Count>(first_element, Count);
  }
  template <std::size_t Count> constexpr span<T, Count> last() const {
    return span<T, Count>(first_element + size() - Count, Count);
  }
  constexpr span<T> first(size_type count) const { return {first_element, count}; }
  constexpr span<T> last(size_type count) const { return {first_element + size() - count, count}; }
  template <std::size_t Offset, std::size_t Count = dynamic_extent> constexpr auto subspan() const {
    constexpr std::size_t left = Count != dynamic_extent    ? Count
                                 : Extent != dynamic_extent ? Extent - Offset
                                                            : dynamic_extent;
    return span<T, left>(first_element + Offset, Count != dynamic_extent ? Count : size() - Offset);
  }
  constexpr span<T> subspan(size_type offset, size_type count = dynamic_extent) const {
    return {first_element + offset, count != dynamic_extent ? count : size() - offset};
  }

  constexpr size_type size() const noexcept { return this->get(); }
  constexpr size_type size_bytes() const noexcept { return size() * sizeof(T); }
  [[nodiscard]] constexpr bool empty() const noexcept { return size() == 0; }
  constexpr reference operator[](size_type index) const { return first_element[index]; }
  constexpr reference front() const { return first_element[0]; }
  constexpr reference back() const { return first_element[size() - 1]; }
  constexpr pointer data() const noexcept { return first_element; }
  constexpr iterator begin() const noexcept { return first_element; }
  constexpr iterator end() const noexcept { return first_element + size(); }
  constexpr reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  constexpr reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }

private:
  pointer first_element = nullptr;
};

template <typename T, std::size_t N> span(T (&)[N]) -> span<T, N>;
template <typename T, std::size_t N> span(std::array<T, N>&) -> span<T, N>;
template <typename T, std::size_t N> span(const std::array<T, N>&) -> span<const T, N>;
template <typename Container> span(Container&) -> span<typename Container::value_type>;
template <typename Container> span(const Container&) -> span<const typename Container::value_type>;

} // namespace lw1
} // namespace sycl

#endif // C++20

#endif
