// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LLVM_LIMITS_EXPAND_WIDE_DIVISIONS_H
#define PASSES_LLVM_LIMITS_EXPAND_WIDE_DIVISIONS_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Divisions and remainders of integers of more than 64 bits become loops of shifts and
/// subtractions. Code generation would call functions for them that are in no library here. LLVM's
/// passes make them of counts of iterations that may not fit 64 bits.
///
/// Vectors are divided element by element.
///
/// Guarantees: nothing is divided in more than 64 bits.
///
///   %count = udiv i128 %all, %step
bool expand_wide_divisions(llvm::Module& module);

} // namespace compiler

#endif
