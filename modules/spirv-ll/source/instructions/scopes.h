// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPIRV_LL_INSTRUCTIONS_SCOPES_H
#define SPIRV_LL_INSTRUCTIONS_SCOPES_H

#include "reader/reader.h"

namespace spirv_ll {

/// A scope operand (SPIR-V specification 3.27), which has to be a constant.
[[nodiscard]] cargo::expected<Scope, std::string> scope(Reader& reader, uint32_t id);

/// The operand of memory semantics (3.25), a constant too.
[[nodiscard]] cargo::expected<uint32_t, std::string> semantics(Reader& reader, uint32_t id);

/// Whether a scope reaches beyond the work-group.
[[nodiscard]] bool is_wide(Scope scope);

/// LLVM's ordering for memory semantics. Sequential consistency holds only among operations of the
/// device's scope or a wider one; elsewhere it becomes acquire and release (OpenCL 3.0 API, 3.3.4).
[[nodiscard]] llvm::AtomicOrdering ordering(uint32_t semantics, Scope scope);

/// The flags of OpenCL C's fences: 1 local, 2 global, 4 images.
[[nodiscard]] uint32_t fence_flags(uint32_t semantics);
/// The enumerator of memory_scope.
[[nodiscard]] uint32_t memory_scope(Scope scope);

} // namespace spirv_ll

#endif
