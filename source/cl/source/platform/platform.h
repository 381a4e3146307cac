// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_PLATFORM_PLATFORM_H
#define CL_PLATFORM_PLATFORM_H

#include "guard.h"

#include "mux/mux.h"

#include <span>
#include <vector>

namespace cl {

class Device;

/// One platform for each mux target. Platforms live as long as the process.
class Platform {
public:
  using handle_type = cl_platform_id;
  static constexpr uint32_t magic = 0x706c6174;
  static constexpr cl_int invalid = CL_INVALID_PLATFORM;

  explicit Platform(const mux_target_info_t& target) : info(target) {}

  /// The target's devices; taken into use at the first call, which may open the target's driver.
  /// Throws std::bad_alloc. Thread safe.
  std::span<Device* const> devices();

  // For a fork (fork.cpp): the lock.
  void lock_for_fork() { lock.lock(); }
  void unlock_after_fork() { lock.unlock(); }

  const mux_target_info_t info;

private:
  Device* open(mux_device_info_t device_info);

  std::mutex lock; ///< protects `root` and `opened`
  std::vector<Device*> root;
  bool opened = false;
};

/// All platforms that the application is told of, in the order of the targets. Throws
/// std::bad_alloc.
std::span<Platform* const> platforms();

/// A device that shares the host's memory, also one of a platform that the application is not told
/// of (LANEWISE_PLATFORMS); null if there is none. Throws std::bad_alloc.
Device* host_device();

// For a fork (fork.cpp): the locks of the list and of all platforms.
void lock_platforms_for_fork();
void unlock_platforms_after_fork();

/// The platform that a null handle stands for, or the handle's own; null if there is none such.
Platform* find_platform(cl_platform_id handle);

} // namespace cl

#endif
