// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.7.7.1. Pointers carry no address space in their types: the device compiler
// finds it out, so the decorated form is the plain one.
#ifndef SYCL_MEMORY_MULTI_PTR_HPP
#define SYCL_MEMORY_MULTI_PTR_HPP

#include <cstddef>
#include <iterator>
#include <sycl/memory/access.hpp>
#include <type_traits>

namespace sycl {
inline namespace lw1 {

template <typename T, int D, access_mode Mode, target Target, access::placeholder Placeholder>
class accessor;
template <typename T, int D> class local_accessor;

using addrspace = access::address_space;
inline constexpr addrspace addrspace_global = addrspace::global_space;
inline constexpr addrspace addrspace_local = addrspace::local_space;
inline constexpr addrspace addrspace_private = addrspace::private_space;
inline constexpr addrspace addrspace_generic = addrspace::generic_space;

template <typename T> struct remove_decoration {
  using type = T;
};
template <typename T> using remove_decoration_t = typename remove_decoration<T>::type;

namespace detail {

/// access::address_space::constant_space, whose name is deprecated.
inline constexpr auto constant_space = static_cast<access::address_space>(4);

/// Whether an accessor of that target is of memory in the space, or may be.
template <target Target, access::address_space Space>
inline constexpr bool target_reaches =
    Target == target::device ? Space == access::address_space::global_space ||
                                   Space == access::address_space::generic_space
    : Target == local_target ? Space == access::address_space::local_space ||
                                   Space == access::address_space::generic_space
                             : Target == constant_target && Space == constant_space;

/// Whether a pointer to T may point to an accessor's elements of type U.
template <typename U, typename T>
inline constexpr bool is_seen_as =
    std::is_void_v<T> || std::is_same_v<std::remove_const_t<U>, std::remove_const_t<T>>;

} // namespace detail

template <typename T, access::address_space Space,
          access::decorated Decorated = access::decorated::legacy>
class multi_ptr {
public:
  static constexpr bool is_decorated = Decorated == access::decorated::yes;
  static constexpr access::address_space address_space = Space;
  using value_type = T;
  using element_type = T;
  using pointer = std::add_pointer_t<T>;
  using pointer_t = pointer;
  using const_pointer_t = std::add_pointer_t<const T>;
  using reference = std::add_lvalue_reference_t<T>;
  using reference_t = reference;
  using const_reference_t = std::add_lvalue_reference_t<const T>;
  using iterator_category = std::random_access_iterator_tag;
  using difference_type = std::ptrdiff_t;

  multi_ptr() = default;
  multi_ptr(std::nullptr_t) {}
  template <access::decorated D = Decorated,
            std::enable_if_t<D != access::decorated::legacy, int> = 0>
  explicit multi_ptr(pointer to) : at(to) {}
  /// As SYCL 1.2.1 has it.
  template <access::decorated D = Decorated,
            std::enable_if_t<D == access::decorated::legacy, int> = 0>
  multi_ptr(pointer to) : at(to) {}
  template <typename U, access::address_space Other, access::decorated D,
            std::enable_if_t<std::is_convertible_v<U*, T*> &&
                                 (Other == Space || Space == access::address_space::generic_space),
                             int> = 0>
  multi_ptr(const multi_ptr<U, Other, D>& other) : at(other.get()) {}
  /// From generic to a space that the program knows.
  template <
      typename U, access::decorated D,
      std::enable_if_t<
          std::is_convertible_v<U*, T*> && Space != access::address_space::generic_space, int> = 0>
  explicit multi_ptr(const multi_ptr<U, access::address_space::generic_space, D>& other)
      : at(other.get()) {}
  /// From a pointer to anything.
  template <typename U, access::decorated D,
            std::enable_if_t<std::is_void_v<U> && !std::is_void_v<T> &&
                                 (std::is_const_v<T> || !std::is_const_v<U>),
                             int> = 0>
  explicit multi_ptr(const multi_ptr<U, Space, D>& other) : at(static_cast<pointer>(other.get())) {}
  template <
      typename U, int D, access_mode Mode, target Target, access::placeholder P,
      std::enable_if_t<detail::target_reaches<Target, Space> && detail::is_seen_as<U, T>, int> = 0>
  multi_ptr(accessor<U, D, Mode, Target, P> of) : at(of.get_pointer()) {}
  template <
      typename U, int D,
      std::enable_if_t<
          detail::target_reaches<detail::local_target, Space> && detail::is_seen_as<U, T>, int> = 0>
  multi_ptr(local_accessor<U, D> of) : at(of.get_pointer()) {}
  multi_ptr& operator=(std::nullptr_t) {
    at = nullptr;
    return *this;
  }

  pointer get() const { return at; }
  pointer get_raw() const { return at; }
  pointer get_decorated() const { return at; }
  pointer operator->() const { return at; }
  template <typename U = T> std::add_lvalue_reference_t<U> operator*() const { return *at; }
  template <typename U = T> std::add_lvalue_reference_t<U> operator[](difference_type index) const {
    return at[index];
  }
  operator pointer() const { return at; }
  void prefetch(std::size_t) const {}

  multi_ptr& operator++() { return *this += 1; }
  multi_ptr& operator--() { return *this -= 1; }
  multi_ptr operator++(int) {
    multi_ptr old = *this;
    ++at;
    return old;
  }
  multi_ptr operator--(int) {
    multi_ptr old = *this;
    --at;
    return old;
  }
  multi_ptr& operator+=(difference_type n) {
    at += n;
    return *this;
  }
  multi_ptr& operator-=(difference_type n) {
    at -= n;
    return *this;
  }
  friend multi_ptr operator+(const multi_ptr& a, difference_type n) { return multi_ptr(a.at + n); }
  friend multi_ptr operator-(const multi_ptr& a, difference_type n) { return multi_ptr(a.at - n); }
// Templates take no pointer for a multi_ptr, so there is one way to compare the two.
#define LW_WITH_SAME(result, op)                                                                   \
  template <typename A, typename B,                                                                \
            std::enable_if_t<std::is_same_v<A, multi_ptr> && std::is_same_v<B, multi_ptr>, int> =  \
                0>                                                                                 \
  friend result operator op(const A& a, const B& b) {                                              \
    return a.get() op b.get();                                                                     \
  }
  LW_WITH_SAME(difference_type, -)
  LW_WITH_SAME(bool, ==)
  LW_WITH_SAME(bool, !=)
  LW_WITH_SAME(bool, <)
  LW_WITH_SAME(bool, >)
  LW_WITH_SAME(bool, <=)
  LW_WITH_SAME(bool, >=)
#undef LW_WITH_SAME
#define LW_COMPARE_WITH_NULL(op)                                                                   \
  friend bool operator op(const multi_ptr& a, std::nullptr_t) { return a.at op pointer(); }        \
  friend bool operator op(std::nullptr_t, const multi_ptr& a) { return pointer() op a.at; }
  LW_COMPARE_WITH_NULL(==)
  LW_COMPARE_WITH_NULL(!=)
  LW_COMPARE_WITH_NULL(<)
  LW_COMPARE_WITH_NULL(>)
  LW_COMPARE_WITH_NULL(<=)
  LW_COMPARE_WITH_NULL(>=)
#undef LW_COMPARE_WITH_NULL

private:
  pointer at = nullptr;
};

template <typename T, int D, access_mode Mode, access::placeholder P>
multi_ptr(accessor<T, D, Mode, target::device, P>)
    -> multi_ptr<std::conditional_t<Mode == access_mode::read, const T, T>,
                 access::address_space::global_space, access::decorated::no>;
template <typename T, int D>
multi_ptr(local_accessor<T, D>)
    -> multi_ptr<T, access::address_space::local_space, access::decorated::no>;

template <access::address_space Space, access::decorated Decorated, typename T>
multi_ptr<T, Space, Decorated> address_space_cast(T* to) {
  return multi_ptr<T, Space, Decorated>(to);
}
template <typename T, access::address_space Space,
          access::decorated Decorated = access::decorated::legacy>
multi_ptr<T, Space, Decorated> make_ptr(T* to) {
  return multi_ptr<T, Space, Decorated>(to);
}

template <typename T, access::decorated D = access::decorated::legacy>
using global_ptr = multi_ptr<T, access::address_space::global_space, D>;
template <typename T, access::decorated D = access::decorated::legacy>
using local_ptr = multi_ptr<T, access::address_space::local_space, D>;
template <typename T, access::decorated D = access::decorated::legacy>
using private_ptr = multi_ptr<T, access::address_space::private_space, D>;
template <typename T, access::decorated D = access::decorated::legacy>
using generic_ptr = multi_ptr<T, access::address_space::generic_space, D>;
/// SYCL 1.2.1's.
template <typename T, access::decorated D = access::decorated::legacy>
using constant_ptr = multi_ptr<T, detail::constant_space, D>;
template <typename T> using raw_global_ptr = global_ptr<T, access::decorated::no>;
template <typename T> using raw_local_ptr = local_ptr<T, access::decorated::no>;
template <typename T> using raw_private_ptr = private_ptr<T, access::decorated::no>;
template <typename T> using raw_generic_ptr = generic_ptr<T, access::decorated::no>;
template <typename T> using decorated_global_ptr = global_ptr<T, access::decorated::yes>;
template <typename T> using decorated_local_ptr = local_ptr<T, access::decorated::yes>;
template <typename T> using decorated_private_ptr = private_ptr<T, access::decorated::yes>;
template <typename T> using decorated_generic_ptr = generic_ptr<T, access::decorated::yes>;

} // namespace lw1
} // namespace sycl

#endif
