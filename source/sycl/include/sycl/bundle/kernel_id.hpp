// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.11.4.
#ifndef SYCL_BUNDLE_KERNEL_ID_HPP
#define SYCL_BUNDLE_KERNEL_ID_HPP

#include <sycl/detail/config.hpp>
#include <sycl/detail/host_names.hpp>
#include <vector>

namespace sycl {
inline namespace lw1 {
namespace detail {
struct kernel_id_maker;
} // namespace detail

/// Names a kernel. Two of one kernel have the same text: the library keeps it for good.
class kernel_id {
public:
  kernel_id() = delete;
  const char* get_name() const noexcept { return name; }

  friend bool operator==(const kernel_id& a, const kernel_id& b) { return a.name == b.name; }
  friend bool operator!=(const kernel_id& a, const kernel_id& b) { return a.name != b.name; }
  const void* lw_object() const noexcept { return name; }

private:
  friend struct detail::kernel_id_maker;
  explicit kernel_id(const char* text) : name(text) {}
  const char* name;
};

namespace detail {

/// The library's copy of a kernel's name.
LW_SYCL_EXPORT const char* keep_name(const char* name);
/// That of the kernel that a file calls `name`.
LW_SYCL_EXPORT const char* keep_name_in(const char* name, const char* unit);

struct kernel_id_maker {
  static kernel_id make(const char* name) { return kernel_id(keep_name(name)); }
  static kernel_id make(const char* name, const char* unit) {
    return kernel_id(keep_name_in(name, unit));
  }
};

} // namespace detail

template <typename KernelName> kernel_id get_kernel_id() {
  return detail::kernel_id_maker::make(LW_SYCL_NAME(KernelName), LW_SYCL_UNIT);
}
/// All kernels of the process.
LW_SYCL_EXPORT std::vector<kernel_id> get_kernel_ids();

} // namespace lw1
} // namespace sycl

template <> struct std::hash<sycl::kernel_id> {
  std::size_t operator()(const sycl::kernel_id& of) const noexcept {
    return reinterpret_cast<std::size_t>(of.lw_object());
  }
};

#endif
