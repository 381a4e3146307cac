// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "argument_members.h"

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
    return llvm::all_of(address.users(), [&](llvm::User* user) {
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
      const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user);
      return never_changes || (intrinsic && intrinsic->isLifetimeStartOrEnd());
    });
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
