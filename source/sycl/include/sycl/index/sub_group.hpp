// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.9.1.8.
#ifndef SYCL_INDEX_SUB_GROUP_HPP
#define SYCL_INDEX_SUB_GROUP_HPP

#include <sycl/index/group.hpp>

namespace sycl {
inline namespace lw1 {

/// A sub-group of the work-item that asks.
class sub_group {
public:
  using id_type = id<1>;
  using range_type = range<1>;
  using linear_id_type = std::uint32_t;
  static constexpr int dimensions = 1;
  static constexpr memory_scope fence_scope = memory_scope::sub_group;

  id<1> get_group_id() const { return id<1>(__spirv_BuiltInSubgroupId()); }
  id<1> get_local_id() const { return id<1>(__spirv_BuiltInSubgroupLocalInvocationId()); }
  range<1> get_local_range() const { return range<1>(__spirv_BuiltInSubgroupSize()); }
  range<1> get_group_range() const { return range<1>(__spirv_BuiltInNumSubgroups()); }
  range<1> get_max_local_range() const { return range<1>(__spirv_BuiltInSubgroupMaxSize()); }
  std::uint32_t get_group_linear_id() const { return __spirv_BuiltInSubgroupId(); }
  std::uint32_t get_local_linear_id() const { return __spirv_BuiltInSubgroupLocalInvocationId(); }
  std::uint32_t get_group_linear_range() const { return __spirv_BuiltInNumSubgroups(); }
  std::uint32_t get_local_linear_range() const { return __spirv_BuiltInSubgroupSize(); }
  bool leader() const { return get_local_linear_id() == 0; }

  friend bool operator==(const sub_group& a, const sub_group& b) {
    return a.get_group_linear_id() == b.get_group_linear_id();
  }
  friend bool operator!=(const sub_group& a, const sub_group& b) { return !(a == b); }
};

/// Waits until all work-items of the group are there, with their writes visible (section 4.17.3).
template <typename Group>
void group_barrier([[maybe_unused]] Group group, memory_scope fence = Group::fence_scope) {
  detail::control_barrier<Group::fence_scope>(fence);
}

} // namespace lw1
} // namespace sycl

#endif
