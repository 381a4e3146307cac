// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "platform.h"

#include "device.h"
#include "extensions.h"
#include "info.h"
#include "version.h"

#include <algorithm>
#include <memory>

namespace cl {
namespace {

/// Platforms and devices are made once and never destroyed: handles to them have no owner, and
/// threads may still use them while the process exits.
std::unique_ptr<std::vector<Platform*>> make_platforms() {
  auto made = std::make_unique<std::vector<Platform*>>();
  uint64_t count = 0;
  if (muxGetTargetInfos(0, nullptr, &count) != mux_success) {
    return made;
  }
  std::vector<mux_target_info_t> targets(count);
  if (muxGetTargetInfos(count, targets.data(), nullptr) != mux_success) {
    return made;
  }
  made->reserve(count);
  for (const auto& target : targets) {
    made->push_back(lookup<Platform>(hand_out(make<Platform>(target))));
  }
  return made;
}

constinit std::mutex made_lock; // protects the making of the list
constinit std::atomic<const std::vector<Platform*>*> made_platforms = nullptr;

constexpr InfoRow<Platform> rows[] = {
    {CL_PLATFORM_PROFILE, [](const Platform&, Answer& a) { return a.text("FULL_PROFILE"); }},
    {CL_PLATFORM_VERSION, [](const Platform&, Answer& a) { return a.text(version_text); }},
    {CL_PLATFORM_NAME, [](const Platform& p, Answer& a) { return a.text(p.info.platform_name); }},
    {CL_PLATFORM_VENDOR, [](const Platform& p, Answer& a) { return a.text(p.info.vendor); }},
    {CL_PLATFORM_EXTENSIONS,
     [](const Platform& p, Answer& a) { return a.text(extension_names(p)); }},
    {CL_PLATFORM_ICD_SUFFIX_KHR, [](const Platform&, Answer& a) { return a.text("LANEWISE"); }},
};

cl_int get_platform_ids(cl_uint num_entries, cl_platform_id* list, cl_uint* num_platforms) {
  if ((list && num_entries == 0) || (!list && !num_platforms)) {
    return CL_INVALID_VALUE;
  }
  const auto all = platforms();
  for (size_t i = 0; list && i < std::min<size_t>(num_entries, all.size()); ++i) {
    list[i] = handle_of(all[i]);
  }
  if (num_platforms) {
    *num_platforms = static_cast<cl_uint>(all.size());
  }
  return all.empty() ? CL_PLATFORM_NOT_FOUND_KHR : CL_SUCCESS;
}

} // namespace

std::span<Platform* const> platforms() {
  if (!made_platforms.load(std::memory_order_acquire)) {
    const std::lock_guard guard(made_lock);
    if (!made_platforms.load(std::memory_order_relaxed)) {
      made_platforms.store(make_platforms().release(), std::memory_order_release);
    }
  }
  return *made_platforms.load(std::memory_order_relaxed);
}

void hold_platforms() {
  made_lock.lock();
  if (const auto* made = made_platforms.load()) {
    std::ranges::for_each(*made, &Platform::hold);
  }
}

void let_go_of_platforms() {
  if (const auto* made = made_platforms.load()) {
    std::ranges::for_each(*made, &Platform::let_go);
  }
  made_lock.unlock();
}

Platform* find_platform(cl_platform_id handle) {
  if (handle) {
    return lookup<Platform>(handle);
  }
  return platforms().empty() ? nullptr : platforms().front();
}

std::span<Device* const> Platform::devices() {
  const std::lock_guard guard(lock);
  if (opened) {
    return root;
  }
  uint64_t count = 0;
  if (muxGetDeviceInfos(info.id, all_device_types, 0, nullptr, &count) != mux_success) {
    return {};
  }
  std::vector<mux_device_info_t> infos(count);
  if (count &&
      muxGetDeviceInfos(info.id, all_device_types, count, infos.data(), nullptr) != mux_success) {
    return {};
  }
  root.reserve(count);
  for (const mux_device_info_t device_info : infos) {
    mux_device_t device = nullptr;
    if (muxCreateDevice(info.id, device_info, allocator, &device) == mux_success) {
      root.push_back(lookup<Device>(hand_out(make<Device>(*this, device))));
    }
  }
  opened = true;
  return root;
}

} // namespace cl

using namespace cl;

cl_int CL_API_CALL clGetPlatformIDs(cl_uint num_entries, cl_platform_id* list,
                                    cl_uint* num_platforms) {
  return guarded([&] { return get_platform_ids(num_entries, list, num_platforms); });
}

extern "C" cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id* list,
                                                     cl_uint* num_platforms) {
  return guarded([&] { return get_platform_ids(num_entries, list, num_platforms); });
}

cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id handle, cl_platform_info name, size_t size,
                                     void* value, size_t* size_ret) {
  return guarded([&] {
    const Platform* platform = find_platform(handle);
    return platform ? answer_info<Platform>(rows, name, {size, value, size_ret}, *platform)
                    : CL_INVALID_PLATFORM;
  });
}
