// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands on memory that is known by its address: the parts that the calls for shared virtual
// memory (OpenCL 3.0, section 5.6) and those of cl_intel_unified_shared_memory have in common.
#ifndef CL_ENQUEUE_ADDRESS_COMMANDS_H
#define CL_ENQUEUE_ADDRESS_COMMANDS_H

#include "enqueue/target.h"

#include <array>
#include <cstddef>
#include <cstring>

namespace cl {

/// Whether flags are of clEnqueueMap* and do not contradict each other; of clEnqueueMigrate*.
[[nodiscard]] bool are_map_flags(cl_map_flags flags);
[[nodiscard]] bool are_migration_flags(cl_mem_migration_flags flags);

/// A pattern that is written over and over from a place on: a buffer's offset or an address.
struct Pattern {
  const void* bytes;
  size_t size;

  /// CL_INVALID_VALUE unless it can fill `size` bytes there.
  [[nodiscard]] cl_int check(uint64_t place, size_t size) const;
};

/// The bytes of a checked pattern, for commands that are recorded.
class PatternCopy {
public:
  explicit PatternCopy(const Pattern& pattern) : size(pattern.size) {
    std::memcpy(copied.data(), pattern.bytes, size);
  }
  [[nodiscard]] const void* bytes() const { return copied.data(); }

  const size_t size;

private:
  std::array<std::byte, mux_max_pattern> copied;
};

/// Copies bytes from one address to another: CL_INVALID_VALUE if one is null, CL_MEM_COPY_OVERLAP.
/// `command` has its type and whether it blocks; `references` are kept until it has ended.
[[nodiscard]] cl_int copy_bytes(const Target& target, Command command, void* to, const void* from,
                                size_t size, std::span<Reference> references = {});

/// Fills bytes at an address: CL_INVALID_VALUE if that is null, or the pattern does not fit.
[[nodiscard]] cl_int fill_bytes(const Target& target, Command command, void* to,
                                const Pattern& pattern, size_t size);

/// A command that only takes its place in the order: a migration, where nothing has to move.
[[nodiscard]] cl_int enqueue_without_work(const Target& target, Command command);

} // namespace cl

#endif
