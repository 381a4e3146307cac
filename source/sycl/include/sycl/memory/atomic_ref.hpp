// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.15.3, on Clang's atomic built-ins with scopes.
#ifndef SYCL_MEMORY_ATOMIC_REF_HPP
#define SYCL_MEMORY_ATOMIC_REF_HPP

#include <cstddef>
#include <sycl/detail/host_atomics.hpp>
#include <sycl/math/types.hpp>
#include <sycl/memory/access.hpp>
#include <sycl/memory/fence.hpp>

namespace sycl {
inline namespace lw1 {

template <memory_order Order> struct memory_order_traits;
template <> struct memory_order_traits<memory_order::relaxed> {
  static constexpr memory_order read_order = memory_order::relaxed;
  static constexpr memory_order write_order = memory_order::relaxed;
};
template <> struct memory_order_traits<memory_order::acq_rel> {
  static constexpr memory_order read_order = memory_order::acquire;
  static constexpr memory_order write_order = memory_order::release;
};
template <> struct memory_order_traits<memory_order::seq_cst> {
  static constexpr memory_order read_order = memory_order::seq_cst;
  static constexpr memory_order write_order = memory_order::seq_cst;
};

namespace detail {

/// Clang's numbers of orders are those of memory_order; those of scopes are not.
constexpr int clang_scope(memory_scope scope) {
  constexpr int scopes[] = {4, 3, 2, 1, 0}; // single thread, wavefront, work-group, device, system
  return scopes[int(scope)];
}
/// The order of a failed exchange: nothing is released.
constexpr memory_order when_failed(memory_order order) {
  return order == memory_order::acq_rel   ? memory_order::acquire
         : order == memory_order::release ? memory_order::relaxed
                                          : order;
}

} // namespace detail

template <typename T, memory_order DefaultOrder, memory_scope DefaultScope,
          access::address_space Space = access::address_space::generic_space>
class atomic_ref {
  static_assert(std::is_trivially_copyable_v<T> && (sizeof(T) == 4 || sizeof(T) == 8),
                "atomic_ref is for types of 4 and 8 bytes");
  static_assert(!std::is_const_v<T>);
  /// The type of a compare-exchange's operands: compared as bits.
  using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  static constexpr bool is_integer = std::is_integral_v<T>;
  static constexpr bool is_pointer = std::is_pointer_v<T>;
  template <bool Condition> using if_true = std::enable_if_t<Condition, int>;

public:
  using value_type = T;
  using difference_type = std::conditional_t<is_pointer, std::ptrdiff_t, T>;
  static constexpr std::size_t required_alignment = sizeof(T);
  static constexpr bool is_always_lock_free = true;
  static constexpr memory_order default_read_order = memory_order_traits<DefaultOrder>::read_order;
  static constexpr memory_order default_write_order =
      memory_order_traits<DefaultOrder>::write_order;
  static constexpr memory_order default_read_modify_write_order = DefaultOrder;
  static constexpr memory_scope default_scope = DefaultScope;

  explicit atomic_ref(T& of) : at(&of) {}
  atomic_ref(const atomic_ref&) noexcept = default;
  atomic_ref& operator=(const atomic_ref&) = delete;
  bool is_lock_free() const noexcept { return true; }

  // Orders and scopes have to be constants for the built-ins: after inlining they are.
#ifdef LW_SYCL_PASS
#define LW_ATOMIC(name) __scoped_atomic_##name
#else
#define LW_ATOMIC(name) detail::host_atomics::name
#endif
#define LW_SCOPED(name, ...) LW_ATOMIC(name)(__VA_ARGS__, int(order), detail::clang_scope(scope))
  void store(T operand, memory_order order = default_write_order,
             memory_scope scope = default_scope) const noexcept {
    const bits value = bit_cast<bits>(operand);
    LW_SCOPED(store_n, words(), value);
  }
  T load(memory_order order = default_read_order,
         memory_scope scope = default_scope) const noexcept {
    return bit_cast<T>(LW_SCOPED(load_n, words()));
  }
  T exchange(T operand, memory_order order = default_read_modify_write_order,
             memory_scope scope = default_scope) const noexcept {
    const bits value = bit_cast<bits>(operand);
    return bit_cast<T>(LW_SCOPED(exchange_n, words(), value));
  }
  bool compare_exchange_strong(T& expected, T desired, memory_order success, memory_order failure,
                               memory_scope scope = default_scope) const noexcept {
    auto old = bit_cast<bits>(expected);
    const bool done =
        LW_ATOMIC(compare_exchange_n)(words(), &old, bit_cast<bits>(desired), false, int(success),
                                      int(failure), detail::clang_scope(scope));
    expected = bit_cast<T>(old);
    return done;
  }
  bool compare_exchange_strong(T& expected, T desired,
                               memory_order order = default_read_modify_write_order,
                               memory_scope scope = default_scope) const noexcept {
    return compare_exchange_strong(expected, desired, order, detail::when_failed(order), scope);
  }
  bool compare_exchange_weak(T& expected, T desired, memory_order success, memory_order failure,
                             memory_scope scope = default_scope) const noexcept {
    return compare_exchange_strong(expected, desired, success, failure, scope);
  }
  bool compare_exchange_weak(T& expected, T desired,
                             memory_order order = default_read_modify_write_order,
                             memory_scope scope = default_scope) const noexcept {
    return compare_exchange_strong(expected, desired, order, scope);
  }
  operator T() const noexcept { return load(); }
  T operator=(T desired) const noexcept {
    store(desired);
    return desired;
  }

  T fetch_add(difference_type operand, memory_order order = default_read_modify_write_order,
              memory_scope scope = default_scope) const noexcept {
    if constexpr (is_pointer) {
      const auto bytes = bits(operand) * sizeof(std::remove_pointer_t<T>);
      return bit_cast<T>(LW_SCOPED(fetch_add, words(), bytes));
    } else {
      return LW_SCOPED(fetch_add, at, operand);
    }
  }
  T fetch_sub(difference_type operand, memory_order order = default_read_modify_write_order,
              memory_scope scope = default_scope) const noexcept {
    if constexpr (is_pointer || is_integer) {
      return fetch_add(difference_type(bits(0) - bits(operand)), order, scope);
    } else {
      return fetch_add(-operand, order, scope);
    }
  }
#define LW_FETCH(name, condition)                                                                  \
  template <bool Is = condition, if_true<Is> = 0>                                                  \
  T fetch_##name(T operand, memory_order order = default_read_modify_write_order,                  \
                 memory_scope scope = default_scope) const noexcept {                              \
    return LW_SCOPED(fetch_##name, at, operand);                                                   \
  }
  LW_FETCH(and, is_integer)
  LW_FETCH(or, is_integer)
  LW_FETCH(xor, is_integer)
  LW_FETCH(min, is_integer)
  LW_FETCH(max, is_integer)
#undef LW_FETCH
#undef LW_SCOPED
#undef LW_ATOMIC
  // Not every device has these for reals.
  template <bool Is = !is_integer && !is_pointer, if_true<Is> = 0, typename = void>
  T fetch_min(T operand, memory_order order = default_read_modify_write_order,
              memory_scope scope = default_scope) const noexcept {
    return change([&](T now) { return operand < now ? operand : now; }, order, scope);
  }
  template <bool Is = !is_integer && !is_pointer, if_true<Is> = 0, typename = void>
  T fetch_max(T operand, memory_order order = default_read_modify_write_order,
              memory_scope scope = default_scope) const noexcept {
    return change([&](T now) { return now < operand ? operand : now; }, order, scope);
  }
  /// Replaces the value by `f(value)`; returns the old one.
  template <typename F> T change(F f, memory_order order, memory_scope scope) const noexcept {
    T now = load(memory_order::relaxed, scope);
    while (!compare_exchange_strong(now, f(now), order, detail::when_failed(order), scope)) {
    }
    return now;
  }

  T operator++(int) const noexcept { return fetch_add(difference_type(1)); }
  T operator--(int) const noexcept { return fetch_sub(difference_type(1)); }
  T operator++() const noexcept { return fetch_add(difference_type(1)) + difference_type(1); }
  T operator--() const noexcept { return fetch_sub(difference_type(1)) - difference_type(1); }
  T operator+=(difference_type operand) const noexcept { return fetch_add(operand) + operand; }
  T operator-=(difference_type operand) const noexcept { return fetch_sub(operand) - operand; }
  template <bool Is = is_integer, if_true<Is> = 0> T operator&=(T operand) const noexcept {
    return fetch_and(operand) & operand;
  }
  template <bool Is = is_integer, if_true<Is> = 0> T operator|=(T operand) const noexcept {
    return fetch_or(operand) | operand;
  }
  template <bool Is = is_integer, if_true<Is> = 0> T operator^=(T operand) const noexcept {
    return fetch_xor(operand) ^ operand;
  }

private:
  bits* words() const noexcept { return reinterpret_cast<bits*>(at); }
  T* at;
};

} // namespace lw1
} // namespace sycl

#endif
