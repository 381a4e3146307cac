// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of others, behind a file descriptor (cl_khr_external_memory with opaque_fd and dma_buf).
#ifndef CL_MEMORY_EXTERNAL_MEMORY_H
#define CL_MEMORY_EXTERNAL_MEMORY_H

#include "descriptor.h"
#include "guard.h"

#include "mux/mux.h"

#include <memory>
#include <span>

namespace cl {

/// The handle types that a device can import: CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR.
/// All imported memory is mapped to the host, so a device that does not share the host's memory can
/// import nothing. Images in it are linear.
[[nodiscard]] std::span<const cl_external_memory_handle_type_khr>
external_memory_types(const mux_device_info_s& device);

/// A whole file, a memfd for instance, or a whole dma_buf, mapped as long as this lives.
class ExternalMemory {
public:
  /// Maps the memory of a descriptor of a type of external_memory_types; read-only where it cannot
  /// be written and `writable` does not ask for it. CL_INVALID_PROPERTY if it cannot be mapped. The
  /// descriptor stays the application's. Throws std::bad_alloc.
  static expected<std::unique_ptr<ExternalMemory>> map(cl_external_memory_handle_type_khr type,
                                                       int descriptor, bool writable);
  ~ExternalMemory();
  ExternalMemory(const ExternalMemory&) = delete;
  ExternalMemory& operator=(const ExternalMemory&) = delete;

  /// Takes the descriptor over, once nothing can fail any more.
  void take_descriptor();

  /// Tells the exporter of a dma_buf that the CPU begins, or ends, to read and write it.
  void begin_access() const;
  void end_access() const;

  void* const address;
  const size_t size; ///< bytes

private:
  ExternalMemory(void* mapped, size_t bytes, int from, bool synchronize)
      : address(mapped), size(bytes), descriptor(from), is_dma_buf(synchronize) {}

  const int descriptor;
  const bool is_dma_buf;
  Descriptor kept{-1}; ///< of a dma_buf; of others none is kept, because the mapping holds them
};

} // namespace cl

#endif
