// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "platform/platform.h"

#include "command_buffers/capabilities.h"
#include "info.h"
#include "memory/external_memory.h"
#include "platform/device.h"
#include "platform/extensions.h"
#include "platform/version.h"
#include "semaphores/semaphore_properties.h"

#include "environment/environment.h"

#include <algorithm>
#include <memory>
#include <ranges>
#include <string_view>

namespace cl {
namespace {

/// Platforms and devices are made once and never destroyed: handles to them have no owner, and
/// threads may still use them while the process exits.
using PlatformList = std::vector<retained<Platform>>;

/// Whether the user lists all targets, or this one.
bool is_wanted(const mux_target_info_t& target) {
  const std::string_view wanted = environment::text(environment::Variable::platforms);
  return wanted.empty() || std::ranges::any_of(wanted | std::views::split(','), [&](auto&& word) {
           return std::string_view(word.begin(), word.end()) == target.name;
         });
}

/// A target of which the machine has nothing is no platform.
bool has_devices(const mux_target_info_t& target) {
  constexpr uint32_t every_type = mux_device_type_cpu | mux_device_type_gpu |
                                  mux_device_type_accelerator | mux_device_type_custom;
  uint64_t count = 0;
  return muxGetDeviceInfos(target.id, every_type, 0, nullptr, &count) == mux_success && count != 0;
}

/// The platforms that the application is told of, and those of targets that the user did not want.
struct Lists {
  std::vector<Platform*> listed;
  std::vector<Platform*> unlisted;
};

/// A reference that never goes.
Platform* keep(const retained<Platform>& platform) { return lookup<Platform>(hand_out(platform)); }

std::unique_ptr<Lists> make_platforms() {
  auto made = std::make_unique<Lists>();
  uint64_t count = 0;
  if (muxGetTargetInfos(0, nullptr, &count) != mux_success) {
    return made;
  }
  std::vector<mux_target_info_t> targets(count);
  if (muxGetTargetInfos(count, targets.data(), nullptr) != mux_success) {
    return made;
  }
  PlatformList listed, unlisted;
  for (const auto& target : targets) {
    if (!is_wanted(target)) {
      unlisted.push_back(make<Platform>(target));
    } else if (has_devices(target)) {
      listed.push_back(make<Platform>(target));
    }
  }
  made->listed.resize(listed.size());
  made->unlisted.resize(unlisted.size());
  std::ranges::transform(listed, made->listed.begin(), keep);
  std::ranges::transform(unlisted, made->unlisted.begin(), keep);
  return made;
}

constinit std::mutex made_lock; // protects the making of the lists
constinit std::atomic<const Lists*> made_platforms = nullptr;

const Lists& lists() {
  if (!made_platforms.load(std::memory_order_acquire)) {
    const std::lock_guard guard(made_lock);
    if (!made_platforms.load(std::memory_order_relaxed)) {
      made_platforms.store(make_platforms().release(), std::memory_order_release);
    }
  }
  return *made_platforms.load(std::memory_order_relaxed);
}

constexpr InfoRow<Platform> rows[] = {
    {CL_PLATFORM_PROFILE, [](const Platform&, Answer& a) { return a.text("FULL_PROFILE"); }},
    {CL_PLATFORM_VERSION,
     [](const Platform&, Answer& a) { return a.text(platform_version_text()); }},
    {CL_PLATFORM_NUMERIC_VERSION_KHR,
     [](const Platform&, Answer& a) { return a.is(version_number); }},
    {CL_PLATFORM_EXTENSIONS_WITH_VERSION_KHR,
     [](const Platform& p, Answer& a) { return a.list<cl_name_version>(extension_versions(p)); }},
    {CL_PLATFORM_NAME, [](const Platform& p, Answer& a) { return a.text(p.info.platform_name); }},
    {CL_PLATFORM_VENDOR, [](const Platform& p, Answer& a) { return a.text(p.info.vendor); }},
    {CL_PLATFORM_EXTENSIONS,
     [](const Platform& p, Answer& a) { return a.text(extension_names(p)); }},
    {CL_PLATFORM_HOST_TIMER_RESOLUTION,
     [](const Platform&, Answer& a) { return a.is<cl_ulong>(1); }}, // clock_gettime's
    {CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR,
     [](const Platform&, Answer& a) { return a.is(platform_command_buffer_capabilities); }},
    {CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR,
     [](const Platform& p, Answer& a) {
       const auto devices = const_cast<Platform&>(p).devices(); // which are all alike
       return a.list(devices.empty() ? std::span<const cl_external_memory_handle_type_khr>()
                                     : external_memory_types(devices.front()->info()));
     }},
    {CL_PLATFORM_SEMAPHORE_TYPES_KHR,
     [](const Platform&, Answer& a) { return a.list(semaphore_types()); }},
    {CL_PLATFORM_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR,
     [](const Platform&, Answer& a) { return a.list(semaphore_handle_types()); }},
    {CL_PLATFORM_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR,
     [](const Platform&, Answer& a) { return a.list(semaphore_handle_types()); }},
    // Closing the library leaves it in memory, as it was (doc/process.md).
    {CL_PLATFORM_UNLOADABLE_KHR, [](const Platform&, Answer& a) { return a.flag(true); }},
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

std::span<Platform* const> platforms() { return lists().listed; }

Device* host_device() {
  for (const auto* list : {&lists().listed, &lists().unlisted}) {
    for (Platform* platform : *list) {
      const auto devices = platform->devices();
      const auto found = std::ranges::find_if(devices, shares_host_memory);
      if (found != devices.end()) {
        return *found;
      }
    }
  }
  return nullptr;
}

void lock_platforms_for_fork() {
  made_lock.lock();
  if (const auto* made = made_platforms.load()) {
    std::ranges::for_each(made->listed, &Platform::lock_for_fork);
    std::ranges::for_each(made->unlisted, &Platform::lock_for_fork);
  }
}

void unlock_platforms_after_fork() {
  if (const auto* made = made_platforms.load()) {
    std::ranges::for_each(made->unlisted, &Platform::unlock_after_fork);
    std::ranges::for_each(made->listed, &Platform::unlock_after_fork);
  }
  made_lock.unlock();
}

Platform* find_platform(cl_platform_id handle) {
  if (handle) {
    return lookup<Platform>(handle);
  }
  return platforms().empty() ? nullptr : platforms().front();
}

/// A device that is never closed; null if it cannot be taken into use.
Device* Platform::open(mux_device_info_t device_info) {
  mux_device_t mux = nullptr;
  const mux_result_t result = muxCreateDevice(info.id, device_info, allocator, &mux);
  if (result == mux_error_out_of_memory) {
    throw std::bad_alloc();
  }
  if (result != mux_success) {
    return nullptr;
  }
  try {
    return lookup<Device>(hand_out(make<Device>(*this, mux)));
  } catch (...) {
    muxDestroyDevice(mux, allocator);
    throw;
  }
}

std::span<Device* const> Platform::devices() {
  const std::lock_guard guard(lock);
  if (opened) {
    return root;
  }
  uint64_t count = 0;
  mux_result_t result = muxGetDeviceInfos(info.id, all_device_types, 0, nullptr, &count);
  std::vector<mux_device_info_t> infos(count);
  if (result == mux_success && count) {
    result = muxGetDeviceInfos(info.id, all_device_types, count, infos.data(), nullptr);
  }
  if (result == mux_error_out_of_memory) {
    throw std::bad_alloc();
  }
  if (result != mux_success) {
    return {};
  }
  root.reserve(count);
  for (size_t i = root.size(); i < count; ++i) { // those before were opened by a call that failed
    root.push_back(open(infos[i]));
  }
  std::erase(root, nullptr);
  opened = true;
  return root;
}

} // namespace cl

using namespace cl;

cl_int CL_API_CALL clGetPlatformIDs(cl_uint num_entries, cl_platform_id* list,
                                    cl_uint* num_platforms) {
  return guarded([&] { return get_platform_ids(num_entries, list, num_platforms); });
}

cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id* list,
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
