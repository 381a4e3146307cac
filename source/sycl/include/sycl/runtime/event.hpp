// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.6.6.
#ifndef SYCL_RUNTIME_EVENT_HPP
#define SYCL_RUNTIME_EVENT_HPP

#include <sycl/runtime/exception.hpp>
#include <sycl/runtime/info.hpp>
#include <vector>

namespace sycl {
inline namespace lw1 {

class LW_SYCL_EXPORT event {
public:
  /// Of a command that has ended.
  event();

  backend get_backend() const noexcept { return backend::opencl; }
  template <typename Parameter> typename Parameter::return_type get_info() const;
  template <typename Parameter> typename Parameter::return_type get_profiling_info() const;
  std::vector<event> get_wait_list();
  void wait();
  static void wait(const std::vector<event>& all);
  void wait_and_throw();
  static void wait_and_throw(const std::vector<event>& all);

  friend bool operator==(const event& a, const event& b) { return a.impl == b.impl; }
  friend bool operator!=(const event& a, const event& b) { return a.impl != b.impl; }
  const void* lw_object() const noexcept { return impl.raw(); }

private:
  friend class handler;
  friend class queue;
  friend class detail::event_impl;
  explicit event(detail::ref<detail::event_impl> of) : impl(std::move(of)) {}
  detail::ref<detail::event_impl> impl;
};

} // namespace lw1
} // namespace sycl

template <> struct std::hash<sycl::event> : sycl::detail::hash_by_object<sycl::event> {};

#endif
