// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sycl_ext_oneapi_group_load_store: the work-items of a group load or store elements that follow
// each other in memory.
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_GROUP_LOAD_STORE_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_GROUP_LOAD_STORE_HPP

#include <sycl/ext/oneapi/experimental/properties.hpp>
#include <sycl/group/traits.hpp>
#include <sycl/math/vec.hpp>
#include <sycl/memory/span.hpp>

#define SYCL_EXT_ONEAPI_GROUP_LOAD_STORE 1

namespace sycl {
inline namespace lw1 {
namespace ext::oneapi::experimental {

enum class data_placement_enum { blocked, striped };

/// Which elements are a work-item's: those that follow each other, or each one a group further.
struct data_placement_key {
  template <data_placement_enum Placement> struct value_t {
    using key_t = data_placement_key;
    static constexpr data_placement_enum placement = Placement;
  };
};
template <data_placement_enum Placement>
inline constexpr data_placement_key::value_t<Placement> data_placement;
inline constexpr data_placement_key::value_t<data_placement_enum::blocked> data_placement_blocked;
inline constexpr data_placement_key::value_t<data_placement_enum::striped> data_placement_striped;

// What may be taken for granted; nothing depends on it here.
struct contiguous_memory_key {
  using key_t = contiguous_memory_key;
};
struct full_group_key {
  using key_t = full_group_key;
};
inline constexpr contiguous_memory_key contiguous_memory;
inline constexpr full_group_key full_group;

} // namespace ext::oneapi::experimental

namespace detail {

/// Where the element at an index of a work-item is.
template <typename Properties, typename Group>
std::size_t place_in_group(Group group, std::size_t index, std::size_t count) {
  namespace oneapi = ext::oneapi::experimental;
  using blocked = oneapi::data_placement_key::value_t<oneapi::data_placement_enum::blocked>;
  using placement = property_or<Properties, oneapi::data_placement_key, blocked>;
  const std::size_t item = group.get_local_linear_id();
  return placement::placement == blocked::placement ? item * count + index
                                                    : index * group.get_local_linear_range() + item;
}

} // namespace detail

namespace ext::oneapi::experimental {

template <typename Group, typename Iterator, typename T, std::size_t N,
          typename Properties = empty_properties_t, detail::if_group<Group> = 0>
void group_load(Group group, Iterator from, span<T, N> to, Properties = {}) {
  for (std::size_t i = 0; i < N; ++i) {
    to[i] = from[detail::place_in_group<Properties>(group, i, N)];
  }
}
template <typename Group, typename Iterator, typename T, int N,
          typename Properties = empty_properties_t, detail::if_group<Group> = 0>
void group_load(Group group, Iterator from, vec<T, N>& to, Properties = {}) {
  for (int i = 0; i < N; ++i) {
    to[i] = from[detail::place_in_group<Properties>(group, std::size_t(i), N)];
  }
}
template <typename Group, typename Iterator, typename T, typename Properties = empty_properties_t,
          detail::if_group<Group> = 0>
void group_load(Group group, Iterator from, T& to, Properties = {}) {
  to = from[group.get_local_linear_id()];
}

template <typename Group, typename T, std::size_t N, typename Iterator,
          typename Properties = empty_properties_t, detail::if_group<Group> = 0>
void group_store(Group group, span<T, N> from, Iterator to, Properties = {}) {
  for (std::size_t i = 0; i < N; ++i) {
    to[detail::place_in_group<Properties>(group, i, N)] = from[i];
  }
}
template <typename Group, typename T, int N, typename Iterator,
          typename Properties = empty_properties_t, detail::if_group<Group> = 0>
void group_store(Group group, const vec<T, N>& from, Iterator to, Properties = {}) {
  for (int i = 0; i < N; ++i) {
    to[detail::place_in_group<Properties>(group, std::size_t(i), N)] = from[i];
  }
}
template <typename Group, typename T, typename Iterator, typename Properties = empty_properties_t,
          detail::if_group<Group> = 0>
void group_store(Group group, const T& from, Iterator to, Properties = {}) {
  to[group.get_local_linear_id()] = from;
}

} // namespace ext::oneapi::experimental
} // namespace lw1
} // namespace sycl

#endif
