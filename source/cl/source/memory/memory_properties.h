// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_MEMORY_MEMORY_PROPERTIES_H
#define CL_MEMORY_MEMORY_PROPERTIES_H

#include "guard.h"
#include "platform/context.h"

#include <span>
#include <vector>

namespace cl {

/// The properties that clCreateBufferWithProperties or clCreateImageWithProperties was given.
struct MemoryProperties {
  std::vector<cl_mem_properties> list;             ///< as given, with the closing 0
  bool has_device_address = false;                 ///< CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT
  cl_external_memory_handle_type_khr external = 0; ///< 0: memory of its own
  int descriptor = -1;                             ///< of external memory
  std::vector<Device*> devices; ///< that may use external memory; empty: all of the context

  [[nodiscard]] bool usable_on(const Device& device) const;
};

/// Reads a list, null for none, in which only the external properties and `known` may stand:
/// CL_INVALID_PROPERTY, CL_INVALID_DEVICE (section 5.2.1).
[[nodiscard]] expected<MemoryProperties>
read_memory_properties(const Context& context, const cl_mem_properties* list,
                       std::span<const cl_mem_properties> known);

} // namespace cl

#endif
