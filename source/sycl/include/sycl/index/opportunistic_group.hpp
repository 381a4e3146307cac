// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The opportunistic group of sycl_ext_oneapi_non_uniform_groups. Which work-items are in one is the
// implementation's choice: here each is in one of its own, so the group's operations may be
// anywhere and cost nothing.
#ifndef SYCL_INDEX_OPPORTUNISTIC_GROUP_HPP
#define SYCL_INDEX_OPPORTUNISTIC_GROUP_HPP

#include <sycl/index/sub_group.hpp>

#define SYCL_EXT_ONEAPI_NON_UNIFORM_GROUPS 1

namespace sycl {
inline namespace lw1 {
namespace ext::oneapi::experimental {

class opportunistic_group;
namespace this_kernel {
opportunistic_group get_opportunistic_group();
} // namespace this_kernel

class opportunistic_group {
public:
  using id_type = id<1>;
  using range_type = range<1>;
  using linear_id_type = std::uint32_t;
  static constexpr int dimensions = 1;
  static constexpr memory_scope fence_scope = memory_scope::sub_group;

  id<1> get_group_id() const { return id<1>(0); }
  id<1> get_local_id() const { return id<1>(0); }
  range<1> get_group_range() const { return range<1>(1); }
  range<1> get_local_range() const { return range<1>(1); }
  std::uint32_t get_group_linear_id() const { return 0; }
  std::uint32_t get_local_linear_id() const { return 0; }
  std::uint32_t get_group_linear_range() const { return 1; }
  std::uint32_t get_local_linear_range() const { return 1; }
  bool leader() const { return true; }

private:
  friend opportunistic_group this_kernel::get_opportunistic_group();
  opportunistic_group() = default;
};

namespace this_kernel {
inline opportunistic_group get_opportunistic_group() { return {}; }
} // namespace this_kernel

template <typename> inline constexpr bool is_user_constructed_group_v = false;
template <> inline constexpr bool is_user_constructed_group_v<opportunistic_group> = true;

} // namespace ext::oneapi::experimental

inline void group_barrier(ext::oneapi::experimental::opportunistic_group,
                          memory_scope fence = memory_scope::sub_group) {
  atomic_fence(memory_order::seq_cst, fence);
}

} // namespace lw1
} // namespace sycl

#endif
