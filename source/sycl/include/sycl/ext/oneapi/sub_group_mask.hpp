// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sycl_ext_oneapi_sub_group_mask: which work-items of a sub-group a predicate holds for.
#ifndef SYCL_EXT_ONEAPI_SUB_GROUP_MASK_HPP
#define SYCL_EXT_ONEAPI_SUB_GROUP_MASK_HPP

#include <climits>
#include <sycl/group/algorithms.hpp>
#include <sycl/math/integers.hpp>
#include <sycl/math/marray.hpp>

#define SYCL_EXT_ONEAPI_SUB_GROUP_MASK 1

namespace sycl {
inline namespace lw1 {
namespace ext::oneapi {

class sub_group_mask;
template <typename Group> sub_group_mask group_ballot(Group group, bool predicate = true);

/// A bit for each work-item of a sub-group; bits from size() on are always 0.
class sub_group_mask {
public:
  static constexpr std::size_t max_bits = 64;

  /// One bit of a mask, as an operand of an assignment.
  class reference {
  public:
    reference(sub_group_mask& in, std::size_t at) : mask(in), bit(at) {}
    reference(const reference&) = default;
    reference& operator=(bool value) {
      mask.set(id<1>(bit), value);
      return *this;
    }
    reference& operator=(const reference& other) { return *this = bool(other); }
    operator bool() const { return mask.test(id<1>(bit)); }
    bool operator~() const { return !bool(*this); }
    reference& flip() {
      mask.flip(id<1>(bit));
      return *this;
    }

  private:
    sub_group_mask& mask;
    std::size_t bit;
  };

  bool operator[](id<1> at) const { return test(at); }
  reference operator[](id<1> at) { return {*this, at[0]}; }
  bool test(id<1> at) const { return (bits >> at[0] & 1U) != 0; }
  bool all() const { return count() == size(); }
  bool any() const { return bits != 0; }
  bool none() const { return bits == 0; }
  std::uint32_t count() const { return std::uint32_t(popcount(bits)); }
  std::uint32_t size() const { return length; }
  /// size() if no bit is set.
  id<1> find_low() const { return id<1>(any() ? ctz(bits) : length); }
  id<1> find_high() const { return id<1>(any() ? max_bits - 1 - clz(bits) : length); }

  template <typename T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
  void insert_bits(const T& from, id<1> at = 0) {
    if (at[0] < max_bits) {
      const word mask = ones(sizeof(T) * CHAR_BIT) << at[0];
      assign((bits & ~mask) | (word(from) << at[0] & mask));
    }
  }
  template <typename T, std::size_t N, std::enable_if_t<std::is_integral_v<T>, int> = 0>
  void insert_bits(const marray<T, N>& from, id<1> at = 0) {
    for (std::size_t i = 0; i < N; ++i) {
      insert_bits(from[i], at + i * sizeof(T) * CHAR_BIT);
    }
  }
  template <typename T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
  void extract_bits(T& to, id<1> at = 0) const {
    to = at[0] < max_bits ? T(bits >> at[0]) : T(0);
  }
  template <typename T, std::size_t N, std::enable_if_t<std::is_integral_v<T>, int> = 0>
  void extract_bits(marray<T, N>& to, id<1> at = 0) const {
    for (std::size_t i = 0; i < N; ++i) {
      extract_bits(to[i], at + i * sizeof(T) * CHAR_BIT);
    }
  }

  void set() { assign(~word(0)); }
  void set(id<1> at, bool value = true) {
    assign((bits & ~(word(1) << at[0])) | word(value) << at[0]);
  }
  void reset() { bits = 0; }
  void reset(id<1> at) { set(at, false); }
  void reset_low() { bits &= bits - 1; }
  void reset_high() {
    if (any()) {
      reset(find_high());
    }
  }
  void flip() { assign(~bits); }
  void flip(id<1> at) { assign(bits ^ word(1) << at[0]); }

  sub_group_mask& operator&=(const sub_group_mask& other) { return assign(bits & other.bits); }
  sub_group_mask& operator|=(const sub_group_mask& other) { return assign(bits | other.bits); }
  sub_group_mask& operator^=(const sub_group_mask& other) { return assign(bits ^ other.bits); }
  sub_group_mask& operator<<=(std::size_t by) { return assign(by < max_bits ? bits << by : 0); }
  sub_group_mask& operator>>=(std::size_t by) { return assign(by < max_bits ? bits >> by : 0); }
  sub_group_mask operator~() const { return {~bits, length}; }
  sub_group_mask operator<<(std::size_t by) const { return sub_group_mask(*this) <<= by; }
  sub_group_mask operator>>(std::size_t by) const { return sub_group_mask(*this) >>= by; }
  friend sub_group_mask operator&(sub_group_mask a, const sub_group_mask& b) { return a &= b; }
  friend sub_group_mask operator|(sub_group_mask a, const sub_group_mask& b) { return a |= b; }
  friend sub_group_mask operator^(sub_group_mask a, const sub_group_mask& b) { return a ^= b; }
  friend bool operator==(const sub_group_mask& a, const sub_group_mask& b) {
    return a.bits == b.bits;
  }
  friend bool operator!=(const sub_group_mask& a, const sub_group_mask& b) {
    return a.bits != b.bits;
  }

private:
  using word = std::uint64_t;

  sub_group_mask(word from, std::uint32_t size) : length(size) { assign(from); }
  static word ones(std::size_t count) {
    return count >= max_bits ? ~word(0) : (word(1) << count) - 1;
  }
  sub_group_mask& assign(word value) {
    bits = value & ones(length);
    return *this;
  }
  template <typename Group> friend sub_group_mask group_ballot(Group group, bool predicate);

  word bits = 0;
  std::uint32_t length;
};

/// For all work-items of the sub-group: those whose predicate holds.
template <typename Group> sub_group_mask group_ballot(Group group, bool predicate) {
  static_assert(detail::is_sub_group<Group>, "masks are of sub-groups");
  const std::uint64_t own = std::uint64_t(predicate) << group.get_local_linear_id();
  return {reduce_over_group(group, own, sycl::plus<std::uint64_t>()),
          std::uint32_t(group.get_max_local_range()[0])};
}

} // namespace ext::oneapi
} // namespace lw1
} // namespace sycl

#endif
