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

inline constexpr uint64_t group_element_bytes = 4;
/// For each block: values that live in both at once are few.
inline constexpr uint64_t max_group_registers = 20;

/// The memory of a group that may become registers.
enum GroupBlock { local_block, private_scratch, group_blocks };

/// One access to one of them.
struct GroupAccess {
  llvm::Instruction* instruction;
  llvm::Value* pointer;
  llvm::Type* type;            ///< of the value that is read or written
  llvm::Value* mask = nullptr; ///< null: all lanes
  /// The operand that is written, or that a read gives in inactive lanes. The operand itself may be
  /// another access, and changes when that is replaced.
  unsigned value_operand = 0;
  bool writes = false;
  GroupBlock block = local_block;
  int64_t first = 0; ///< element of lane 0

  [[nodiscard]] unsigned lanes() const {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    return vector ? vector->getNumElements() : 1;
  }
  [[nodiscard]] llvm::Value* value() const { return instruction->getOperand(value_operand); }
  [[nodiscard]] bool active(unsigned lane) const {
    return !mask || llvm::cast<llvm::Constant>(mask)->getAggregateElement(lane)->isOneValue();
  }
};

/// The accesses of a kernel to these blocks.
class GroupMemory {
public:
  GroupMemory(llvm::Function& kernel, const vecz::VectorRegisters& registers)
      : function(kernel), lanes(unsigned(registers.bits / (8 * group_element_bytes))) {}

  /// Finds all accesses. False if there is no access to the local block, if an access does not fit
  /// registers, or if the blocks have other uses.
  [[nodiscard]] bool find();

  /// The values that have to become constants: indices of addresses, and masks.
  [[nodiscard]] llvm::SmallVector<llvm::Value*> variables() const;

  llvm::SmallVector<GroupAccess> accesses;

private:
  bool follow(llvm::Instruction& pointer, GroupBlock block);
  [[nodiscard]] bool fits(const GroupAccess& access) const;

  llvm::Function& function;
  const unsigned lanes;                    ///< elements of a register
  llvm::SmallVector<llvm::Value*> indices; ///< of all addresses
};

} // namespace compiler

#endif
