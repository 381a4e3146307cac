// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/build_time/cut_long_sums.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace compiler {
namespace {

constexpr unsigned max_terms = 8;

class Sums {
public:
  explicit Sums(llvm::Function& in_function) : function(in_function) {}

  bool cut() {
    bool changed = false;
    for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function)) {
      for (llvm::Instruction& instruction : llvm::make_early_inc_range(*block)) {
        const unsigned number = count(instruction);
        if (number >= max_terms) {
          hide(instruction);
          changed = true;
        } else if (number != 0) {
          terms[&instruction] = number;
        }
      }
    }
    return changed;
  }

private:
  /// The number of terms of a sum with a phi; 0 for anything else.
  unsigned count(const llvm::Instruction& instruction) const {
    if (!instruction.getType()->isIntegerTy()) {
      return 0;
    }
    switch (instruction.getOpcode()) {
    case llvm::Instruction::PHI:
      return 1;
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
      return count_both(instruction);
    case llvm::Instruction::Mul:
    case llvm::Instruction::Shl:
      return std::max(count_of(instruction.getOperand(0)), count_of(instruction.getOperand(1)));
    case llvm::Instruction::Trunc:
    case llvm::Instruction::ZExt:
    case llvm::Instruction::SExt:
      return count_of(instruction.getOperand(0));
    default:
      return 0;
    }
  }
  unsigned count_of(const llvm::Value* value) const { return terms.lookup(value); }
  unsigned count_both(const llvm::Instruction& sum) const {
    const unsigned first = count_of(sum.getOperand(0)), second = count_of(sum.getOperand(1));
    const auto any = [](unsigned number) { return std::max(number, 1U); };
    return first + second == 0 ? 0 : any(first) + any(second);
  }
  static void hide(llvm::Instruction& sum) {
    auto* cut = llvm::BinaryOperator::CreateXor(&sum, llvm::ConstantInt::get(sum.getType(), 0),
                                                sum.getName() + ".cut");
    cut->insertAfter(sum.getIterator());
    sum.replaceUsesWithIf(cut, [&](const llvm::Use& use) { return use.getUser() != cut; });
  }

  llvm::Function& function;
  llvm::DenseMap<const llvm::Value*, unsigned> terms; ///< of sums with a phi
};

} // namespace

bool cut_long_sums(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    changed |= !function.isDeclaration() && Sums(function).cut();
  }
  return changed;
}

} // namespace compiler
