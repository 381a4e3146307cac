// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, sections 4.7.6 and 4.7.7: modes, targets and address spaces.
#ifndef SYCL_MEMORY_ACCESS_HPP
#define SYCL_MEMORY_ACCESS_HPP

#include <sycl/detail/config.hpp>

namespace sycl {
inline namespace lw1 {

enum class access_mode : int {
  read,
  write,
  read_write,
  discard_write [[deprecated("use property::no_init")]],
  discard_read_write [[deprecated("use property::no_init")]],
  atomic [[deprecated("use atomic_ref")]],
};

enum class target : int {
  device,
  host_task,
  global_buffer = device,
  constant_buffer [[deprecated]] = 2,
  local [[deprecated("use local_accessor")]] = 3,
  host_buffer [[deprecated("use host_accessor")]] = 4,
  host_image [[deprecated]] = 5,
  image [[deprecated]] = 6,
  image_array [[deprecated]] = 7,
};

namespace detail {
/// target::constant_buffer, target::local and target::host_buffer, whose names are deprecated.
inline constexpr auto constant_target = static_cast<target>(2);
inline constexpr auto local_target = static_cast<target>(3);
inline constexpr auto host_target = static_cast<target>(4);
/// access_mode::atomic, whose name is deprecated.
inline constexpr auto atomic_mode = static_cast<access_mode>(5);
} // namespace detail

namespace access {

using mode = access_mode;
using target = sycl::target;

enum class address_space : int {
  global_space,
  local_space,
  private_space,
  generic_space,
  constant_space [[deprecated]],
};
enum class decorated : int { no, yes, legacy };
enum class fence_space : int { local_space, global_space, global_and_local };
enum class placeholder : int { false_t, true_t };

} // namespace access

template <typename T, access::address_space Space> class atomic;

/// Tags from which constructors of accessors deduce modes and targets.
template <access_mode> struct mode_tag_t {
  explicit mode_tag_t() = default;
};
template <access_mode, target> struct mode_target_tag_t {
  explicit mode_target_tag_t() = default;
};
inline constexpr mode_tag_t<access_mode::read> read_only{};
inline constexpr mode_tag_t<access_mode::read_write> read_write{};
inline constexpr mode_tag_t<access_mode::write> write_only{};
inline constexpr mode_target_tag_t<access_mode::read, target::host_task> read_only_host_task{};
inline constexpr mode_target_tag_t<access_mode::read_write, target::host_task>
    read_write_host_task{};
inline constexpr mode_target_tag_t<access_mode::write, target::host_task> write_only_host_task{};

} // namespace lw1
} // namespace sycl

#endif
