// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.6.2.
#ifndef SYCL_RUNTIME_PLATFORM_HPP
#define SYCL_RUNTIME_PLATFORM_HPP

#include <sycl/detail/abi.hpp>
#include <sycl/runtime/info.hpp>
#include <type_traits>
#include <vector>

namespace sycl {
inline namespace lw1 {

namespace detail {
/// Scores a device for a selector whose type the library does not know.
struct selector_call {
  int (*score)(const void* selector, const device& candidate);
  const void* selector;
};
template <typename Selector> struct selector_of : selector_call {
  explicit selector_of(const Selector& of)
      : selector_call{[](const void* self, const device& candidate) {
                        return static_cast<int>(
                            static_cast<const selector_of*>(self)->function(candidate));
                      },
                      this},
        function(of) {}
  const Selector& function;
};
} // namespace detail

class LW_SYCL_EXPORT platform {
public:
  platform();
  template <typename Selector,
            typename = std::enable_if_t<std::is_invocable_r_v<int, const Selector&, const device&>>>
  explicit platform(const Selector& selector);

  backend get_backend() const noexcept { return backend::opencl; }
  std::vector<device> get_devices(info::device_type type = info::device_type::all) const;
  template <typename Parameter> typename Parameter::return_type get_info() const;
  bool has(aspect asked) const;
  bool has_extension(const std::string& extension) const;
  static std::vector<platform> get_platforms();

  friend bool operator==(const platform& a, const platform& b) { return a.impl == b.impl; }
  friend bool operator!=(const platform& a, const platform& b) { return a.impl != b.impl; }
  const void* lw_object() const noexcept { return impl.raw(); }

private:
  friend class detail::platform_impl;
  friend class detail::device_impl;
  explicit platform(detail::ref<detail::platform_impl> of) : impl(std::move(of)) {}
  detail::ref<detail::platform_impl> impl;
};

} // namespace lw1
} // namespace sycl

template <> struct std::hash<sycl::platform> : sycl::detail::hash_by_object<sycl::platform> {};

#endif
