// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PACKETIZING_DIVIDE_EXACTLY_H
#define VECZ_PACKETIZING_DIVIDE_EXACTLY_H

#include <llvm/IR/IRBuilder.h>

namespace vecz {

/// A division or remainder (udiv, sdiv, urem, srem) of vectors of integers. CPUs divide vectors of
/// floating-point numbers only, so integers up to 32 bits are divided in a floating-point type of
/// twice as many bits. The true quotient is an integer, or at least 1 / divisor away from the next
/// one, so that rounding does not take it across an integer.
///
/// Requires: no divisor is 0, no quotient overflows.
llvm::Value* divide_exactly(llvm::IRBuilder<>& builder, llvm::Instruction::BinaryOps opcode,
                            llvm::Value* dividend, llvm::Value* divisor);

/// The same for a uniform divisor: a multiplication by its reciprocal, which is computed at
/// `outside`, behind the scalar `divisor`. The reciprocal is made a little too large: by more than
/// all rounding, so that no quotient falls below its integer, and by less than would take one to
/// the next integer. Null for integers of more than 32 bits.
llvm::Value* divide_by_uniform(llvm::IRBuilder<>& builder, llvm::IRBuilder<>& outside,
                               llvm::Instruction::BinaryOps opcode, llvm::Value* dividend,
                               llvm::Value* divisor);

} // namespace vecz

#endif
