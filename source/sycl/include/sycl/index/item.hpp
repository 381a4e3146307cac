// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.9.1.4.
#ifndef SYCL_INDEX_ITEM_HPP
#define SYCL_INDEX_ITEM_HPP

#include <sycl/index/id.hpp>

namespace sycl {
inline namespace lw1 {

template <int D = 1, bool WithOffset = true> class item;

namespace detail {
struct item_maker;

/// An item without an offset is one whose offset is zero.
template <int D, bool WithOffset> struct adds_offset {};
template <int D> struct adds_offset<D, false> {
  operator item<D, true>() const;
};
} // namespace detail

/// A work-item of a range.
template <int D, bool WithOffset>
class item : public detail::number_if_1d<item<D, WithOffset>, D>,
             public detail::adds_offset<D, WithOffset> {
public:
  static constexpr int dimensions = D;
  item() = delete;

  id<D> get_id() const { return at; }
  std::size_t get_id(int dimension) const { return at[dimension]; }
  std::size_t operator[](int dimension) const { return at[dimension]; }
  range<D> get_range() const { return in; }
  std::size_t get_range(int dimension) const { return in[dimension]; }
  template <bool Is = WithOffset, std::enable_if_t<Is, int> = 0>
  [[deprecated("offsets are deprecated in SYCL 2020")]] id<D> get_offset() const {
    return from;
  }
  std::size_t get_linear_id() const {
    if constexpr (WithOffset) {
      return detail::linear(at - from, in);
    } else {
      return detail::linear(at, in);
    }
  }

  friend bool operator==(const item& a, const item& b) {
    return a.at == b.at && a.in == b.in && a.from == b.from;
  }
  friend bool operator!=(const item& a, const item& b) { return !(a == b); }

private:
  friend struct detail::item_maker;
  friend struct detail::number_if_1d<item, D>;
  std::size_t get_number() const { return at[0]; }
  item(const id<D>& place, const range<D>& extent, const id<D>& offset)
      : at(place), in(extent), from(offset) {}

  id<D> at;
  range<D> in;
  id<D> from;
};

namespace detail {

struct item_maker {
  template <int D, bool WithOffset>
  static item<D, WithOffset> make(const id<D>& at, const range<D>& in, const id<D>& from) {
    return item<D, WithOffset>(at, in, from);
  }
};

template <int D> adds_offset<D, false>::operator item<D, true>() const {
  const auto& self = static_cast<const item<D, false>&>(*this);
  return item_maker::make<D, true>(self.get_id(), self.get_range(), id<D>());
}

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
