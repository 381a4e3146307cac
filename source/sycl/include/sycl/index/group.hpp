// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.9.1.7.
#ifndef SYCL_INDEX_GROUP_HPP
#define SYCL_INDEX_GROUP_HPP

#include <sycl/detail/identifiers.hpp>
#include <sycl/memory/fence.hpp>

namespace sycl {
inline namespace lw1 {

namespace detail {
struct group_maker;
} // namespace detail

/// A work-group. What it says of the work-item is asked for when it is needed.
template <int D = 1> class group {
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

  friend bool operator==(const group& a, const group& b) {
    return a.at == b.at && a.groups == b.groups && a.local == b.local;
  }
  friend bool operator!=(const group& a, const group& b) { return !(a == b); }

private:
  friend struct detail::group_maker;
  group(const id<D>& place, const range<D>& of, const range<D>& extent)
      : at(place), groups(of), local(extent) {}

  id<D> at;
  range<D> groups;
  range<D> local;
};

namespace detail {

struct group_maker {
  template <int D> static group<D> make() {
    return group<D>(group_id<D>(), group_range<D>(), local_range<D>());
  }
};

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
