// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/work_item_loops/pass_ids.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstIterator.h>
#include <map>

namespace compiler {
namespace {

/// A number to be passed. Words without a dimension have 0 there.
using Word = std::pair<MuxBuiltin, unsigned>;
using Words = llvm::SmallSetVector<Word, 8>;

class Passing {
public:
  explicit Passing(llvm::ArrayRef<llvm::Function*> functions) {
    for (llvm::Function* function : functions) {
      open.insert(function);
    }
  }

  void run(llvm::Module& module, llvm::ArrayRef<llvm::Function*> functions) {
    for (llvm::Function* function : functions) {
      add_arguments(*function);
    }
    for (llvm::Function& function : module) {
      if (!made.contains(&function) && !open.contains(&function)) {
        rewrite_calls(function, [&](const Word& word) { return ask(function, word); });
      }
    }
    for (const auto& [function, other] : replaced) {
      function->eraseFromParent();
    }
  }

private:
  static unsigned dimensions_of(MuxBuiltin builtin) {
    return builtin == MuxBuiltin::get_work_dim ? 1 : 3;
  }

  /// Functions that it calls come first.
  void add_arguments(llvm::Function& function) {
    if (replaced.contains(&function)) {
      return;
    }
    llvm::SmallSetVector<llvm::Function*, 4> callees;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call && call->getCalledFunction() && open.contains(call->getCalledFunction())) {
        callees.insert(call->getCalledFunction());
      }
    }
    Words wanted;
    for (llvm::Function* callee : callees) {
      add_arguments(*callee);
      wanted.insert_range(words[replaced.lookup(callee)]);
    }
    for_each_mux_call(
        function, [&](llvm::CallInst& call, MuxBuiltin builtin) { add(wanted, call, builtin); });
    llvm::Function* other = extend(function, wanted);
    replaced[&function] = other;
    made.insert(other);
    words[other] = wanted;
    const auto argument = [&](const Word& word) -> llvm::Value* {
      const auto place = llvm::find(wanted, word) - wanted.begin();
      return other->getArg(unsigned(other->arg_size() - wanted.size() + size_t(place)));
    };
    for_each_mux_call(*other, [&](llvm::CallInst& call, MuxBuiltin builtin) {
      llvm::IRBuilder<> builder(&call);
      llvm::SmallVector<llvm::Value*, 3> values;
      for (unsigned i = 0; i < dimensions_of(builtin); ++i) {
        values.push_back(wanted.contains({builtin, i}) ? argument({builtin, i})
                                                       : llvm::PoisonValue::get(call.getType()));
      }
      call.replaceAllUsesWith(values.size() == 1
                                  ? values[0]
                                  : select_dimension(builder, call.getArgOperand(0), values));
      call.eraseFromParent();
    });
    rewrite_calls(*other, argument);
  }

  static void add(Words& wanted, const llvm::CallInst& call, MuxBuiltin builtin) {
    const unsigned count = dimensions_of(builtin);
    const auto* dimension =
        count == 1 ? nullptr : llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
    if (dimension) {
      wanted.insert({builtin, unsigned(std::min<uint64_t>(dimension->getZExtValue(), count - 1))});
      return;
    }
    for (unsigned i = 0; i < count; ++i) {
      wanted.insert({builtin, i});
    }
  }

  /// The function with arguments for `wanted` behind its own; it has taken over the body.
  static llvm::Function* extend(llvm::Function& function, const Words& wanted) {
    llvm::Module& module = *function.getParent();
    llvm::SmallVector<llvm::Type*> types(function.getFunctionType()->params());
    for (const auto& [builtin, dimension] : wanted) {
      types.push_back(declare(module, builtin)->getReturnType());
    }
    auto* other = llvm::Function::Create(
        llvm::FunctionType::get(function.getReturnType(), types, false), function.getLinkage());
    module.getFunctionList().insert(function.getIterator(), other);
    other->copyAttributesFrom(&function);
    other->copyMetadata(&function, 0);
    other->takeName(&function);
    other->splice(other->begin(), &function);
    for (auto [from, to] : llvm::zip(function.args(), other->args())) {
      to.takeName(&from);
      from.replaceAllUsesWith(&to);
    }
    for (size_t i = 0; i < wanted.size(); ++i) {
      other->getArg(unsigned(function.arg_size() + i))
          ->setName(name(wanted[i].first).drop_front(llvm::StringRef("__mux_get_").size()) + "." +
                    llvm::Twine(wanted[i].second));
    }
    return other;
  }

  /// Rewrites calls of functions that have new arguments; `value` gives the arguments.
  void rewrite_calls(llvm::Function& caller, llvm::function_ref<llvm::Value*(const Word&)> value) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(caller))) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      llvm::Function* other =
          call && call->getCalledFunction() ? replaced.lookup(call->getCalledFunction()) : nullptr;
      if (!other) {
        continue;
      }
      llvm::SmallVector<llvm::Value*> arguments(call->args());
      for (const Word& word : words[other]) {
        arguments.push_back(value(word));
      }
      auto* instead = llvm::CallInst::Create(other, arguments, "", call->getIterator());
      instead->setCallingConv(call->getCallingConv());
      instead->setAttributes(call->getAttributes());
      instead->copyMetadata(*call);
      instead->takeName(call);
      call->replaceAllUsesWith(instead);
      call->eraseFromParent();
    }
  }

  llvm::Value* ask(llvm::Function& kernel, const Word& word) {
    llvm::Value*& known = asked[{&kernel, word}];
    if (!known) {
      llvm::IRBuilder<> builder(&*kernel.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
      llvm::Function* callee = declare(*kernel.getParent(), word.first);
      llvm::SmallVector<llvm::Value*, 1> dimension;
      if (callee->arg_size() != 0) {
        dimension.push_back(builder.getInt32(word.second));
      }
      llvm::CallInst* call = builder.CreateCall(callee, dimension);
      call->setCallingConv(callee->getCallingConv());
      known = call;
    }
    return known;
  }

  llvm::SmallPtrSet<llvm::Function*, 16> open; ///< as they were
  llvm::SmallPtrSet<llvm::Function*, 16> made;
  llvm::MapVector<llvm::Function*, llvm::Function*> replaced;
  llvm::DenseMap<llvm::Function*, Words> words; ///< of those that were made
  std::map<std::pair<llvm::Function*, Word>, llvm::Value*> asked;
};

} // namespace

bool can_be_passed(MuxBuiltin builtin) {
  switch (builtin) {
  case MuxBuiltin::get_global_id:
  case MuxBuiltin::get_local_id:
  case MuxBuiltin::get_group_id:
  case MuxBuiltin::get_global_size:
  case MuxBuiltin::get_local_size:
  case MuxBuiltin::get_enqueued_local_size:
  case MuxBuiltin::get_num_groups:
  case MuxBuiltin::get_global_offset:
  case MuxBuiltin::get_work_dim:
    return true;
  default:
    return false;
  }
}

void pass_ids(llvm::Module& module, llvm::ArrayRef<llvm::Function*> functions) {
  Passing(functions).run(module, functions);
}

} // namespace compiler
