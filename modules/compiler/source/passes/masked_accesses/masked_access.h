// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_MASKED_ACCESSES_MASKED_ACCESS_H
#define PASSES_MASKED_ACCESSES_MASKED_ACCESS_H

#include <llvm/IR/IntrinsicInst.h>
#include <optional>

namespace compiler {

/// A masked load or store, gather or scatter, taken apart. A gather has no stored value, a store no
/// other one.
struct MaskedAccess {
  llvm::IntrinsicInst* call = nullptr;
  llvm::Value *address = nullptr, *mask = nullptr;
  llvm::Value* stored = nullptr;         ///< what is written
  llvm::Value* other = nullptr;          ///< what lanes that do not read get
  llvm::FixedVectorType* type = nullptr; ///< of all lanes
  llvm::Align alignment;                 ///< of each element
  llvm::Align first_alignment;           ///< of the first one

  [[nodiscard]] unsigned lanes() const { return type->getNumElements(); }
  /// A gather or scatter.
  [[nodiscard]] bool has_addresses() const { return address->getType()->isVectorTy(); }
  /// Whether LLVM makes a branch for each lane. Where all lanes are active it makes none.
  [[nodiscard]] bool becomes_branches() const;
};

/// `instruction` as one, if it is one and its elements are whole bytes.
[[nodiscard]] std::optional<MaskedAccess> masked_access_of(llvm::Instruction& instruction);

} // namespace compiler

#endif
