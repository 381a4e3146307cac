// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LOCAL_MEMORY_GROUP_MEMORY_H
#define PASSES_LOCAL_MEMORY_GROUP_MEMORY_H

#include "vecz/cost.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

namespace compiler {

/// On kernels whose local memory may become registers: the state between the steps of
/// group_registers.h.
inline constexpr llvm::StringLiteral group_registers_mark = "lanewise-group-registers";

/// Registers are vectors of such elements; larger ones take several.
inline constexpr uint64_t group_element_bytes = 4;
/// For each block: values that live in several at once are few.
inline constexpr uint64_t max_group_registers = 32;

/// One access to one of the blocks.
struct GroupAccess {
  llvm::Instruction* instruction;
  llvm::Value* pointer;
  llvm::Type* type;            ///< of the value that is read or written
  llvm::Value* mask = nullptr; ///< null: all lanes
  /// The operand that is written, or that a read gives in inactive lanes. The operand itself may be
  /// another access, and changes when that is replaced.
  unsigned value_operand = 0;
  bool writes = false;
  unsigned block = 0;
  int64_t first = 0; ///< place, in elements of registers

  /// Elements of registers for each of its own.
  [[nodiscard]] unsigned parts() const {
    return unsigned(type->getScalarSizeInBits() / (8 * group_element_bytes));
  }
  /// In elements of registers.
  [[nodiscard]] unsigned elements() const {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    return parts() * (vector ? vector->getNumElements() : 1);
  }
  [[nodiscard]] llvm::Value* value() const { return instruction->getOperand(value_operand); }
  /// Whether it touches one of `elements()`.
  [[nodiscard]] bool active(unsigned element) const {
    return !mask ||
           llvm::cast<llvm::Constant>(mask)->getAggregateElement(element / parts())->isOneValue();
  }
};

/// The memory of a group that may become registers, in blocks: its local variables, what its
/// work-items keep across barriers, and what each argument in local memory points to.
class GroupMemory {
public:
  GroupMemory(llvm::Function& kernel, const vecz::VectorRegisters& registers)
      : function(kernel), lanes(unsigned(registers.bits / (8 * group_element_bytes))) {}

  /// Finds all accesses. False if there is no access to local memory, if an access does not fit
  /// registers, or if the blocks have other uses.
  [[nodiscard]] bool find();

  [[nodiscard]] unsigned blocks() const { return number_of_blocks; }

  /// The values that have to become constants: indices of addresses, and masks.
  [[nodiscard]] llvm::SmallVector<llvm::Value*> variables() const;

  llvm::SmallVector<GroupAccess> accesses;

private:
  bool follow(llvm::Value& pointer, unsigned block);
  [[nodiscard]] bool fits(const GroupAccess& access) const;

  llvm::Function& function;
  const unsigned lanes; ///< elements of a register
  unsigned number_of_blocks = 0;
  llvm::SmallVector<llvm::Value*> indices; ///< of all addresses
};

} // namespace compiler

#endif
