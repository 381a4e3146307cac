// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interface for ICD loaders of version 2: a platform's functions by their names, and a word for
// the loader in all of its objects.
#include "platform/device.h"
#include "platform/platform.h"

#include <dlfcn.h>
#include <link.h>
#include <string_view>

namespace cl {
namespace {

/// A handle of this library, whatever else of its name the process has, or null. It is closed
/// never, as the library is unloaded never.
void* own_library() {
  static void* const handle = []() -> void* {
    Dl_info info;
    link_map* map = nullptr;
    const bool found =
        dladdr1(&dispatch_table, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) != 0;
    return found ? dlopen(map->l_name, RTLD_LAZY | RTLD_NOLOAD) : nullptr;
  }();
  return handle;
}

/// An exported function; exported is the API that there is and nothing else.
void* find_exported(const char* name) {
  void* const library = own_library();
  return library && std::string_view(name).starts_with("cl") ? dlsym(library, name) : nullptr;
}

} // namespace
} // namespace cl

using namespace cl;

void* CL_API_CALL clIcdGetFunctionAddressForPlatformKHR(cl_platform_id handle, const char* name) {
  if (!name || !lookup<Platform>(handle)) {
    return nullptr;
  }
  void* const extension = clGetExtensionFunctionAddressForPlatform(handle, name);
  return extension ? extension : find_exported(name);
}

cl_int CL_API_CALL clIcdSetPlatformDispatchDataKHR(cl_platform_id handle, void* data) {
  return guarded([&]() -> cl_int {
    Platform* platform = lookup<Platform>(handle);
    if (!platform) {
      return CL_INVALID_PLATFORM;
    }
    slot_of(platform)->header.dispatch_data.store(data, std::memory_order_relaxed);
    // Devices may be there before a loader is: the application's own, or those of another loader.
    auto& devices = Slab<Device>::instance();
    const auto guard = devices.locked();
    devices.each([&](Device& device) {
      if (&device.platform == platform) {
        inherit_dispatch_data(device);
      }
    });
    return CL_SUCCESS;
  });
}
