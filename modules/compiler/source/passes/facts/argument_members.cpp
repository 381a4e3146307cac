// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/facts/argument_members.h"

#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace compiler {
namespace {

/// Follows the address of a structure.
class Collector {
public:
  explicit Collector(llvm::Argument& argument)
      : layout(argument.getParent()->getParent()->getDataLayout()) {
    is_only_read = visit(argument, 0, argument.onlyReadsMemory());
  }

  MemberLoads take() { return is_only_read ? std::move(members) : MemberLoads(); }

private:
  /// False if the structure may change.
  bool visit(llvm::Value& address, uint64_t offset, bool never_changes) {
    return llvm::all_of(address.uses(),
                        [&](llvm::Use& use) { return visit_use(use, offset, never_changes); });
  }

  bool visit_use(llvm::Use& use, uint64_t offset, bool never_changes) {
    llvm::User* user = use.getUser();
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
      add(*load, offset);
      return true;
    }
    if (auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
      llvm::APInt distance(layout.getIndexTypeSizeInBits(step->getType()), offset);
      if (step->accumulateConstantOffset(layout, distance)) {
        return visit(*step, distance.getZExtValue(), never_changes);
      }
    }
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(user)) {
      if (call->isArgOperand(&use) && call->isByValArgument(call->getArgOperandNo(&use))) {
        return visit_copy(*call, call->getArgOperandNo(&use), offset);
      }
      const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(call);
      return never_changes || (intrinsic && intrinsic->isLifetimeStartOrEnd());
    }
    return never_changes;
  }

  /// The function of a kernel of OpenCL C has a copy of the kernel's structure.
  bool visit_copy(const llvm::CallBase& call, unsigned number, uint64_t offset) {
    llvm::Function* callee = call.getCalledFunction();
    const bool is_only_call =
        callee && !callee->isDeclaration() && callee->hasOneUse() && number < callee->arg_size();
    return !is_only_call ||
           visit(*callee->getArg(number), offset, callee->getArg(number)->onlyReadsMemory());
  }

  void add(llvm::LoadInst& load, uint64_t offset) {
    const auto* type = llvm::dyn_cast<llvm::IntegerType>(load.getType());
    if (type && load.isSimple() && type->getBitWidth() <= 64 && type->getBitWidth() % 8 == 0) {
      members[{offset, type->getBitWidth() / 8}].push_back(&load);
    }
  }

  const llvm::DataLayout& layout;
  MemberLoads members;
  bool is_only_read = false;
};

} // namespace

MemberLoads find_members(llvm::Argument& argument) {
  if (!argument.hasByValAttr()) {
    return {};
  }
  return Collector(argument).take();
}

} // namespace compiler
