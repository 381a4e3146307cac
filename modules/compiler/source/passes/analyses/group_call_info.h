// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_ANALYSES_GROUP_CALL_INFO_H
#define PASSES_ANALYSES_GROUP_CALL_INFO_H

#include "vecz/call_info.h"

namespace compiler {

/// The meaning of calls for the work-items of a work-group, for vecz::Uniformity. Ids of all
/// dimensions are varying, and so are the number of lanes that a masked vector form runs for and
/// the results of sub-group functions. For scalar kernels and for vector forms.
[[nodiscard]] const vecz::CallInfo& group_call_info();

/// Whether `value` is a masked vector form's call for the number of its active lanes
/// (vecz/vectorize.h).
[[nodiscard]] bool is_lanes_call(const llvm::Value& value);

} // namespace compiler

#endif
