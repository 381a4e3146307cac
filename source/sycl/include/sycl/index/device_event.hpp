// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.9.1.7: copies by a work-group. All of its work-items take part, so nothing
// runs asynchronously: to wait is a barrier.
#ifndef SYCL_INDEX_DEVICE_EVENT_HPP
#define SYCL_INDEX_DEVICE_EVENT_HPP

#include <sycl/memory/fence.hpp>
#include <sycl/memory/multi_ptr.hpp>

namespace sycl {
inline namespace lw1 {

/// The event of an asynchronous copy.
class device_event {
public:
  void wait() const noexcept {
    detail::control_barrier<memory_scope::work_group>(memory_scope::work_group);
  }
  friend bool operator==(const device_event&, const device_event&) { return true; }
  friend bool operator!=(const device_event&, const device_event&) { return false; }
};

namespace detail {

/// The part of a copy that one of `width` work-items does.
template <typename T, typename U>
device_event copy_part(T* to, std::size_t to_stride, U* from, std::size_t from_stride,
                       std::size_t count, std::size_t item, std::size_t width) {
  for (std::size_t i = item; i < count; i += width) {
    to[i * to_stride] = from[i * from_stride];
  }
  return {};
}

template <typename T, typename U>
using if_copies =
    std::enable_if_t<std::is_same_v<std::remove_const_t<U>, T> && !std::is_const_v<T>, int>;

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
