// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_CONTROL_FLOW_LINEARIZE_H
#define VECZ_CONTROL_FLOW_LINEARIZE_H

#include "vecz/uniformity.h"

#include <string>

namespace vecz {

/// Turns divergent control flow into masks: afterwards every branch goes the same way for all
/// lanes.
///
/// Requires: reducible, loop-simplify form, loop exits unified (unify_loop_exits), one return, no
/// switches. Guarantees, if it returns "": a block that does not concern all lanes begins with a
/// call of vecz.mask (mask_calls.h) with an i1, the mask; unless it only computes, it is entered
/// only if the mask has a lane; phis of divergent predecessors are selects; values that lanes
/// computed before they left a loop are kept for them; a divergent loop goes on while vecz.any of
/// the lanes that stay. Masks are never poison. Otherwise the function is as it was, and the result
/// says why.
///
///   entry: br %c, label %then, label %end          ; %c varies
///   then:  store ...
///          br label %end
///   end:   %r = phi i32 [ 1, %entry ], [ 2, %then ]
/// becomes
///   entry: br label %then.guard
///   then.guard: br (call i1 @vecz.any(i1 %c)), label %then, label %end
///   then:  call void @vecz.mask(i1 %c)
///          store ...
///          br label %end
///   end:   %r = select i1 %c, i32 2, i32 1
[[nodiscard]] std::string linearize(llvm::Function& function, const CallInfo& calls);

} // namespace vecz

#endif
