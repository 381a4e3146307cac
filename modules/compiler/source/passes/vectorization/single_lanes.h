// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_VECTORIZATION_SINGLE_LANES_H
#define PASSES_VECTORIZATION_SINGLE_LANES_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Replaces operations between lanes (vecz/lane_operations.h) where work-items run one by one: each
/// is a group of one lane.
///
/// Requires: vector forms are made, and the functions of sub-groups are replaced. Guarantees: no
/// such operation is left.
///
///   %lanes = call i64 @vecz.ballot(i1 %p)
/// becomes
///   %lanes = zext i1 %p to i64
bool single_lanes(llvm::Module& module);

} // namespace compiler

#endif
