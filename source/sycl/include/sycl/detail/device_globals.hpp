// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables of the class device_global, between headers and library.
#ifndef SYCL_DETAIL_DEVICE_GLOBALS_HPP
#define SYCL_DETAIL_DEVICE_GLOBALS_HPP

#include <sycl/detail/abi.hpp>
#include <type_traits>

namespace sycl {
inline namespace lw1 {
namespace ext::oneapi::experimental {
template <typename T, typename Properties> class device_global;
} // namespace ext::oneapi::experimental

namespace detail {

using ext::oneapi::experimental::device_global;

/// What copies count.
template <typename T> using element_of = std::remove_cv_t<std::remove_all_extents_t<T>>;
template <typename T> inline constexpr std::size_t elements_in = sizeof(T) / sizeof(element_of<T>);

/// What the variable on the host begins with.
struct device_global_info {
  std::size_t size;
  std::size_t alignment;
  std::size_t value_offset; ///< of the first value, from the beginning of the variable
};

/// Where bytes of the variable are on the device of the group's queue. errc::invalid: they leave
/// the variable, or no program has it.
LW_SYCL_EXPORT void* device_global_address(command_group& group, const void* object,
                                           std::size_t offset, std::size_t bytes);

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
