// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PACKETIZING_DIVIDE_EXACTLY_H
#define VECZ_PACKETIZING_DIVIDE_EXACTLY_H

#include <llvm/IR/IRBuilder.h>

namespace vecz {

/// A division or remainder (udiv, sdiv, urem, srem) of vectors of integers. CPUs divide vectors of
/// floating-point numbers only: integers up to 32 bits go through those of twice as many bits,
/// where the rounded quotient lies on the same side of each integer as the true one, since that is
/// at least 1 / divisor away from the integer above or on an integer itself.
///
/// Requires: no divisor is 0, no quotient overflows.
llvm::Value* divide_exactly(llvm::IRBuilder<>& builder, llvm::Instruction::BinaryOps opcode,
                            llvm::Value* dividend, llvm::Value* divisor);

/// The same by a number that is the same for all lanes: a multiplication by its reciprocal, which
/// is made at `outside`, behind the scalar `divisor`. The reciprocal is made a little too large:
/// by more than all rounding, so that no quotient falls below an integer that it is on, and by less
/// than what would lift one to the integer above. Nothing for integers of more than 32 bits.
llvm::Value* divide_by_uniform(llvm::IRBuilder<>& builder, llvm::IRBuilder<>& outside,
                               llvm::Instruction::BinaryOps opcode, llvm::Value* dividend,
                               llvm::Value* divisor);

} // namespace vecz

#endif
