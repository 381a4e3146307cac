// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_LAUNCH_ARGUMENTS_H
#define CUDA_LAUNCH_ARGUMENTS_H

#include "launch/executable.h"

#include <span>
#include <vector>

namespace cuda {

/// The arguments of a launch as they were recorded, packed as target_support does. A plain value.
class Arguments {
public:
  /// mux_error_invalid_value if the descriptors are not the kernel's. Throws std::bad_alloc.
  [[nodiscard]] mux_result_t set(const binary::Kernel& kernel,
                                 std::span<const mux_descriptor_t> descriptors);
  /// The same for some of them: nothing changes if one is not the kernel's.
  [[nodiscard]] mux_result_t update(const binary::Kernel& kernel, std::span<const uint64_t> indices,
                                    std::span<const mux_descriptor_t> descriptors);
  /// Lays out local arguments behind the kernel's own local memory; gives the bytes of all.
  uint64_t place_locals(const binary::Kernel& kernel, uint64_t own_bytes);

  /// Makes a list of the arguments' addresses, as the driver wants them. Throws std::bad_alloc.
  void list(const binary::Kernel& kernel, std::vector<void*>& out);
  /// The bytes of all arguments, and zeros between them.
  [[nodiscard]] std::span<const std::byte> bytes() const { return packed; }

private:
  void pack(const binary::Kernel& kernel, uint64_t index, size_t offset,
            const mux_descriptor_t& given);

  std::vector<std::byte> packed;
  std::vector<uint64_t> local_sizes; ///< one for each argument, 0 if it is not local
};

} // namespace cuda

#endif
