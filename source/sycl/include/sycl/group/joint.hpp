// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.17.4: algorithms of a group over memory.
#ifndef SYCL_GROUP_JOINT_HPP
#define SYCL_GROUP_JOINT_HPP

#include <sycl/group/algorithms.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// A scan, one group's width after the other. `sum` is the initial value, if there is one.
template <bool Inclusive, typename Group, typename In, typename Out, typename T, typename F>
Out joint_scan(Group group, In first, In last, Out result, T sum, bool has_sum, F f) {
  const std::size_t item = group.get_local_linear_id();
  const std::size_t width = group.get_local_linear_range();
  const std::size_t count = std::size_t(last - first);
  for (std::size_t start = 0; start < count; start += width) {
    const std::size_t at = start + item;
    const std::size_t used = count - start < width ? count - start : width;
    const T x = at < count ? T(first[at]) : T(first[count - 1]); // the rest is thrown away
    const T scan = inclusive_scan_over_group(group, x, f);
    const T whole = has_sum ? f(sum, scan) : scan;
    if constexpr (Inclusive) {
      if (at < count) {
        result[at] = whole;
      }
    } else {
      if (at + 1 < count && at + 1 < start + width) {
        result[at + 1] = whole;
      }
      if (item == 0) {
        result[start] = sum; // an exclusive scan always has one
      }
    }
    sum = group_broadcast(group, whole, typename Group::linear_id_type(used - 1));
    has_sum = true;
  }
  return result + count;
}

} // namespace detail

template <typename Group, typename Ptr, typename T, typename F, detail::if_group<Group> = 0>
T joint_reduce(Group group, Ptr first, Ptr last, T init, F f) {
  const std::size_t item = group.get_local_linear_id();
  const std::size_t width = group.get_local_linear_range();
  const std::size_t count = std::size_t(last - first);
  T sum = init;
  for (std::size_t start = 0; start < count; start += width) {
    const std::size_t used = count - start < width ? count - start : width;
    const std::size_t at = start + item;
    const T x = at < count ? T(first[at]) : T(first[count - 1]);
    if (used == width) {
      sum = f(sum, reduce_over_group(group, x, f));
    } else { // of a part of the group: the scan up to its last work-item
      const T scan = inclusive_scan_over_group(group, x, f);
      sum = f(sum, group_broadcast(group, scan, typename Group::linear_id_type(used - 1)));
    }
  }
  return sum;
}
template <typename Group, typename Ptr, typename F, detail::if_group<Group> = 0>
auto joint_reduce(Group group, Ptr first, Ptr last, F f) {
  using T = detail::pointed<Ptr>;
  static_assert(has_known_identity_v<F, T>, "this operator needs an initial value");
  return joint_reduce(group, first, last, known_identity_v<F, T>, f);
}
template <typename Group, typename In, typename Out, typename F, detail::if_group<Group> = 0>
Out joint_inclusive_scan(Group group, In first, In last, Out result, F f) {
  using T = detail::pointed<Out>;
  return detail::joint_scan<true>(group, first, last, result, T(), false, f);
}
template <typename Group, typename In, typename Out, typename F, typename T,
          detail::if_group<Group> = 0>
Out joint_inclusive_scan(Group group, In first, In last, Out result, F f, T init) {
  return detail::joint_scan<true>(group, first, last, result, init, true, f);
}
template <typename Group, typename In, typename Out, typename T, typename F,
          detail::if_group<Group> = 0>
Out joint_exclusive_scan(Group group, In first, In last, Out result, T init, F f) {
  return detail::joint_scan<false>(group, first, last, result, init, true, f);
}
template <typename Group, typename In, typename Out, typename F, detail::if_group<Group> = 0>
Out joint_exclusive_scan(Group group, In first, In last, Out result, F f) {
  using T = detail::pointed<Out>;
  static_assert(has_known_identity_v<F, T>, "this operator needs an initial value");
  return joint_exclusive_scan(group, first, last, result, known_identity_v<F, T>, f);
}

template <typename Group, typename Ptr, typename P, detail::if_group<Group> = 0>
bool joint_any_of(Group group, Ptr first, Ptr last, P predicate) {
  bool found = false;
  for (Ptr at = first + group.get_local_linear_id(); at < last;
       at += group.get_local_linear_range()) {
    found = found || predicate(*at);
  }
  return any_of_group(group, found);
}
template <typename Group, typename Ptr, typename P, detail::if_group<Group> = 0>
bool joint_all_of(Group group, Ptr first, Ptr last, P predicate) {
  return !joint_any_of(group, first, last, [&](const auto& x) { return !predicate(x); });
}
template <typename Group, typename Ptr, typename P, detail::if_group<Group> = 0>
bool joint_none_of(Group group, Ptr first, Ptr last, P predicate) {
  return !joint_any_of(group, first, last, predicate);
}

} // namespace lw1
} // namespace sycl

#endif
