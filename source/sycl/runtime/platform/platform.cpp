// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "objects.h"

#include <algorithm>

namespace sycl {
inline namespace lw1 {
namespace detail {

platform_impl::platform_impl(cl_platform_id of) : id(of), usm(of), command_buffers(of) {
  cl_uint found_ids = 0;
  if (!usm.complete() ||
      clGetDeviceIDs(id, CL_DEVICE_TYPE_ALL, 0, nullptr, &found_ids) != CL_SUCCESS) {
    return;
  }
  std::vector<cl_device_id> ids(found_ids);
  check(clGetDeviceIDs(id, CL_DEVICE_TYPE_ALL, found_ids, ids.data(), nullptr), "clGetDeviceIDs");
  for (const cl_device_id one : ids) {
    const auto found = ref<device_impl>::adopt(new device_impl(*this, one));
    if (found->missing().empty()) {
      found->retain(); // for good
      devices.push_back(found.get());
    }
  }
}

const std::vector<platform_impl*>& platform_impl::all() {
  static const auto* const platforms = [] {
    auto* found = new std::vector<platform_impl*>;
    cl_uint count = 0;
    if (clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS) { // without drivers, an error
      return found;
    }
    std::vector<cl_platform_id> ids(count);
    check(clGetPlatformIDs(count, ids.data(), nullptr), "clGetPlatformIDs");
    for (const cl_platform_id one : ids) {
      auto made = std::make_unique<platform_impl>(one);
      if (!made->devices.empty()) {
        found->push_back(made.release());
      }
    }
    return found;
  }();
  return *platforms;
}

ref<context_impl> platform_impl::default_context() {
  const std::lock_guard lock(mutex);
  if (!made_context) {
    std::vector<ref<device_impl>> shared;
    for (device_impl* one : devices) {
      shared.push_back(ref<device_impl>::share(one));
    }
    made_context = ref<context_impl>::adopt(new context_impl(std::move(shared), async_handler()));
  }
  return made_context;
}

} // namespace detail

platform::platform() : platform(device().get_platform()) {}

std::vector<platform> platform::get_platforms() {
  std::vector<platform> handles;
  for (detail::platform_impl* one : detail::platform_impl::all()) {
    handles.push_back(one->handle());
  }
  return handles;
}

std::vector<device> platform::get_devices(info::device_type type) const {
  std::vector<device> handles;
  for (detail::device_impl* one : impl->devices) {
    const bool wanted = type == info::device_type::all ||
                        one->handle().get_info<info::device::device_type>() == type ||
                        (type == info::device_type::automatic && handles.empty());
    if (wanted) {
      handles.push_back(one->handle());
    }
  }
  return handles;
}

bool platform::has(aspect asked) const {
  return std::ranges::all_of(impl->devices, [&](auto* one) { return one->has(asked); });
}

template <> std::string platform::get_info<info::platform::version>() const {
  return detail::query_text(clGetPlatformInfo, impl->id, CL_PLATFORM_VERSION);
}
template <> std::string platform::get_info<info::platform::name>() const {
  return detail::query_text(clGetPlatformInfo, impl->id, CL_PLATFORM_NAME);
}
template <> std::string platform::get_info<info::platform::vendor>() const {
  return detail::query_text(clGetPlatformInfo, impl->id, CL_PLATFORM_VENDOR);
}
template <> std::string platform::get_info<info::platform::profile>() const {
  return detail::query_text(clGetPlatformInfo, impl->id, CL_PLATFORM_PROFILE);
}
template <> std::vector<std::string> platform::get_info<info::platform::extensions>() const {
  return detail::words_of(detail::query_text(clGetPlatformInfo, impl->id, CL_PLATFORM_EXTENSIONS));
}

bool platform::has_extension(const std::string& extension) const {
  const auto all = get_info<info::platform::extensions>();
  return std::ranges::find(all, extension) != all.end();
}

} // namespace lw1
} // namespace sycl
