// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LAYOUT_H
#define LAYOUT_H

#include "capabilities.h"
#include "instruction.h"

namespace spirv_ll {

/// Checks an instruction's words against the grammar: nothing missing, nothing left over, ids
/// within the bound, enumerants known, capabilities declared; and sets type and result apart.
[[nodiscard]] cargo::expected<Inst, std::string>
check_layout(const Instruction& words, uint32_t id_bound, const Capabilities& capabilities);

} // namespace spirv_ll

#endif
