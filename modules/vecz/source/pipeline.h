// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The vectoriser's pipeline in four phases. Kernels (vectorize.cpp) go through them, and so do the
// functions that they call (vector_functions.cpp).
#ifndef VECZ_PIPELINE_H
#define VECZ_PIPELINE_H

#include "preparation/canonicalize_ids.h"
#include "remark.h"
#include "vecz/vectorize.h"

#include <llvm/IR/Function.h>
#include <string>

namespace vecz {

/// Brings a kernel into the form that the later phases work on.
///
/// Requires: with IdRange::fits_int, global ids are below int_id_limit; otherwise those in x of the
/// active lanes, cut to 32 bits, do not wrap; by-value arguments are only read. Guarantees, if it
/// returns "": functions that are defined are inlined, unless they are marked noinline or very
/// large; ids ask for a constant dimension; those that fit an int carry their range, of others the
/// lower halves are asked for with vecz.truncated_id (mask_calls.h); no switches, no irreducible
/// control flow, loops in loop-simplify and LCSSA form, no barrier in a loop that work-items leave
/// for the one around it at different times, one return, private variables before all else, no
/// debug records, markers of lifetimes or alias scopes (promises.h). Otherwise the result says why
/// the kernel stays as it is. `remarks` list loops and calls that were left alone because they
/// would become too large.
///
/// Cost: calls are inlined, and loops unrolled, up to fixed numbers of instructions together.
[[nodiscard]] std::string canonicalize(llvm::Function& function, const CallInfo& calls, IdRange ids,
                                       Demand demand, Remarks& remarks);

/// Gives integers computed from ids the width that suits vectors best.
///
/// Requires and guarantees: what `canonicalize` guarantees.
void adapt_integer_widths(llvm::Function& function, const CallInfo& calls);

/// Replaces divergent branches by masks, and says in `remarks` where lanes go different ways. With
/// `for_some_lanes`, the function runs for the first vecz.lanes lanes only (entry_mask.h).
///
/// Requires: what `canonicalize` guarantees. The result is empty, or why this cannot be done or is
/// not worth it; then the function must not be used.
[[nodiscard]] std::string linearize_control_flow(llvm::Function& function, const CallInfo& calls,
                                                 bool for_some_lanes, Demand demand,
                                                 Remarks& remarks);

/// Empty, or why a function with linear control flow should not be `width` lanes wide.
[[nodiscard]] std::string too_wide(llvm::Function& function, unsigned width);

/// Widens a function with linear control flow in place and tidies it.
///
/// The result is empty, or why this cannot be done: the function would have more than
/// `max_instructions`. Then it must not be used.
[[nodiscard]] std::string widen(llvm::Function& function, unsigned width, const CallInfo& calls,
                                Remarks& remarks, size_t max_instructions);

} // namespace vecz

#endif
