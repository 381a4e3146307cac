// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomic operations in host code of compilers without Clang's scoped ones: there scopes mean
// nothing. Operations that GCC lacks are loops.
#ifndef SYCL_DETAIL_HOST_ATOMICS_HPP
#define SYCL_DETAIL_HOST_ATOMICS_HPP

#include <cstdint>
#include <sycl/detail/config.hpp>
#include <type_traits>

namespace sycl {
inline namespace lw1 {
namespace detail {
namespace host_atomics {

template <typename T> void store_n(T* at, T value, int order, int) {
  __atomic_store_n(at, value, order);
}
template <typename T> T load_n(const T* at, int order, int) { return __atomic_load_n(at, order); }
template <typename T> T exchange_n(T* at, T value, int order, int) {
  return __atomic_exchange_n(at, value, order);
}
template <typename T>
bool compare_exchange_n(T* at, T* expected, T desired, bool is_weak, int success, int failure,
                        int) {
  return __atomic_compare_exchange_n(at, expected, desired, is_weak, success, failure);
}

/// Replaces a value by what `change` makes of it. Values are compared as bits.
template <typename T, typename Change> T replace(T* at, int order, const Change& change) {
  using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  T old;
  __atomic_load(at, &old, __ATOMIC_RELAXED);
  for (;;) {
    T made = change(old);
    bits expected;
    bits desired;
    __builtin_memcpy(&expected, &old, sizeof(T));
    __builtin_memcpy(&desired, &made, sizeof(T));
    if (__atomic_compare_exchange_n(reinterpret_cast<bits*>(at), &expected, desired, false, order,
                                    __ATOMIC_RELAXED)) {
      return old;
    }
    __builtin_memcpy(&old, &expected, sizeof(T));
  }
}

template <typename T, typename V> T fetch_add(T* at, V value, int order, int) {
  return replace(at, order, [value](T old) { return T(old + value); });
}
template <typename T> T fetch_and(T* at, T value, int order, int) {
  return __atomic_fetch_and(at, value, order);
}
template <typename T> T fetch_or(T* at, T value, int order, int) {
  return __atomic_fetch_or(at, value, order);
}
template <typename T> T fetch_xor(T* at, T value, int order, int) {
  return __atomic_fetch_xor(at, value, order);
}
template <typename T> T fetch_min(T* at, T value, int order, int) {
  return replace(at, order, [value](T old) { return value < old ? value : old; });
}
template <typename T> T fetch_max(T* at, T value, int order, int) {
  return replace(at, order, [value](T old) { return old < value ? value : old; });
}

} // namespace host_atomics
} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
