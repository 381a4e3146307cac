// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPIRV_LL_DECLARATIONS_KERNELS_H
#define SPIRV_LL_DECLARATIONS_KERNELS_H

#include "reader/reader.h"

namespace spirv_ll {

/// Once all bodies are read: checks that entry points are functions with bodies, writes execution
/// modes and arguments' properties as the metadata that Clang writes, copies functions that are
/// entry points twice. The error is a sentence.
[[nodiscard]] Outcome finish_kernels(Reader& reader);

} // namespace spirv_ll

#endif
