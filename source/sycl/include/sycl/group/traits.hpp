// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Primitives of group algorithms: shuffles of sub-groups, and memory of a work-group.
#ifndef SYCL_GROUP_TRAITS_HPP
#define SYCL_GROUP_TRAITS_HPP

#include <cstring>
#include <sycl/index/nd_item.hpp>
#include <sycl/index/opportunistic_group.hpp>
#include <sycl/math/each_element.hpp>

// Scope, value, lane or mask.
SYCL_EXTERNAL std::uint32_t __spirv_GroupNonUniformShuffle(int, std::uint32_t,
                                                           std::uint32_t) noexcept;

namespace sycl {
inline namespace lw1 {

template <typename T> struct is_group : std::false_type {};
template <int D> struct is_group<group<D>> : std::true_type {};
template <> struct is_group<sub_group> : std::true_type {};
template <> struct is_group<ext::oneapi::experimental::opportunistic_group> : std::true_type {};
template <typename T> inline constexpr bool is_group_v = is_group<T>::value;

namespace detail {

template <typename T> inline constexpr bool is_sub_group = std::is_same_v<T, sub_group>;
/// Of one work-item.
template <typename T>
inline constexpr bool is_single = std::is_same_v<T, ext::oneapi::experimental::opportunistic_group>;
template <typename T> using if_group = std::enable_if_t<is_group_v<T>, int>;

/// The value of another lane of the sub-group, of any type that is plain bytes.
template <typename T> T from_lane(const T& value, [[maybe_unused]] std::uint32_t lane) {
  static_assert(std::is_trivially_copyable_v<T>, "only plain bytes go from lane to lane");
#ifdef __SYCL_DEVICE_ONLY__
  constexpr std::size_t words = (sizeof(T) + 3) / 4;
  std::uint32_t parts[words] = {};
  __builtin_memcpy(parts, &value, sizeof(T));
  each_element<words>(
      [&](std::size_t i) { parts[i] = __spirv_GroupNonUniformShuffle(3, parts[i], lane); });
  T made = value;
  __builtin_memcpy(&made, parts, sizeof(T));
  return made;
#else
  return value;
#endif
}

/// Memory of the work-group for so many elements, one for each place in the code that asks.
template <typename T, std::size_t Count> T* group_memory() {
#ifdef __SYCL_DEVICE_ONLY__
  char* bytes = __lanewise_sycl_local_memory(Count * sizeof(T), alignof(T));
  return reinterpret_cast<T*>(bytes);
#else
  return nullptr;
#endif
}

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
