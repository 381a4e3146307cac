// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.6.3.
#ifndef SYCL_RUNTIME_CONTEXT_HPP
#define SYCL_RUNTIME_CONTEXT_HPP

#include <sycl/runtime/device.hpp>
#include <sycl/runtime/property_list.hpp>

namespace sycl {
inline namespace lw1 {

class LW_SYCL_EXPORT context {
public:
  explicit context(const property_list& properties = {});
  explicit context(async_handler handler, const property_list& properties = {});
  explicit context(const device& of, const property_list& properties = {});
  explicit context(const device& of, async_handler handler, const property_list& properties = {});
  explicit context(const std::vector<device>& of, const property_list& properties = {});
  explicit context(const std::vector<device>& of, async_handler handler,
                   const property_list& properties = {});
  explicit context(const sycl::platform& of, const property_list& properties = {})
      : context(of.get_devices(), properties) {}
  explicit context(const sycl::platform& of, async_handler handler,
                   const property_list& properties = {})
      : context(of.get_devices(), std::move(handler), properties) {}

  backend get_backend() const noexcept { return backend::opencl; }
  template <typename Parameter> typename Parameter::return_type get_info() const;
  platform get_platform() const;
  std::vector<device> get_devices() const;
  template <typename Property> bool has_property() const noexcept {
    return properties().has_property<Property>();
  }
  template <typename Property> Property get_property() const {
    return properties().get_property<Property>();
  }

  friend bool operator==(const context& a, const context& b) { return a.impl == b.impl; }
  friend bool operator!=(const context& a, const context& b) { return a.impl != b.impl; }
  const void* lw_object() const noexcept { return impl.raw(); }

private:
  friend class detail::context_impl;
  friend class detail::queue_impl;
  explicit context(detail::ref<detail::context_impl> of) : impl(std::move(of)) {}
  const property_list& properties() const noexcept;
  detail::ref<detail::context_impl> impl;
};

} // namespace lw1
} // namespace sycl

template <> struct std::hash<sycl::context> : sycl::detail::hash_by_object<sycl::context> {};

#endif
