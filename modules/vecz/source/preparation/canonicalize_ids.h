// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PREPARATION_CANONICALIZE_IDS_H
#define VECZ_PREPARATION_CANONICALIZE_IDS_H

#include "vecz/call_info.h"

#include <llvm/IR/Function.h>

namespace vecz {

/// The known range of global ids: below int_id_limit (vectorize.h), or any.
enum class IdRange { fits_int, any };

/// Has ids ask for a constant dimension: one of a dimension that is computed becomes a choice of
/// the three.
///
///   %id = call i64 @__mux_get_global_id(i32 %d)
/// becomes
///   %id.0 = call i64 @__mux_get_global_id(i32 0), and likewise for 1 and 2
///   %id = select (icmp eq %d, 2), %id.2, (select (icmp eq %d, 1), %id.1, %id.0)
void split_dimensions(llvm::Function& function, const CallInfo& calls);

/// Says of ids that they are numbers, so that LLVM's passes do not freeze them, and gives those
/// that are known to be below int_id_limit that range.
void bound_ids(llvm::Function& function, const CallInfo& calls, IdRange range);

} // namespace vecz

#endif
