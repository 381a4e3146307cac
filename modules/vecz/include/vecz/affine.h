// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integers and addresses as sums: the one place that says which arithmetic is affine in its
// operands, and when a narrow result may be extended by extending the operands. How such values
// grow from lane to lane is asked of Strides, which follows the same rules.
#ifndef VECZ_AFFINE_H
#define VECZ_AFFINE_H

#include <cstdint>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <optional>

namespace vecz {

/// How an integer is extended to a larger width.
enum class Extension { zero, sign };

/// The value of one instruction as constant + the sum of factor * value.
struct AffineStep {
  struct Part {
    llvm::Value* value;
    int64_t factor;
  };
  int64_t constant = 0; ///< in bytes for an address, as are its factors
  llvm::SmallVector<Part, 2> parts;
  /// True if the sum holds only where the instruction's flags (`nsw` and the like) do: not in an
  /// inactive lane.
  bool is_promised = false;
};

/// `value` as a sum, modulo its own width, constants in it being extended as `extension` says.
/// Nothing if it is no sum, difference, product with a constant, `or` of disjoint bits or address.
/// The parts of an address that have fewer bits than addresses are extended with their sign.
[[nodiscard]] std::optional<AffineStep> affine_step(const llvm::Value& value, Extension extension);

/// Whether `operation` does not wrap, with its operands extended like this: because of a flag or of
/// the ranges of the operands. Products of two variables are checked, too.
[[nodiscard]] bool is_exact(const llvm::BinaryOperator& operation, Extension extension);

/// Whether extending the result of `cut` gives its operand.
[[nodiscard]] bool keeps_value(const llvm::TruncInst& cut, Extension extension);

/// The lowest `bits` of `whole`, extended and then shifted to the left.
struct LowerBits {
  llvm::Value* whole = nullptr;
  unsigned bits = 0, shift = 0;
};

/// `value` as such, if two shifts make it: LLVM's form of an `int` that is extended to index
/// elements of some bytes. `whole` is null if they do not.
[[nodiscard]] LowerBits lower_bits(const llvm::Value& value);

/// An integer, or an address in bytes, as base + constant + the sum of factor * term.
struct Affine {
  struct Term {
    llvm::Value* value;
    bool is_signed; ///< how it is extended to 64 bits, if it has fewer
    int64_t factor; ///< not 0
  };
  llvm::Value* base = nullptr; ///< of an address
  int64_t constant = 0;
  llvm::SmallVector<Term, 4> terms; ///< of different values
};

enum class Wrapping {
  excluded, ///< the sum is the value, whatever the terms are
  ignored   ///< it is if nothing wraps: for what may turn out to be in vain
};

/// `value` as a sum, decomposed as far as possible; the rest are terms. Values for which `is_small`
/// is true are known to be below 2^15 and not negative.
///
/// Cost: each value that it is made of is looked at once, at most 512 of them; a value of more than
/// 16 terms, or with factors of more than 64 bits, is a term itself.
[[nodiscard]] Affine affine(
    llvm::Value& value, Wrapping wrapping,
    llvm::function_ref<bool(const llvm::Value&)> is_small = [](const llvm::Value&) {
      return false;
    });

} // namespace vecz

#endif
