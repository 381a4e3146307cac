// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LLVM_LIMITS_GUARD_DIVISION_H
#define PASSES_LLVM_LIMITS_GUARD_DIVISION_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Makes integer division total. OpenCL C does not define the result of x / 0 and MIN / -1 but does
/// not let the program be killed by it, while LLVM calls both undefined.
///
/// Requires: nothing; runs before any optimisation, which could use the undefined behaviour.
/// Guarantees: no sdiv, udiv, srem or urem whose divisor can be 0, none signed that can overflow.
///
///   %q = sdiv i32 %a, %b
/// becomes a division by 1 in both cases:
///   %b.frozen = freeze i32 %b
///   %bad = or (%b.frozen == 0), (%a == MIN and %b.frozen == -1)
///   %q = sdiv i32 %a, (select %bad, 1, %b.frozen)
bool guard_division(llvm::Module& module);

} // namespace compiler

#endif
