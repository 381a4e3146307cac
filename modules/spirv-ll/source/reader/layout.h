// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPIRV_LL_READER_LAYOUT_H
#define SPIRV_LL_READER_LAYOUT_H

#include "reader/capabilities.h"
#include "reader/instruction.h"

namespace spirv_ll {

/// Checks an instruction's words against the grammar: nothing missing, nothing left over, ids
/// within the bound, enumerants known, capabilities declared; and sets type and result apart.
[[nodiscard]] cargo::expected<Inst, std::string>
check_layout(const Instruction& words, uint32_t id_bound, const Capabilities& capabilities);

} // namespace spirv_ll

#endif
