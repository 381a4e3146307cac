// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_KERNEL_H
#define HOST_KERNEL_H

#include "binary/container.h"
#include "host/kernel_abi.h"
#include "loader/loaded_code.h"
#include "object.h"

#include <atomic>
#include <utility>
#include <vector>

namespace host {

struct Executable : mux_executable_s {
  Executable(binary::Program given_program, std::vector<LoadedCode> given_parts);

  /// Where a function is and the part that has it; nulls if none has.
  [[nodiscard]] std::pair<const void*, const LoadedCode*> find(std::string_view function) const;

  binary::Program program; ///< without its payloads and IR
  std::vector<LoadedCode> parts;
};

struct Kernel : mux_kernel_s {
  Kernel(const binary::Kernel& given, const LoadedCode& given_code, entry_function given_entry,
         mux_device_info_t device);

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
  std::atomic<uint64_t> time = 0; ///< nanoseconds that threads spent in its launches
};

} // namespace host

#endif
