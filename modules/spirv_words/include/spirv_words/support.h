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

/// What OpCapability may declare, each once.
[[nodiscard]] std::span<const Capability> supported_capabilities();

/// What OpExtension may name, each once.
[[nodiscard]] std::span<const char* const> supported_extensions();

/// What OpExtInstImport may name, and the reader acts on; of other sets, those whose names begin
/// with "NonSemantic." are taken and left aside.
[[nodiscard]] std::span<const char* const> supported_instruction_sets();

} // namespace spirv_ll

#endif
