// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of SPIR-V that the reader supports, for queries before a module is made. Needs no LLVM.
// Thread safe.
#ifndef SPIRV_WORDS_SUPPORT_H
#define SPIRV_WORDS_SUPPORT_H

#include "spirv_enums.h"

#include <span>

namespace spirv_ll {

/// The capabilities that OpCapability may declare, each once.
[[nodiscard]] std::span<const Capability> supported_capabilities();

/// The extensions that OpExtension may name, each once.
[[nodiscard]] std::span<const char* const> supported_extensions();

/// The instruction sets that OpExtInstImport may name and that the reader implements. It accepts
/// other sets and ignores them if their names begin with "NonSemantic.".
[[nodiscard]] std::span<const char* const> supported_instruction_sets();

} // namespace spirv_ll

#endif
