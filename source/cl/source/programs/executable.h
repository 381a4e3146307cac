// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program's executable on a device: the contents of its container and the code that mux has
// loaded.
#ifndef CL_PROGRAMS_EXECUTABLE_H
#define CL_PROGRAMS_EXECUTABLE_H

#include "memory/device_memory.h"
#include "platform/device.h"

#include "binary/container.h"

#include <memory>
#include <ranges>
#include <span>

namespace cl {

class Variants;
enum class Specialize;

/// Constant once made, except for the variants of its kernels; shared by a program and its kernels.
class Executable {
public:
  /// Takes over `loaded`, unless it throws std::bad_alloc.
  Executable(Device& in_device, mux_executable_t loaded, binary::Program in_contents,
             DeviceMemory in_variables);
  Executable(const Executable&) = delete;
  ~Executable();

  /// The kernels that the application can create.
  [[nodiscard]] auto kernels() const {
    return contents.kernels | std::views::filter(is_created) |
           std::views::transform([](const binary::Kernel& kernel) { return &kernel; });
  }
  /// The one of these that is called `name`, or null.
  [[nodiscard]] const binary::Kernel* find(std::string_view name) const;

  /// The specialised code that launches of one of its kernels may run instead.
  [[nodiscard]] Variants& variants_of(const binary::Kernel& kernel) const;

  /// The block of the program's variables on the device, which launches of all its kernels and
  /// variants share; 0 if it has none.
  [[nodiscard]] mux_address_t variables() const { return variable_block.address(); }

  /// Where the device sees the program's variable that is called `name`, or by that name for the
  /// host; empty if there is none.
  [[nodiscard]] std::span<std::byte> variable(std::string_view name) const;

  /// The value of pointers to the program's function that is called `name`; null if kernels call
  /// none of that name through pointers.
  [[nodiscard]] const uint64_t* function(std::string_view name) const;

  Device& device;
  const mux_executable_t mux;
  const binary::Program contents;
  const Specialize specialize;

private:
  /// Kernels of blocks are enqueued by others.
  static bool is_created(const binary::Kernel& kernel) { return kernel.block == 0; }

  const retained<Device> device_kept;         ///< a variant may be the last to need a sub-device
  const DeviceMemory variable_block;          ///< or none
  const std::unique_ptr<Variants[]> variants; ///< one for each kernel
};

using ExecutablePointer = std::shared_ptr<const Executable>;

/// Loads a container of kind executable on a device. The error is mux's.
cargo::expected<ExecutablePointer, mux_result_t>
load_executable(Device& device, binary::bytes_view container, binary::Program contents);

} // namespace cl

#endif
