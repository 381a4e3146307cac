// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_CONTROL_FLOW_REPAIR_VALUES_H
#define VECZ_CONTROL_FLOW_REPAIR_VALUES_H

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>

namespace vecz {

/// A value that no lane is interested in. Numbers are computed with all the same: what happens to
/// be in a register may be denormal, and slow.
[[nodiscard]] llvm::Value* no_value(llvm::Type* type);

/// Blocks may be run where what they use was not computed, of which no lane is interested then:
/// gives it no_value there. `loops` are those of control flow as it was before it changed.
///
///   guard: br i1 %any, label %then, label %join
///   then:  %x = ...
///   join:  use(%x)
/// becomes in `join`
///          %x.join = phi [%x, %then], [no_value, %guard]
///          use(%x.join)
void repair_values(llvm::Function& function, const llvm::LoopInfo& loops);

} // namespace vecz

#endif
