// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/system.h"

#include <algorithm>
#include <array>
#include <unistd.h>

namespace cuda {

bool may_have_gpus(const std::string& root) {
  constexpr std::array signs = {
      "/dev/nvidiactl",           // loaded and used before, or a container that has a GPU
      "/proc/driver/nvidia",      // loaded
      "/usr/bin/nvidia-modprobe", // by which NVIDIA's library loads it when it is first used
      "/dev/dxg",                 // Windows Subsystem for Linux
      "/dev/nvhost-gpu",          // Jetson
      "/dev/nvmap",               // Jetson, whichever driver
  };
  return std::ranges::any_of(
      signs, [&](const char* sign) { return access((root + sign).c_str(), F_OK) == 0; });
}

} // namespace cuda
