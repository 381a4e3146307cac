// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interface between headers and liboclsycl.so: plain structures and functions.
#ifndef SYCL_DETAIL_ABI_HPP
#define SYCL_DETAIL_ABI_HPP

#include <atomic>
#include <cstddef>
#include <sycl/detail/counted.hpp>

namespace sycl {
inline namespace lw1 {

class handler;

namespace detail {

class buffer_impl;
class bundle_image;
class bundle_impl;
class command_group;
class context_impl;
class device_impl;
class event_impl;
class image_impl;
class kernel_impl;
class platform_impl;
class queue_handle;
class queue_impl;

/// A kernel as the host knows it: one object for each kernel of the program.
struct kernel_info {
  const char* name;                                ///< its symbol in the device image
  const char* unit;                                ///< the file, if it alone knows the name
  std::size_t object_size;                         ///< of the function object
  mutable std::atomic<const void*> cache{nullptr}; ///< the library's: what it was built to last
};

/// The index space of a launch, in SYCL's order of dimensions.
struct launch_shape {
  int dimensions = 1;
  bool has_local = false;
  /// `global` counts work-groups; one work-item may do the work of the `local` ones of each.
  bool is_hierarchical = false;
  std::size_t global[3] = {1, 1, 1};
  std::size_t local[3] = {1, 1, 1};
  std::size_t offset[3] = {0, 0, 0};
};

/// Events to wait for.
struct event_list {
  counted* const* events = nullptr;
  std::size_t count = 0;
};

enum class usm_kind : int { host, device, shared, unknown };

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
