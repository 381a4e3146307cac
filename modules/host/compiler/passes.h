// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_COMPILER_PASSES_H
#define HOST_COMPILER_PASSES_H

#include "compiler/pass.h"

namespace host {

/// The steps of the host's pipeline beside the shared passes. Where muxc runs one that depends on a
/// CPU or on build options, it is for this CPU (LANEWISE_CPU) with the usual ones.
[[nodiscard]] std::span<const compiler::NamedPass> own_passes();

} // namespace host

#endif
