// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_passes/runtime_helpers.h"

#include "code_generation/target_machine.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

namespace host {
namespace {

constexpr const char* rounding_names[] = {"floor",     "ceil",      "trunc", "rint",
                                          "nearbyint", "roundeven", "round"};
constexpr llvm::Intrinsic::ID rounding[] = {llvm::Intrinsic::floor,     llvm::Intrinsic::ceil,
                                            llvm::Intrinsic::trunc,     llvm::Intrinsic::rint,
                                            llvm::Intrinsic::nearbyint, llvm::Intrinsic::roundeven,
                                            llvm::Intrinsic::round};
constexpr const char *extend = "__extendhfsf2", *truncate = "__truncsfhf2";

bool is_half(const llvm::Value* value) { return value->getType()->getScalarType()->isHalfTy(); }

/// Rounding is computed in float for half, which code generation extends.
const char* rounding_helper(const llvm::Instruction& instruction, llvm::SmallString<16>& name) {
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  const auto* found =
      intrinsic ? llvm::find(rounding, intrinsic->getIntrinsicID()) : std::end(rounding);
  if (found == std::end(rounding)) {
    return nullptr;
  }
  name = rounding_names[found - std::begin(rounding)];
  if (!instruction.getType()->getScalarType()->isDoubleTy()) {
    name += "f";
  }
  return name.c_str();
}

/// As its functions say, or this CPU's.
std::string level_of(const llvm::Module& module) {
  for (const llvm::Function& function : module) {
    if (function.hasFnAttribute("target-cpu")) {
      return function.getFnAttribute("target-cpu").getValueAsString().str();
    }
  }
  return this_cpu().level->llvm_cpu;
}

} // namespace

bool runtime_helpers(llvm::Module& module) {
  const std::string level = level_of(module);
  if (level != "x86-64" && level != "x86-64-v2") {
    return false;
  }
  llvm::StringSet<> needed;
  llvm::SmallString<16> name;
  for (const llvm::Function& function : module) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      if (is_half(&instruction) || llvm::any_of(instruction.operands(), is_half)) {
        needed.insert(extend);
        needed.insert(truncate);
      }
      if (level == "x86-64" && rounding_helper(instruction, name)) {
        needed.insert(name);
      }
    }
  }
  auto& context = module.getContext();
  llvm::Type* half_type = llvm::Type::getHalfTy(context);
  llvm::Type* float_type = llvm::Type::getFloatTy(context);
  llvm::Type* double_type = llvm::Type::getDoubleTy(context);
  const auto declare = [&](const char* function, llvm::Type* result, llvm::Type* argument) {
    if (needed.contains(function)) {
      module.getOrInsertFunction(function, result, argument);
    }
  };
  declare(extend, float_type, half_type);
  declare(truncate, half_type, float_type);
  for (const char* each : rounding_names) {
    declare(each, double_type, double_type);
    declare((each + std::string("f")).c_str(), float_type, float_type);
  }
  return !needed.empty();
}

bool keep_runtime_helpers(llvm::Module& module) {
  llvm::SmallVector<llvm::GlobalValue*> kept;
  const auto keep = [&](llvm::StringRef name) {
    llvm::Function* function = module.getFunction(name);
    if (function && !function->isDeclaration()) {
      kept.push_back(function);
    }
  };
  keep(extend);
  keep(truncate);
  for (const char* each : rounding_names) {
    keep(each);
    keep(each + std::string("f"));
  }
  if (!kept.empty()) {
    llvm::appendToCompilerUsed(module, kept);
  }
  return !kept.empty();
}

} // namespace host
