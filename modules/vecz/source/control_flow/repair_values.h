// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_CONTROL_FLOW_REPAIR_VALUES_H
#define VECZ_CONTROL_FLOW_REPAIR_VALUES_H

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>

namespace vecz {

/// A value for results that no active lane uses. Floating-point numbers are 0: operations on
/// inactive lanes compute with them, and a register's old contents may be denormal, and slow.
[[nodiscard]] llvm::Value* no_value(llvm::Type* type);

/// Restores SSA form after control flow has changed. A block may now run where a value that it uses
/// was not computed; no active lane uses it then, and it becomes no_value. `loops` are those of the
/// control flow before the change.
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
