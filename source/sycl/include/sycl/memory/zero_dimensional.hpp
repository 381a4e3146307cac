// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.7.6: the members that accessors of no dimensions share. They are accessors
// of one dimension and one element, and stand for that element.
#ifndef SYCL_MEMORY_ZERO_DIMENSIONAL_HPP
#define SYCL_MEMORY_ZERO_DIMENSIONAL_HPP

#include <type_traits>
#include <utility>

namespace sycl {
inline namespace lw1 {
namespace detail {

template <typename Derived, typename Inner> class zero_dimensional {
  using element = std::remove_const_t<typename Inner::value_type>;

public:
  using value_type = typename Inner::value_type;
  using reference = typename Inner::reference;
  using const_reference = typename Inner::const_reference;
  using iterator = typename Inner::iterator;
  using const_iterator = typename Inner::const_iterator;
  using reverse_iterator = typename Inner::reverse_iterator;
  using const_reverse_iterator = typename Inner::const_reverse_iterator;
  using difference_type = typename Inner::difference_type;
  using size_type = typename Inner::size_type;

  /// What operator[] returns: an atomic for access_mode::atomic.
  using lw_element = decltype(std::declval<const Inner&>()[std::size_t(0)]);
  operator lw_element() const { return one[0]; }
  template <typename V = value_type, std::enable_if_t<!std::is_const_v<V>, int> = 0>
  const Derived& operator=(const element& value) const {
    one[0] = value;
    return static_cast<const Derived&>(*this);
  }
  template <typename V = value_type, std::enable_if_t<!std::is_const_v<V>, int> = 0>
  const Derived& operator=(element&& value) const {
    one[0] = std::move(value);
    return static_cast<const Derived&>(*this);
  }

  void swap(Derived& other) { one.swap(other.one); }
  size_type byte_size() const noexcept { return one.byte_size(); }
  size_type size() const noexcept { return one.size(); }
  size_type max_size() const noexcept { return one.max_size(); }
  [[deprecated("use byte_size")]] std::size_t get_size() const { return byte_size(); }
  [[deprecated("use size")]] std::size_t get_count() const { return size(); }
  bool empty() const noexcept { return one.empty(); }
  auto get_pointer() const noexcept { return one.get_pointer(); }

  iterator begin() const noexcept { return one.begin(); }
  iterator end() const noexcept { return one.end(); }
  const_iterator cbegin() const noexcept { return one.cbegin(); }
  const_iterator cend() const noexcept { return one.cend(); }
  reverse_iterator rbegin() const noexcept { return one.rbegin(); }
  reverse_iterator rend() const noexcept { return one.rend(); }
  const_reverse_iterator crbegin() const noexcept { return one.crbegin(); }
  const_reverse_iterator crend() const noexcept { return one.crend(); }

  friend bool operator==(const Derived& a, const Derived& b) { return a.one == b.one; }
  friend bool operator!=(const Derived& a, const Derived& b) { return !(a == b); }
  const void* lw_object() const noexcept { return one.lw_object(); }
  const Inner& lw_inner() const noexcept { return one; }

protected:
  zero_dimensional() = default;
  explicit zero_dimensional(Inner of) : one(std::move(of)) {}
  Inner one;
};

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
