// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PREPARE_H
#define PREPARE_H

#include "vecz/call_info.h"

#include <llvm/IR/Function.h>
#include <string>

namespace vecz {

/// Brings a kernel into the form that the vectorizer's steps work on.
///
/// Requires: ids are below vecz::largest_id. Guarantees, if it returns "": functions that are
/// defined are inlined; ids ask for a constant dimension and carry their range; no switches, no
/// irreducible control flow, loops in loop-simplify and LCSSA form, one return, no debug records or
/// markers of lifetimes. Otherwise the result says why the kernel stays as it is.
[[nodiscard]] std::string prepare(llvm::Function& function, const CallInfo& calls);

} // namespace vecz

#endif
