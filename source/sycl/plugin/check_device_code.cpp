// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check_device_code.h"

#include "mark_device_globals.h"
#include "report.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/LLVMContext.h>
#include <string>
#include <vector>

namespace sycl_plugin {

namespace {

/// Functions of the C++ runtime that stand for something in the source. An operator has several
/// forms, whose names begin alike.
struct RuntimeFunction {
  llvm::StringRef name;
  bool is_prefix;
  const char* meaning;
};
constexpr RuntimeFunction runtime_functions[] = {
    {"__cxa_throw", false, "a kernel cannot throw exceptions"},
    {"__cxa_rethrow", false, "a kernel cannot throw exceptions"},
    {"__dynamic_cast", false, "a kernel cannot use dynamic_cast"},
    {"__cxa_guard_acquire", false,
     "a kernel cannot use a static variable that is initialised when the program runs"},
    {"_Znw", true, "a kernel cannot allocate memory with new"},
    {"_Zna", true, "a kernel cannot allocate memory with new"},
    {"_Zdl", true, "a kernel cannot free memory with delete"},
    {"_Zda", true, "a kernel cannot free memory with delete"},
};

/// The linker replaces calls of it, and asks for constants itself.
constexpr llvm::StringRef specialization_function = "__lanewise_sycl_specialization_constant";

/// The prefix of variables that say whether a static variable is initialised.
constexpr llvm::StringRef guard_prefix = "_ZGV";

const char* meaning_of(const llvm::Function& callee) {
  for (const RuntimeFunction& one : runtime_functions) {
    if (callee.isDeclaration() &&
        (one.is_prefix ? callee.getName().starts_with(one.name) : callee.getName() == one.name)) {
      return one.meaning;
    }
  }
  return nullptr;
}

class State {
public:
  explicit State(llvm::Module& of) : module(of) {}

  void process() {
    for (llvm::Function& function : module) {
      if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL) {
        visit(function);
      }
    }
  }

private:
  void visit(llvm::Function& function) {
    if (function.isDeclaration() || !seen.insert(&function).second) {
      return;
    }
    on_the_way.insert(&function);
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      check_variables(instruction);
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
        check_call(*call);
      }
    }
    on_the_way.erase(&function);
  }

  void check_call(llvm::CallBase& call) {
    if (call.isInlineAsm()) {
      report(call, "a kernel cannot contain inline assembly");
      return;
    }
    auto* callee =
        llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
    if (!callee) {
      report(call, "a kernel cannot call virtual functions, nor functions by a pointer");
    } else if (const char* meaning = meaning_of(*callee)) {
      report(call, meaning);
    } else if (on_the_way.contains(callee)) {
      report(call, "a kernel cannot call functions recursively");
    } else {
      way.push_back(&call);
      visit(*callee);
      way.pop_back();
    }
  }

  void check_variables(const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call && call->getCalledFunction() &&
        call->getCalledFunction()->getName() == specialization_function) {
      return;
    }
    for (const llvm::Value* operand : instruction.operands()) {
      check_operand(instruction, *operand);
    }
  }
  void check_operand(const llvm::Instruction& user, const llvm::Value& operand) {
    if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&operand)) {
      if (variable->getName().starts_with(guard_prefix) ||
          !uses.insert({user.getFunction(), variable}).second) {
        return;
      }
      const std::string name = llvm::demangle(variable->getName());
      if (variable->isThreadLocal()) {
        report(user, "a kernel cannot use variables of a thread; '" + name + "' is one");
      } else if (!variable->isConstant() && !name.starts_with("__spirv_") &&
                 !is_device_global(*variable)) {
        report(user, "a kernel can use constant variables only; '" + name + "' is none");
      }
    } else if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&operand)) {
      for (const llvm::Value* part : expression->operands()) {
        check_operand(user, *part);
      }
    }
  }

  void report(const llvm::Instruction& at, const std::string& sentence) {
    if (++errors <= max_errors) {
      report_use(module, way, at, sentence, llvm::DS_Error);
    }
  }

  llvm::Module& module;
  llvm::SmallPtrSet<llvm::Function*, 32> seen;
  llvm::SmallPtrSet<llvm::Function*, 16> on_the_way;
  /// Variables that were reported, or are constant.
  llvm::DenseSet<std::pair<const llvm::Function*, const llvm::GlobalVariable*>> uses;
  std::vector<const llvm::Instruction*> way; ///< from the kernel to the function that is visited
  size_t errors = 0;
};

} // namespace

bool check_device_code(llvm::Module& module) {
  State(module).process();
  return false;
}

} // namespace sycl_plugin
