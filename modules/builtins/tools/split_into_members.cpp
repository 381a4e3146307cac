// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "split_into_members.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace builtins {
namespace {

/// Copies one function and what belongs to it into a module of its own.
class Extract {
public:
  explicit Extract(const llvm::Module& from) : target("", from.getContext()) {
    target.setDataLayout(from.getDataLayout());
    target.setTargetTriple(from.getTargetTriple());
  }

  Member run(const llvm::Function& root) {
    need(root);
    for (size_t i = 0; i < needed.size(); ++i) {
      if (is_copied(*needed[i], root)) {
        need_operands_of(*needed[i]);
      }
    }
    for (const llvm::GlobalValue* value : needed) {
      declare(*value);
    }
    for (const llvm::GlobalValue* value : needed) {
      if (is_copied(*value, root)) {
        define(*value);
      }
    }
    // Cloning leaves an empty list of debug information, which readers complain about.
    if (auto* units = target.getNamedMetadata("llvm.dbg.cu")) {
      target.eraseNamedMetadata(units);
    }
    Member member;
    member.names.push_back(root.getName().str());
    llvm::SmallVector<char, 0> buffer;
    llvm::BitcodeWriter writer(buffer);
    writer.writeModule(target);
    writer.writeStrtab();
    member.data.assign(buffer.begin(), buffer.end());
    return member;
  }

private:
  static bool is_copied(const llvm::GlobalValue& value, const llvm::Function& root) {
    return &value == &root || (!value.isDeclaration() &&
                               (value.hasLocalLinkage() || llvm::isa<llvm::GlobalVariable>(value)));
  }

  void need(const llvm::Value& value) {
    if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(&value)) {
      needed.insert(global);
    } else if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&value)) {
      for (const llvm::Use& operand : constant->operands()) {
        need(*operand);
      }
    }
  }

  void need_operands_of(const llvm::GlobalValue& value) {
    if (const auto* function = llvm::dyn_cast<llvm::Function>(&value)) {
      for (const llvm::Instruction& instruction : llvm::instructions(*function)) {
        for (const llvm::Use& operand : instruction.operands()) {
          need(*operand);
        }
      }
    } else if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&value)) {
      need(*variable->getInitializer());
    }
  }

  void declare(const llvm::GlobalValue& value) {
    if (const auto* function = llvm::dyn_cast<llvm::Function>(&value)) {
      auto* copy =
          llvm::Function::Create(function->getFunctionType(), llvm::GlobalValue::ExternalLinkage,
                                 function->getAddressSpace(), function->getName(), &target);
      copy->copyAttributesFrom(function);
      map[function] = copy;
    } else {
      const auto& variable = llvm::cast<llvm::GlobalVariable>(value);
      auto* copy = new llvm::GlobalVariable(
          target, variable.getValueType(), true, llvm::GlobalValue::PrivateLinkage, nullptr,
          variable.getName(), nullptr, llvm::GlobalValue::NotThreadLocal,
          variable.getAddressSpace());
      copy->copyAttributesFrom(&variable);
      map[&variable] = copy;
    }
  }

  void define(const llvm::GlobalValue& value) {
    if (const auto* function = llvm::dyn_cast<llvm::Function>(&value)) {
      auto* copy = llvm::cast<llvm::Function>(map[function]);
      auto argument = copy->arg_begin();
      for (const llvm::Argument& original : function->args()) {
        map[&original] = &*argument++;
      }
      llvm::SmallVector<llvm::ReturnInst*, 4> returns;
      llvm::CloneFunctionInto(copy, function, map, llvm::CloneFunctionChangeType::DifferentModule,
                              returns);
      copy->setLinkage(function->getLinkage());
      drop_names(*copy);
    } else {
      const auto& variable = llvm::cast<llvm::GlobalVariable>(value);
      llvm::cast<llvm::GlobalVariable>(map[&variable])
          ->setInitializer(llvm::MapValue(variable.getInitializer(), map));
    }
  }

  /// Names of values inside are dead weight in every member.
  static void drop_names(llvm::Function& function) {
    for (llvm::Argument& argument : function.args()) {
      argument.setName("");
    }
    for (llvm::BasicBlock& block : function) {
      block.setName("");
      for (llvm::Instruction& instruction : block) {
        instruction.setName("");
      }
    }
  }

  llvm::Module target;
  llvm::SetVector<const llvm::GlobalValue*> needed;
  llvm::ValueToValueMapTy map;
};

} // namespace

std::vector<Member> split_into_members(const llvm::Module& module) {
  std::vector<Member> members;
  for (const llvm::Function& function : module) {
    if (!function.isDeclaration() && !function.hasLocalLinkage()) {
      members.push_back(Extract(module).run(function));
    }
  }
  return members;
}

} // namespace builtins
