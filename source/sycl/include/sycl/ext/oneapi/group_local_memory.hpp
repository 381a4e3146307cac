// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sycl_ext_oneapi_local_memory: local memory of a kernel that nobody hands in. Each call in the
// code has memory of its own, which is the same for all work-items of a work-group.
#ifndef SYCL_EXT_ONEAPI_GROUP_LOCAL_MEMORY_HPP
#define SYCL_EXT_ONEAPI_GROUP_LOCAL_MEMORY_HPP

#include <sycl/group/traits.hpp>
#include <sycl/memory/multi_ptr.hpp>

#define SYCL_EXT_ONEAPI_LOCAL_MEMORY 1

namespace sycl {
inline namespace lw1 {
namespace detail {

template <typename T>
using local_object = multi_ptr<T, access::address_space::local_space, access::decorated::legacy>;

} // namespace detail

namespace ext::oneapi {

/// Without a value. Always inlined: a call that is left would share its memory with all others of
/// the same type.
template <typename T, typename Group, detail::if_group<Group> = 0>
[[gnu::always_inline]] inline detail::local_object<T> group_local_memory_for_overwrite(Group) {
  static_assert(std::is_trivially_destructible_v<T>, "nobody destroys what is in local memory");
#ifdef __SYCL_DEVICE_ONLY__
  char* const bytes = __lanewise_sycl_local_memory(sizeof(T), alignof(T));
  return detail::local_object<T>(reinterpret_cast<T*>(bytes));
#else
  return nullptr; // the host has none
#endif
}

/// With a value of these arguments, which the first work-item makes.
template <typename T, typename Group, typename... Arguments, detail::if_group<Group> = 0>
[[gnu::always_inline]] inline detail::local_object<T> group_local_memory(Group group,
                                                                         Arguments&&... arguments) {
  const auto memory = group_local_memory_for_overwrite<T>(group);
  if (group.leader()) {
    new (static_cast<void*>(memory.get())) T{std::forward<Arguments>(arguments)...};
  }
  group_barrier(group);
  return memory;
}

} // namespace ext::oneapi
} // namespace lw1
} // namespace sycl

#endif
