// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_MEMORY_SVM_MAPPINGS_H
#define CL_MEMORY_SVM_MAPPINGS_H

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <span>

namespace cl {

/// The mapped parts of shared virtual memory on a device whose shared memory moves: an unmap only
/// names the start of its mapping. Unmapped memory is with the device. Thread safe.
class SvmMappings {
public:
  /// Throws std::bad_alloc.
  void add(std::byte* base, std::span<std::byte> mapped);
  /// Ends one mapping of an allocation that begins at `pointer`, if there is one, and returns its
  /// range: all of the allocation, of `size` bytes, if nothing of it is mapped any more.
  [[nodiscard]] std::optional<std::span<std::byte>> remove(std::byte* base, size_t size,
                                                           const void* pointer);
  /// The allocation is gone.
  void forget(std::byte* base);

private:
  std::mutex lock; ///< protects what follows; a leaf
  std::multimap<std::byte*, std::span<std::byte>> by_allocation;
};

} // namespace cl

#endif
