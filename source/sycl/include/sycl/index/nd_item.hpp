// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.9.1.5.
#ifndef SYCL_INDEX_ND_ITEM_HPP
#define SYCL_INDEX_ND_ITEM_HPP

#include <sycl/index/group.hpp>
#include <sycl/index/nd_range.hpp>
#include <sycl/index/sub_group.hpp>
#include <sycl/memory/access.hpp>

namespace sycl {
inline namespace lw1 {

namespace detail {
struct nd_item_maker {
  template <int D> static nd_item<D> make();
};
} // namespace detail

/// A work-item of an nd_range. It has no members: everything is asked for when it is needed.
template <int D = 1> class nd_item {
public:
  static constexpr int dimensions = D;

  id<D> get_global_id() const { return detail::global_id<D>(); }
  std::size_t get_global_id(int dimension) const { return get_global_id()[dimension]; }
  std::size_t get_global_linear_id() const {
    return detail::linear(get_global_id() - detail::global_offset<D>(), get_global_range());
  }
  id<D> get_local_id() const { return detail::local_id<D>(); }
  std::size_t get_local_id(int dimension) const { return get_local_id()[dimension]; }
  std::size_t get_local_linear_id() const {
    return detail::linear(get_local_id(), get_local_range());
  }
  group<D> get_group() const { return detail::group_maker::make<D>(); }
  std::size_t get_group(int dimension) const { return detail::group_id<D>()[dimension]; }
  sub_group get_sub_group() const { return {}; }
  std::size_t get_group_linear_id() const {
    return detail::linear(detail::group_id<D>(), get_group_range());
  }
  range<D> get_group_range() const { return detail::group_range<D>(); }
  std::size_t get_group_range(int dimension) const { return get_group_range()[dimension]; }
  range<D> get_global_range() const { return detail::global_range<D>(); }
  std::size_t get_global_range(int dimension) const { return get_global_range()[dimension]; }
  range<D> get_local_range() const { return detail::local_range<D>(); }
  std::size_t get_local_range(int dimension) const { return get_local_range()[dimension]; }
  [[deprecated("offsets are deprecated in SYCL 2020")]] id<D> get_offset() const {
    return detail::global_offset<D>();
  }
  nd_range<D> get_nd_range() const {
    return nd_range<D>(get_global_range(), get_local_range(), detail::global_offset<D>());
  }
  /// As the group's.
  template <typename... Arguments>
  device_event async_work_group_copy(const Arguments&... arguments) const {
    return get_group().async_work_group_copy(arguments...);
  }
  template <typename... Events> void wait_for(const Events&...) const { device_event().wait(); }
  template <access_mode = access_mode::read_write>
  void mem_fence(access::fence_space = access::fence_space::global_and_local) const {
    atomic_fence(memory_order::acq_rel, memory_scope::work_group);
  }
  void barrier(access::fence_space = access::fence_space::global_and_local) const {
    group_barrier(get_group());
  }

  friend bool operator==(const nd_item& a, const nd_item& b) {
    return a.get_global_id() == b.get_global_id();
  }
  friend bool operator!=(const nd_item& a, const nd_item& b) { return !(a == b); }

private:
  friend struct detail::nd_item_maker;
  nd_item() = default;
};

namespace detail {
template <int D> nd_item<D> nd_item_maker::make() { return nd_item<D>(); }
} // namespace detail

} // namespace lw1
} // namespace sycl

#endif
