// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LLVM_LIMITS_EXPAND_WIDE_CONVERSIONS_H
#define PASSES_LLVM_LIMITS_EXPAND_WIDE_CONVERSIONS_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Conversions between integers of 65 to 128 bits and floating-point numbers become conversions of
/// 64 bits. Code generation would call functions for them that are in no library here.
///
/// Guarantees: no integer of 65 to 128 bits, or vector of such, is converted to or from half, float
/// or double. Results are rounded once, to nearest even.
///
///   %number = sitofp i128 %count to float
bool expand_wide_conversions(llvm::Module& module);

} // namespace compiler

#endif
