// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.11.13.
#ifndef SYCL_BUNDLE_KERNEL_HPP
#define SYCL_BUNDLE_KERNEL_HPP

#include <sycl/detail/bundles.hpp>

namespace sycl {
inline namespace lw1 {

namespace detail {
/// A further reference.
LW_SYCL_EXPORT counted* bundle_of(counted* kernel);
} // namespace detail

/// A kernel of a bundle that can be executed.
class LW_SYCL_EXPORT kernel {
public:
  backend get_backend() const noexcept { return backend::opencl; }
  context get_context() const;
  kernel_bundle<bundle_state::executable> get_kernel_bundle() const;
  template <typename Parameter> typename Parameter::return_type get_info() const;
  template <typename Parameter> typename Parameter::return_type get_info(const device& on) const;

  friend bool operator==(const kernel& a, const kernel& b) { return a.impl == b.impl; }
  friend bool operator!=(const kernel& a, const kernel& b) { return a.impl != b.impl; }
  const void* lw_object() const noexcept { return impl.raw(); }

private:
  friend class detail::kernel_impl;
  explicit kernel(detail::ref<detail::kernel_impl> of) : impl(std::move(of)) {}
  detail::ref<detail::kernel_impl> impl;
};

} // namespace lw1
} // namespace sycl

template <> struct std::hash<sycl::kernel> : sycl::detail::hash_by_object<sycl::kernel> {};

#endif
