// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_PRINTF_H
#define CL_PRINTF_H

#include "executable.h"

#include <cstddef>
#include <vector>

namespace cl {

/// Bytes of records that one launch can print: CL_DEVICE_PRINTF_BUFFER_SIZE.
inline constexpr size_t printf_buffer_size = 1 << 20;

/// What the kernels of one launch print (builtins/printf.h): the memory for their records, and how
/// it becomes text on standard output. Kept by the launch.
class PrintfOutput {
public:
  /// Throws std::bad_alloc.
  explicit PrintfOutput(ExecutablePointer program);
  PrintfOutput(const PrintfOutput&) = delete;

  [[nodiscard]] mux_address_t address() { return reinterpret_cast<mux_address_t>(memory.data()); }

  /// A user callback for mux: writes the records of the PrintfOutput `self` in the order in which
  /// room was reserved, then says how many were lost, if any.
  static void write(mux_queue_t, mux_command_buffer_t, void* self);

private:
  [[nodiscard]] std::string text() const;

  const ExecutablePointer executable;
  std::vector<uint32_t> memory; ///< PrintfChunk, then the records
};

} // namespace cl

#endif
