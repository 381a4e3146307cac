// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.9.1.7.
#ifndef SYCL_INDEX_GROUP_HPP
#define SYCL_INDEX_GROUP_HPP

#include <sycl/detail/identifiers.hpp>
#include <sycl/index/device_event.hpp>

namespace sycl {
inline namespace lw1 {

template <int D> class group;
template <int D> class nd_item;

namespace detail {
struct group_maker {
  template <int D> static group<D> make();
  /// The group of a hierarchical kernel, whose groups may be one work-item for the device.
  template <int D> static group<D> make(const range<D>& local);
  /// One work-item of the device does it all.
  template <int D, typename F>
  static void for_each_item(const group<D>& of, const range<D>& logical, const F& f);
  template <int D, typename F> static void run_items(const group<D>& of, const F& f);
  template <int D, typename F>
  static void run_items(const group<D>& of, const range<D>& logical, const F& f);
};
} // namespace detail

/// A work-group. It queries ids of the work-item when they are needed.
template <int D = 1> class group {
  template <typename T, access::decorated A>
  using local_of = multi_ptr<T, access::address_space::local_space, A>;
  template <typename T, access::decorated A>
  using global_of = multi_ptr<T, access::address_space::global_space, A>;

public:
  using id_type = id<D>;
  using range_type = range<D>;
  using linear_id_type = std::size_t;
  static constexpr int dimensions = D;
  static constexpr memory_scope fence_scope = memory_scope::work_group;

  id<D> get_group_id() const { return at; }
  std::size_t get_group_id(int dimension) const { return at[dimension]; }
  std::size_t operator[](int dimension) const { return at[dimension]; }
  id<D> get_local_id() const { return detail::local_id<D>(); }
  std::size_t get_local_id(int dimension) const { return get_local_id()[dimension]; }
  range<D> get_local_range() const { return local; }
  std::size_t get_local_range(int dimension) const { return local[dimension]; }
  range<D> get_group_range() const { return groups; }
  std::size_t get_group_range(int dimension) const { return groups[dimension]; }
  range<D> get_max_local_range() const { return local; }
  range<D> get_uniform_group_range() const { return groups; }
  std::size_t get_group_linear_id() const { return detail::linear(at, groups); }
  std::size_t get_local_linear_id() const { return detail::linear(get_local_id(), local); }
  std::size_t get_group_linear_range() const { return groups.size(); }
  std::size_t get_local_linear_range() const { return local.size(); }
  bool leader() const { return get_local_linear_id() == 0; }

  // SYCL 1.2.1's names.
  [[deprecated("use get_group_id")]] id<D> get_id() const { return at; }
  [[deprecated("use get_group_id")]] std::size_t get_id(int dimension) const {
    return at[dimension];
  }
  [[deprecated("use get_group_linear_id")]] std::size_t get_linear_id() const {
    return get_group_linear_id();
  }
  [[deprecated("ask the nd_item")]] range<D> get_global_range() const { return groups * local; }
  [[deprecated("ask the nd_item")]] std::size_t get_global_range(int dimension) const {
    return groups[dimension] * local[dimension];
  }

  // Copies by all work-items of the group, which all have to call them.
  template <typename T, typename U, access::decorated A, access::decorated B,
            detail::if_copies<T, U> = 0>
  device_event async_work_group_copy(local_of<T, A> to, global_of<U, B> from,
                                     std::size_t count) const {
    return copy(to.get(), 1, from.get(), 1, count);
  }
  template <typename T, typename U, access::decorated A, access::decorated B,
            detail::if_copies<T, U> = 0>
  device_event async_work_group_copy(global_of<T, A> to, local_of<U, B> from,
                                     std::size_t count) const {
    return copy(to.get(), 1, from.get(), 1, count);
  }
  template <typename T, typename U, access::decorated A, access::decorated B,
            detail::if_copies<T, U> = 0>
  device_event async_work_group_copy(local_of<T, A> to, global_of<U, B> from, std::size_t count,
                                     std::size_t stride_of_source) const {
    return copy(to.get(), 1, from.get(), stride_of_source, count);
  }
  template <typename T, typename U, access::decorated A, access::decorated B,
            detail::if_copies<T, U> = 0>
  device_event async_work_group_copy(global_of<T, A> to, local_of<U, B> from, std::size_t count,
                                     std::size_t stride_of_destination) const {
    return copy(to.get(), stride_of_destination, from.get(), 1, count);
  }
  template <typename... Events> void wait_for(const Events&...) const { device_event().wait(); }

  /// In a hierarchical kernel: f for each work-item of the group, or of another range (includes
  /// sycl/index/h_item.hpp).
  template <typename F> void parallel_for_work_item(const F& f) const {
    detail::group_maker::run_items(*this, f);
  }
  template <typename F> void parallel_for_work_item(range<D> logical, const F& f) const {
    detail::group_maker::run_items(*this, logical, f);
  }

  friend bool operator==(const group& a, const group& b) {
    return a.at == b.at && a.groups == b.groups && a.local == b.local;
  }
  friend bool operator!=(const group& a, const group& b) { return !(a == b); }

private:
  friend struct detail::group_maker;
  group(const id<D>& place, const range<D>& of, const range<D>& extent)
      : at(place), groups(of), local(extent) {}
  template <typename T, typename U>
  device_event copy(T* to, std::size_t to_stride, U* from, std::size_t from_stride,
                    std::size_t count) const {
    return detail::copy_part(to, to_stride, from, from_stride, count, get_local_linear_id(),
                             get_local_linear_range());
  }

  id<D> at;
  range<D> groups;
  range<D> local;
};

namespace detail {

template <int D> group<D> group_maker::make() {
  return group<D>(group_id<D>(), group_range<D>(), local_range<D>());
}
template <int D> group<D> group_maker::make(const range<D>& local) {
  return group<D>(group_id<D>(), group_range<D>(), local);
}

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
