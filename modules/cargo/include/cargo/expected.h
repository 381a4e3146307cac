// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CARGO_EXPECTED_H
#define CARGO_EXPECTED_H

#include <cassert>
#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>
#include <variant>

namespace cargo {

/// Wraps an error so that it converts into an `expected` of any value type.
template <typename E> struct unexpected {
  E error;
};
template <typename E> unexpected(E) -> unexpected<E>;

/// A value or the error that stood in its way; C++23's std::expected for the C++20 we build with.
/// Reading the value of a failed result, or the error of a good one, is a bug (asserted).
template <typename T, typename E> class [[nodiscard]] expected {
public:
  using value_type = T;
  using error_type = E;

  expected(T value) : state(std::in_place_index<0>, std::move(value)) {}
  template <typename F>
    requires std::is_convertible_v<F, E>
  expected(unexpected<F> failure) : state(std::in_place_index<1>, std::move(failure.error)) {}

  [[nodiscard]] bool has_value() const { return state.index() == 0; }
  explicit operator bool() const { return has_value(); }

  T& value() & { return get<0>(); }
  const T& value() const& { return get<0>(); }
  T&& value() && { return std::move(get<0>()); }
  T& operator*() & { return get<0>(); }
  const T& operator*() const& { return get<0>(); }
  T&& operator*() && { return std::move(get<0>()); }
  T* operator->() { return &get<0>(); }
  const T* operator->() const { return &get<0>(); }

  E& error() & { return get<1>(); }
  const E& error() const& { return get<1>(); }
  E&& error() && { return std::move(get<1>()); }

  T value_or(T alternative) const& { return has_value() ? value() : std::move(alternative); }

private:
  template <std::size_t I> auto& get() {
    assert(state.index() == I);
    return *std::get_if<I>(&state);
  }
  template <std::size_t I> const auto& get() const {
    assert(state.index() == I);
    return *std::get_if<I>(&state);
  }
  std::variant<T, E> state;
};

/// The value of operations that can fail but have no result.
struct success {};
template <typename E> using result = expected<success, E>;

} // namespace cargo

#endif
