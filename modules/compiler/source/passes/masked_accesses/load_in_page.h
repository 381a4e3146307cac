// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_MASKED_ACCESSES_LOAD_IN_PAGE_H
#define PASSES_MASKED_ACCESSES_LOAD_IN_PAGE_H

#include "passes/masked_accesses/masked_access.h"

namespace compiler {

/// Makes a masked load of neighbours, which the target has no instruction for, a plain load of all
/// of them where any lane is active and all are in one page of memory: if one can be read, all can.
/// What it reads in the place of idle lanes, maybe of other memory, goes nowhere. Whether it has
/// done so; the load of those that are not in one page is left in a branch that is taken rarely.
/// To run behind all passes that know where memory of the program's ends.
///
///   %v = call <32 x i8> @llvm.masked.load(ptr %p, <32 x i1> %mask, <32 x i8> %other)
/// becomes
///   if (any of %mask)
///     if (%p % 4096 <= 4096 - 32) %v = select %mask, (load <32 x i8>, ptr %p), %other
///     else %v = call <32 x i8> @llvm.masked.load(…)
///   else %v = %other
[[nodiscard]] bool load_in_page(const MaskedAccess& access);

} // namespace compiler

#endif
