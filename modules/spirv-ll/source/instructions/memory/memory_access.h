// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPIRV_LL_INSTRUCTIONS_MEMORY_MEMORY_ACCESS_H
#define SPIRV_LL_INSTRUCTIONS_MEMORY_MEMORY_ACCESS_H

#include "reader/reader.h"

namespace spirv_ll {

/// Memory operands (SPIR-V specification 3.26) of one access.
struct MemoryAccess {
  bool is_volatile = false, is_nontemporal = false;
  uint64_t alignment = 0; ///< 0: the type's own
};

/// The memory operands that begin at `words`; `used` is how many words they are.
[[nodiscard]] cargo::expected<MemoryAccess, std::string>
memory_access(std::span<const uint32_t> words, size_t& used);

} // namespace spirv_ll

#endif
