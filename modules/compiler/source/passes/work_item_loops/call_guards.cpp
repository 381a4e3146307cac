// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/work_item_loops/call_guards.h"

#include "loop_hints.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace compiler {
namespace {

/// Guards, and instructions that one depends on.
constexpr unsigned max_guards = 4, max_slice = 64;

bool is_truth(const llvm::Value& value) { return value.getType()->isIntOrIntVectorTy(1); }

/// Whether a value combines truth values, or tests whether any of them holds.
bool combines_truth(const llvm::Instruction& instruction) {
  if (const auto* test = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
    const auto* bits = llvm::dyn_cast<llvm::BitCastInst>(test->getOperand(0));
    return (bits && is_truth(*bits->getOperand(0))) || is_truth(*test->getOperand(0));
  }
  return llvm::isa<llvm::BitCastInst>(instruction) ||
         (is_truth(instruction) &&
          (instruction.isBitwiseLogicOp() ||
           llvm::isa<llvm::SelectInst, llvm::FreezeInst, llvm::InsertElementInst,
                     llvm::ShuffleVectorInst>(instruction)));
}

/// Whether a value can be computed from arguments alone, at any place.
bool is_of_arguments(const llvm::Value& value, Values& slice) {
  if (llvm::isa<llvm::Constant, llvm::Argument>(value) || slice.contains(&value)) {
    return true;
  }
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (!instruction || llvm::isa<llvm::PHINode>(instruction) || instruction->mayReadFromMemory() ||
      !llvm::isSafeToSpeculativelyExecute(instruction)) {
    return false;
  }
  slice.insert(instruction);
  return slice.size() <= max_slice &&
         llvm::all_of(instruction->operands(), [&](const llvm::Use& operand) {
           return llvm::isa<llvm::Function>(operand) || is_of_arguments(*operand, slice);
         });
}

/// Collects the comparisons that a condition is made of; false if it is made of anything else.
class Comparisons {
public:
  explicit Comparisons(const Values& differing_values) : differing(differing_values) {}

  bool collect(llvm::Value* value) {
    if (!differing.contains(value) || !seen.insert(value).second) {
      return true;
    }
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (!instruction) {
      return false;
    }
    if (combines_truth(*instruction)) {
      return llvm::all_of(instruction->operands(),
                          [&](const llvm::Use& operand) { return collect(operand.get()); });
    }
    auto* comparison = llvm::dyn_cast<llvm::CmpInst>(instruction);
    Values slice;
    return comparison && is_of_arguments(*comparison, slice) && found.insert(comparison) &&
           found.size() <= max_guards;
  }

  llvm::SmallSetVector<llvm::CmpInst*, 4> found;

private:
  const Values& differing;
  llvm::SmallPtrSet<const llvm::Value*, 16> seen;
};

/// Makes the function that chooses.
class Choice {
public:
  Choice(llvm::Function& single_call, llvm::Function& all_calls,
         llvm::ArrayRef<unsigned> differing_parameters)
      : single(single_call), joined(all_calls), differ(differing_parameters),
        builder(single.getContext()) {
    choice = llvm::Function::Create(joined.getFunctionType(), joined.getLinkage(),
                                    joined.getAddressSpace(), joined.getName(), joined.getParent());
    choice->copyAttributesFrom(&joined);
    for (auto [from, to] : llvm::zip(joined.args(), choice->args())) {
      to.setName(from.getName());
    }
  }

  llvm::Function* make(llvm::ArrayRef<llvm::CmpInst*> guards) {
    llvm::LLVMContext& context = single.getContext();
    auto* entry = llvm::BasicBlock::Create(context, "entry", choice);
    auto* together = llvm::BasicBlock::Create(context, "together", choice);
    auto* one = llvm::BasicBlock::Create(context, "one.by.one", choice);
    auto* end = llvm::BasicBlock::Create(context, "end", choice);
    builder.SetInsertPoint(entry);
    builder.CreateCondBr(are_same(guards), together, one);

    builder.SetInsertPoint(together);
    llvm::SmallVector<llvm::Value*> arguments;
    for (llvm::Argument& argument : choice->args()) {
      arguments.push_back(&argument);
    }
    llvm::CallInst* of_all = builder.CreateCall(&joined, arguments);
    builder.CreateBr(end);

    llvm::CallInst* of_one = call_in_turn(entry, one, end);
    builder.SetInsertPoint(end);
    builder.CreateRet(result_of_single());
    for (llvm::CallInst* call : {of_all, of_one}) {
      llvm::Function* callee = call->getCalledFunction();
      llvm::InlineFunctionInfo info;
      [[maybe_unused]] const bool inlined = llvm::InlineFunction(*call, info).isSuccess();
      assert(inlined);
      callee->eraseFromParent();
    }
    return choice;
  }

private:
  [[nodiscard]] size_t calls() const {
    return 1 + (choice->arg_size() - single.arg_size()) / differ.size();
  }

  /// The parameter that a call has for one in which they differ.
  [[nodiscard]] llvm::Argument* parameter(size_t call, size_t which) const {
    return call == 0
               ? choice->getArg(differ[which])
               : choice->getArg(unsigned(single.arg_size() + (call - 1) * differ.size() + which));
  }

  llvm::Value* are_same(llvm::ArrayRef<llvm::CmpInst*> guards) {
    llvm::SmallVector<llvm::Value*> first;
    llvm::Value* same = builder.getTrue();
    for (size_t call = 0; call < calls(); ++call) {
      llvm::DenseMap<const llvm::Value*, llvm::Value*> values;
      for (llvm::Argument& argument : single.args()) {
        values[&argument] = choice->getArg(argument.getArgNo());
      }
      for (size_t which = 0; which < differ.size(); ++which) {
        values[single.getArg(differ[which])] = parameter(call, which);
      }
      for (size_t i = 0; i < guards.size(); ++i) {
        // Where the function itself would not come to it, it may be poison.
        llvm::Value* guard = builder.CreateFreeze(computed(guards[i], values));
        if (call == 0) {
          first.push_back(guard);
        } else {
          same = builder.CreateAnd(same, is_same(guard, first[i]));
        }
      }
    }
    return same;
  }

  llvm::Value* is_same(llvm::Value* a, llvm::Value* b) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(a->getType());
    if (!vector) {
      return builder.CreateICmpEQ(a, b);
    }
    llvm::Type* bits = builder.getIntNTy(vector->getNumElements());
    return builder.CreateICmpEQ(builder.CreateBitCast(a, bits), builder.CreateBitCast(b, bits));
  }

  llvm::Value* computed(llvm::Value* value,
                        llvm::DenseMap<const llvm::Value*, llvm::Value*>& values) {
    const auto known = values.find(value);
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (known != values.end() || !instruction) {
      return known != values.end() ? known->second : value;
    }
    llvm::SmallVector<llvm::Value*> operands;
    for (llvm::Value* operand : instruction->operands()) {
      operands.push_back(computed(operand, values));
    }
    llvm::Instruction* own = instruction->clone();
    for (size_t i = 0; i < operands.size(); ++i) {
      own->setOperand(unsigned(i), operands[i]);
    }
    own->setName(instruction->getName());
    return values[value] = builder.Insert(own);
  }

  /// A loop over the calls. Their parameters move up by one place in each round.
  llvm::CallInst* call_in_turn(llvm::BasicBlock* entry, llvm::BasicBlock* one,
                               llvm::BasicBlock* end) {
    builder.SetInsertPoint(one);
    llvm::PHINode* round = builder.CreatePHI(builder.getInt32Ty(), 2, "round");
    llvm::SmallVector<llvm::SmallVector<llvm::PHINode*>> waiting;
    for (size_t which = 0; which < differ.size(); ++which) {
      auto& line = waiting.emplace_back();
      for (size_t call = 0; call < calls(); ++call) {
        llvm::Argument* argument = parameter(call, which);
        line.push_back(builder.CreatePHI(argument->getType(), 2, argument->getName()));
        line.back()->addIncoming(argument, entry);
      }
      for (size_t call = 0; call < calls(); ++call) {
        line[call]->addIncoming(line[(call + 1) % calls()], one);
      }
    }
    llvm::SmallVector<llvm::Value*> arguments;
    for (unsigned i = 0; i < single.arg_size(); ++i) {
      arguments.push_back(choice->getArg(i));
    }
    for (size_t which = 0; which < differ.size(); ++which) {
      arguments[differ[which]] = waiting[which].front();
    }
    llvm::CallInst* call = builder.CreateCall(&single, arguments);
    llvm::Value* next = builder.CreateAdd(round, builder.getInt32(1));
    round->addIncoming(builder.getInt32(0), entry);
    round->addIncoming(next, one);
    llvm::BranchInst* again = builder.CreateCondBr(
        builder.CreateICmpULT(next, builder.getInt32(unsigned(calls()))), one, end);
    set_loop_hints(again, {loop_hint(single.getContext(), "llvm.loop.unroll.disable")});
    return call;
  }

  /// Callers read from the constant what comes next.
  [[nodiscard]] llvm::Value* result_of_single() const {
    for (llvm::BasicBlock& block : single) {
      if (auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator())) {
        return end->getReturnValue();
      }
    }
    llvm_unreachable("call_guards looks for functions that return");
  }

  llvm::Function &single, &joined;
  llvm::Function* choice = nullptr;
  const llvm::ArrayRef<unsigned> differ;
  llvm::IRBuilder<> builder;
};

} // namespace

llvm::SmallVector<llvm::CmpInst*> call_guards(llvm::Function& function, const Values& differing) {
  Comparisons comparisons(differing);
  const llvm::Value* reached = nullptr;
  for (llvm::BasicBlock& block : function) {
    llvm::Instruction* end = block.getTerminator();
    if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(end)) {
      if (branch->isConditional() && !comparisons.collect(branch->getCondition())) {
        return {};
      }
    } else if (const auto* ret = llvm::dyn_cast<llvm::ReturnInst>(end)) {
      const auto* value = llvm::dyn_cast_or_null<llvm::Constant>(ret->getReturnValue());
      if (!value || (reached && reached != value)) {
        return {};
      }
      reached = value;
    } else if (differing.contains(end)) {
      return {};
    }
  }
  if (!reached) {
    return {};
  }
  return comparisons.found.takeVector();
}

llvm::Function* choose_by_guards(llvm::Function& single, llvm::Function& joined,
                                 llvm::ArrayRef<unsigned> differ,
                                 llvm::ArrayRef<llvm::CmpInst*> guards) {
  return Choice(single, joined, differ).make(guards);
}

} // namespace compiler
