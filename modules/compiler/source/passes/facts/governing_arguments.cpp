// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/facts/governing_arguments.h"

#include "passes/facts/argument_members.h"
#include "vecz/work_item_memory.h"

#include <array>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <map>

namespace compiler {
namespace {

/// The loops of functions, found when first asked for: most kernels have no arguments that lead to
/// a branch.
class Loops {
public:
  const llvm::Loop* of(const llvm::BasicBlock& block) {
    auto& info = known[block.getParent()];
    if (!info) {
      info = std::make_unique<llvm::LoopInfo>(
          llvm::DominatorTree(const_cast<llvm::Function&>(*block.getParent())));
    }
    return info->getLoopFor(&block);
  }

private:
  std::map<const llvm::Function*, std::unique_ptr<llvm::LoopInfo>> known;
};

/// Whether a value is made of a kernel's arguments and of constants alone, in a few steps.
/// `assumed` is the answer for arguments of other functions.
bool is_made_of_arguments(const llvm::Value* value, bool assumed, unsigned steps = 6) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(value)) {
    const auto* from =
        llvm::dyn_cast<llvm::Argument>(load->getPointerOperand()->stripInBoundsConstantOffsets());
    return from && from->hasByValAttr();
  }
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(value)) {
    return assumed || argument->getParent()->getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
  }
  if (llvm::isa<llvm::Constant>(value)) {
    return true;
  }
  if (steps == 0 || !llvm::isa<llvm::CastInst, llvm::BinaryOperator, llvm::CmpInst,
                               llvm::SelectInst, llvm::FreezeInst, llvm::MinMaxIntrinsic>(value)) {
    return false;
  }
  // The function that an intrinsic's call names as well is a constant.
  return llvm::all_of(llvm::cast<llvm::User>(value)->operand_values(), [&](const auto* operand) {
    return is_made_of_arguments(operand, assumed, steps - 1);
  });
}

bool multiplies(const llvm::BinaryOperator& operation) {
  return operation.getOpcode() == llvm::Instruction::Mul ||
         operation.getOpcode() == llvm::Instruction::Shl;
}

bool is_integer(const llvm::Value& value) { return value.getType()->isIntOrIntVectorTy(); }

/// Whether a loop adds to `sum`, round after round.
bool adds_up(const llvm::Value& sum, const llvm::Value& before) {
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(&before);
  return phi && llvm::is_contained(phi->incoming_values(), &sum);
}

/// Which a kernel of SYCL divides into its local accessors, by offsets in its function object.
bool is_block_of_local_memory(const llvm::Value& pointer) {
  return llvm::isa<llvm::Argument>(pointer) && vecz::is_local_pointer(pointer);
}

/// Follows the values computed from one argument, or from a member of one, wherever that is loaded.
class Influence {
public:
  template <typename Values> Influence(Loops& in_loops, const Values& origins) : loops(in_loops) {
    for (const llvm::Value* origin : origins) {
      follow(*origin, false);
    }
    while (!found && !work.empty()) {
      const llvm::Value* value = work.pop_back_val();
      const bool is_distance = distances.lookup(value);
      for (const llvm::Use& use : value->uses()) {
        visit(use, is_distance);
      }
    }
  }

  [[nodiscard]] bool governs() const { return found; }

private:
  /// `is_distance`: of a value that is different for work-items or rounds of a loop, and that tells
  /// how far apart they are.
  void follow(const llvm::Value& value, bool is_distance) {
    const auto [place, is_new] = distances.try_emplace(&value, is_distance);
    if (is_new || (is_distance && !place->second)) {
      place->second = is_distance;
      work.push_back(&value);
    }
  }

  void visit(const llvm::Use& use, bool is_distance) {
    const auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
    if (!user) {
      return;
    }
    if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(user)) {
      visit_arithmetic(*operation, use, is_distance);
    } else if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(user)) {
      follow(*phi, is_distance);
    } else if (const auto* call = llvm::dyn_cast<llvm::CallInst>(user)) {
      visit_call(*call, use, is_distance);
    } else if (llvm::isa<llvm::BranchInst, llvm::SwitchInst>(user)) {
      found |= decides(*user, *use.get());
    } else if (llvm::isa<llvm::ReturnInst>(user)) {
      for (const llvm::User* caller : user->getFunction()->users()) {
        if (llvm::isa<llvm::CallInst>(caller)) {
          follow(*caller, is_distance);
        }
      }
    } else if (llvm::isa<llvm::GetElementPtrInst, llvm::LoadInst, llvm::StoreInst>(user)) {
      visit_access(*user, use, is_distance);
    } else if (llvm::isa<llvm::CmpInst>(user)) {
      follow(*user, false);
    } else if (is_integer(*user) && llvm::isa<llvm::CastInst, llvm::SelectInst, llvm::FreezeInst,
                                              llvm::ExtractElementInst, llvm::InsertElementInst,
                                              llvm::ShuffleVectorInst>(user)) {
      follow(*user, is_distance);
    }
  }

  void visit_arithmetic(const llvm::BinaryOperator& operation, const llvm::Use& use,
                        bool is_distance) {
    if (!is_integer(operation)) {
      return;
    }
    const llvm::Value* other = operation.getOperand(1 - use.getOperandNo());
    found |=
        operation.isIntDivRem() && use.getOperandNo() == 1 && !is_made_of_arguments(other, false);
    follow(operation, is_distance || adds_up(operation, *other) ||
                          (multiplies(operation) && !is_made_of_arguments(other, false)));
  }

  void visit_call(const llvm::CallInst& call, const llvm::Use& use, bool is_distance) {
    const llvm::Function* callee = call.getCalledFunction();
    if (!callee || !call.isArgOperand(&use)) {
      return;
    }
    if (callee->isDeclaration()) {
      if (llvm::isa<llvm::IntrinsicInst>(call) && is_integer(call)) {
        follow(call, is_distance);
      }
    } else if (call.getArgOperandNo(&use) < callee->arg_size()) {
      follow(*callee->getArg(call.getArgOperandNo(&use)), is_distance);
    }
  }

  void visit_access(const llvm::Instruction& access, const llvm::Use& use, bool is_distance) {
    if (llvm::isa<llvm::StoreInst>(access) &&
        use.getOperandNo() != llvm::StoreInst::getPointerOperandIndex()) {
      return;
    }
    const bool is_step = llvm::isa<llvm::GetElementPtrInst>(access) && use.getOperandNo() > 0;
    found |= is_distance || (is_step && (adds_up(access, *access.getOperand(0)) ||
                                         is_block_of_local_memory(*access.getOperand(0))));
    if (llvm::isa<llvm::GetElementPtrInst>(access)) {
      follow(access, false);
    }
  }

  bool decides(const llvm::Instruction& branch, const llvm::Value& condition) {
    const llvm::Loop* loop = loops.of(*branch.getParent());
    return is_made_of_arguments(&condition, true) ||
           (loop && loop->isLoopExiting(branch.getParent()));
  }

  Loops& loops;
  llvm::SmallDenseMap<const llvm::Value*, bool, 16> distances; ///< what is followed
  llvm::SmallVector<const llvm::Value*> work;
  bool found = false;
};

std::string list_for(llvm::Function& kernel, Loops& loops) {
  std::vector<std::string> list;
  for (llvm::Argument& argument : kernel.args()) {
    const std::string number = std::to_string(argument.getArgNo());
    if (argument.getType()->isIntegerTy() && argument.getType()->getIntegerBitWidth() <= 64 &&
        Influence(loops, std::array{&argument}).governs()) {
      list.push_back(number);
    }
    for (const auto& [member, loads] : find_members(argument)) {
      if (Influence(loops, loads).governs()) {
        list.push_back(number + ":" + std::to_string(member.offset) + ":" +
                       std::to_string(member.size));
      }
    }
  }
  return llvm::join(list, ",");
}

} // namespace

bool governing_arguments(llvm::Module& module) {
  Loops loops;
  bool changed = false;
  for (llvm::Function& function : module) {
    if (function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL || function.isDeclaration()) {
      continue;
    }
    const std::string list = list_for(function, loops);
    if (!list.empty()) {
      function.addFnAttr(governing_list, list);
      changed = true;
    }
  }
  return changed;
}

} // namespace compiler
