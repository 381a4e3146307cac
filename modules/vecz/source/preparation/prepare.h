// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PREPARATION_PREPARE_H
#define VECZ_PREPARATION_PREPARE_H

#include "remark.h"
#include "vecz/vectorize.h"

#include <llvm/IR/Function.h>
#include <string>

namespace vecz {

/// Brings a kernel into the form that the vectorizer's steps work on.
///
/// Requires: with IdRange::small, ids are below vecz::largest_id; otherwise those in x of the
/// active lanes lie in one block of as many; by-value arguments are only read. Guarantees, if it
/// returns "": functions that are defined are inlined, unless they are marked noinline or very
/// large; ids ask for a constant dimension; small ones carry their range, of others the lower
/// halves are asked for with vecz.low (mask_calls.h); no switches, no irreducible control flow,
/// loops in loop-simplify and LCSSA form, no barrier in a loop that work-items leave for the one
/// around it at different times, one return, private variables before all else, no debug records,
/// markers of lifetimes or alias scopes (promises.h). Otherwise the result says why the kernel
/// stays as it is. `remarks` get what was left as it is because it would become too large.
///
/// Cost: calls are inlined, and loops unrolled, up to fixed numbers of instructions together.
enum class IdRange { small, any };
[[nodiscard]] std::string prepare(llvm::Function& function, const CallInfo& calls, IdRange ids,
                                  Demand demand, Remarks& remarks);

} // namespace vecz

#endif
