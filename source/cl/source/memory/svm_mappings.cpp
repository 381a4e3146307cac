// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/svm_mappings.h"

namespace cl {

void SvmMappings::add(std::byte* base, std::span<std::byte> mapped) {
  const std::lock_guard guard(lock);
  by_allocation.emplace(base, mapped);
}

std::optional<std::span<std::byte>> SvmMappings::remove(std::byte* base, size_t size,
                                                        const void* pointer) {
  const std::lock_guard guard(lock);
  const auto [first, last] = by_allocation.equal_range(base);
  for (auto mapping = first; mapping != last; ++mapping) {
    if (mapping->second.data() == pointer) {
      const bool is_only = std::next(first) == last;
      const std::span<std::byte> removed = mapping->second;
      by_allocation.erase(mapping);
      return is_only ? std::span(base, size) : removed;
    }
  }
  return std::nullopt;
}

void SvmMappings::forget(std::byte* base) {
  const std::lock_guard guard(lock);
  by_allocation.erase(base);
}

} // namespace cl
