// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_KERNEL_H
#define HOST_KERNEL_H

#include "binary/container.h"
#include "device_enqueue/device_events.h"
#include "host/kernel_abi.h"
#include "launch/team_width.h"
#include "loader/loaded_code.h"
#include "object.h"

#include <atomic>
#include <memory>
#include <utility>
#include <vector>

namespace host {

struct Kernel;

struct Executable : mux_executable_s {
  Executable(binary::Program given_program, std::vector<LoadedCode> given_parts);
  ~Executable();

  /// Where a function is and the part that has it; nulls if none has.
  [[nodiscard]] std::pair<const void*, const LoadedCode*> find(std::string_view function) const;

  binary::Program program; ///< without its payloads and IR
  std::vector<LoadedCode> parts;
  std::vector<std::unique_ptr<Kernel>> blocks; ///< kernels of blocks, by number
  mutable DeviceEventOwner events;             ///< that its kernels have created
};

struct Kernel : mux_kernel_s {
  /// Makes the object of one of the executable's kernels, whose entry function is there.
  Kernel(const Executable& from, const binary::Kernel& given, mux_device_info_t device);

  /// Records that so many work-items took so many nanoseconds on all threads together.
  void note_cost(uint64_t busy, uint64_t items);

  const Executable& executable;
  const binary::Kernel& description; ///< the executable's
  const LoadedCode& code;            ///< likewise
  entry_function entry;
  /// Work-items; 1 of a kernel that cannot tell.
  [[nodiscard]] uint64_t sub_group_size() const {
    const auto& sizes = description.sub_group_sizes;
    return sizes.empty() || sizes.front() == 0 ? 1 : sizes.front();
  }
  mux_device_info_t device_info;
  /// Nanoseconds that a work-item took when the kernel last ran, in 1/1024; a guess at first.
  std::atomic<uint64_t> item_cost;
  TeamWidth team_width;
  std::atomic<uint64_t> time = 0; ///< nanoseconds that threads spent in its launches

private:
  Kernel(const Executable& from, const binary::Kernel& given,
         std::pair<const void*, const LoadedCode*> found, mux_device_info_t device);
};

} // namespace host

#endif
