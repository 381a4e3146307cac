// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, sections 4.6.4 and 4.6.1.1.
#ifndef SYCL_RUNTIME_DEVICE_HPP
#define SYCL_RUNTIME_DEVICE_HPP

#include <sycl/runtime/platform.hpp>

namespace sycl {
inline namespace lw1 {

class LW_SYCL_EXPORT device {
public:
  device();
  template <typename Selector,
            typename = std::enable_if_t<std::is_invocable_r_v<int, const Selector&, const device&>>>
  explicit device(const Selector& selector)
      : device(static_cast<const detail::selector_call&>(detail::selector_of<Selector>(selector))) {
  }

  backend get_backend() const noexcept { return backend::opencl; }
  bool is_cpu() const { return has(aspect::cpu); }
  bool is_gpu() const { return has(aspect::gpu); }
  bool is_accelerator() const { return has(aspect::accelerator); }
  platform get_platform() const;
  template <typename Parameter> typename Parameter::return_type get_info() const;
  bool has(aspect asked) const;
  bool has_extension(const std::string& extension) const;
  template <info::partition_property Property>
  std::vector<device> create_sub_devices(std::size_t count) const {
    static_assert(Property == info::partition_property::partition_equally);
    return partition(Property, {count}, info::partition_affinity_domain::not_applicable);
  }
  template <info::partition_property Property>
  std::vector<device> create_sub_devices(const std::vector<std::size_t>& counts) const {
    static_assert(Property == info::partition_property::partition_by_counts);
    return partition(Property, counts, info::partition_affinity_domain::not_applicable);
  }
  template <info::partition_property Property>
  std::vector<device> create_sub_devices(info::partition_affinity_domain domain) const {
    static_assert(Property == info::partition_property::partition_by_affinity_domain);
    return partition(Property, {}, domain);
  }
  static std::vector<device> get_devices(info::device_type type = info::device_type::all);

  friend bool operator==(const device& a, const device& b) { return a.impl == b.impl; }
  friend bool operator!=(const device& a, const device& b) { return a.impl != b.impl; }
  const void* lw_object() const noexcept { return impl.raw(); }

private:
  friend class detail::device_impl;
  friend class detail::context_impl;
  friend class detail::queue_impl;
  explicit device(const detail::selector_call& selector);
  explicit device(detail::ref<detail::device_impl> of) : impl(std::move(of)) {}
  std::vector<device> partition(info::partition_property by, const std::vector<std::size_t>& counts,
                                info::partition_affinity_domain domain) const;
  detail::ref<detail::device_impl> impl;
};

template <typename Selector, typename>
platform::platform(const Selector& selector) : platform(device(selector).get_platform()) {}

/// Selectors: the greatest number that is not negative wins.
LW_SYCL_EXPORT int default_selector_v(const device& candidate);
LW_SYCL_EXPORT int cpu_selector_v(const device& candidate);
LW_SYCL_EXPORT int gpu_selector_v(const device& candidate);
LW_SYCL_EXPORT int accelerator_selector_v(const device& candidate);

namespace detail {

struct by_aspects {
  std::vector<aspect> wanted;
  std::vector<aspect> unwanted;
  int operator()(const device& candidate) const {
    for (const aspect one : wanted) {
      if (!candidate.has(one)) {
        return -1;
      }
    }
    for (const aspect one : unwanted) {
      if (candidate.has(one)) {
        return -1;
      }
    }
    return default_selector_v(candidate);
  }
};

template <int (*choose)(const device&)> struct selector_class {
  int operator()(const device& candidate) const { return choose(candidate); }
};

} // namespace detail

inline auto aspect_selector(const std::vector<aspect>& wanted,
                            const std::vector<aspect>& unwanted = {}) {
  return detail::by_aspects{wanted, unwanted};
}
template <typename... Aspects, std::enable_if_t<(std::is_same_v<Aspects, aspect> && ...), int> = 0>
auto aspect_selector(Aspects... wanted) {
  return detail::by_aspects{{wanted...}, {}};
}
template <aspect... Wanted> auto aspect_selector() { return detail::by_aspects{{Wanted...}, {}}; }

// SYCL 1.2.1's classes, which programs still have.
using default_selector [[deprecated("use default_selector_v")]] =
    detail::selector_class<default_selector_v>;
using cpu_selector [[deprecated("use cpu_selector_v")]] = detail::selector_class<cpu_selector_v>;
using gpu_selector [[deprecated("use gpu_selector_v")]] = detail::selector_class<gpu_selector_v>;
using accelerator_selector [[deprecated("use accelerator_selector_v")]] =
    detail::selector_class<accelerator_selector_v>;

} // namespace lw1
} // namespace sycl

template <> struct std::hash<sycl::device> : sycl::detail::hash_by_object<sycl::device> {};

#endif
