// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 1.2.1, section 4.11: the class atomic, which accessors with access_mode::atomic give. It is
// deprecated in SYCL 2020, where atomic_ref takes its place.
#ifndef SYCL_MEMORY_ATOMIC_HPP
#define SYCL_MEMORY_ATOMIC_HPP

#include <sycl/memory/atomic_ref.hpp>
#include <sycl/memory/local_accessor.hpp>
#include <sycl/memory/multi_ptr.hpp>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace sycl {
inline namespace lw1 {

/// Atomic operations on a number of 4 or 8 bytes. Reals are only loaded, stored and exchanged.
template <typename T, access::address_space Space = access::address_space::global_space>
class [[deprecated("use atomic_ref")]] atomic {
  static_assert((std::is_integral_v<T> && !std::is_same_v<T, bool>) || std::is_same_v<T, float>,
                "atomic is for integers and float");
  using ref = atomic_ref<T, memory_order::relaxed, memory_scope::device, Space>;
  static constexpr bool is_integer = std::is_integral_v<T>;

public:
  template <typename U, access::decorated Decorated,
            std::enable_if_t<sizeof(U) == sizeof(T) && std::is_convertible_v<U*, T*>, int> = 0>
  atomic(multi_ptr<U, Space, Decorated> to) : at(to.get()) {}

  void store(T operand, memory_order order = memory_order::relaxed) const {
    ref(*at).store(operand, order);
  }
  T load(memory_order order = memory_order::relaxed) const { return ref(*at).load(order); }
  T exchange(T operand, memory_order order = memory_order::relaxed) const {
    return ref(*at).exchange(operand, order);
  }
  template <bool Is = is_integer, std::enable_if_t<Is, int> = 0>
  bool compare_exchange_strong(T& expected, T desired, memory_order success = memory_order::relaxed,
                               memory_order failure = memory_order::relaxed) const {
    return ref(*at).compare_exchange_strong(expected, desired, success, failure);
  }
#define LW_FETCH(name)                                                                             \
  template <bool Is = is_integer, std::enable_if_t<Is, int> = 0>                                   \
  T fetch_##name(T operand, memory_order order = memory_order::relaxed) const {                    \
    return ref(*at).fetch_##name(operand, order);                                                  \
  }
  LW_FETCH(add)
  LW_FETCH(sub)
  LW_FETCH(and)
  LW_FETCH(or)
  LW_FETCH(xor)
  LW_FETCH(min)
  LW_FETCH(max)
#undef LW_FETCH

private:
  T* at;
};

// The members as functions.
template <typename T, access::address_space S>
T atomic_load(atomic<T, S> object, memory_order order = memory_order::relaxed) {
  return object.load(order);
}
template <typename T, access::address_space S>
void atomic_store(atomic<T, S> object, T operand, memory_order order = memory_order::relaxed) {
  object.store(operand, order);
}
template <typename T, access::address_space S>
bool atomic_compare_exchange_strong(atomic<T, S> object, T& expected, T desired,
                                    memory_order success = memory_order::relaxed,
                                    memory_order failure = memory_order::relaxed) {
  return object.compare_exchange_strong(expected, desired, success, failure);
}
#define LW_ATOMIC(name)                                                                            \
  template <typename T, access::address_space S>                                                   \
  T atomic_##name(atomic<T, S> object, T operand, memory_order order = memory_order::relaxed) {    \
    return object.name(operand, order);                                                            \
  }
LW_ATOMIC(exchange)
LW_ATOMIC(fetch_add)
LW_ATOMIC(fetch_sub)
LW_ATOMIC(fetch_and)
LW_ATOMIC(fetch_or)
LW_ATOMIC(fetch_xor)
LW_ATOMIC(fetch_min)
LW_ATOMIC(fetch_max)
#undef LW_ATOMIC

/// An accessor of local memory whose elements are atomic.
template <typename T, int D>
class accessor<T, D, detail::atomic_mode, detail::local_target, access::placeholder::false_t>
    : public local_accessor<T, D> {
  using element = atomic<T, access::address_space::local_space>;

public:
  using local_accessor<T, D>::local_accessor;
  accessor() = default;

  element operator[](id<D> index) const {
    return local_ptr<T>(&local_accessor<T, D>::operator[](index));
  }
  template <int N = D, std::enable_if_t<(N > 1), int> = 0>
  auto operator[](std::size_t index) const {
    id<D> first;
    first[0] = index;
    return detail::indexing<accessor, D, 1>(*this, first);
  }
  template <int N = D, std::enable_if_t<N == 1, int> = 0>
  element operator[](std::size_t index) const {
    return (*this)[id<D>(index)];
  }
};

template <typename T>
class accessor<T, 0, detail::atomic_mode, detail::local_target, access::placeholder::false_t>
    : public local_accessor<T, 0> {
  using element = atomic<T, access::address_space::local_space>;

public:
  using local_accessor<T, 0>::local_accessor;
  accessor() = default;
  operator element() const { return this->get_pointer(); }
};

} // namespace lw1
} // namespace sycl

#pragma GCC diagnostic pop

#endif
