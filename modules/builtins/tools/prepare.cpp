// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "prepare.h"

#include "llvm_setup/analysis_managers.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/IPO/FunctionAttrs.h>

namespace builtins {
namespace {

/// Functions up to this many instructions, and without loops, are always inlined.
constexpr size_t short_function = 16;

constexpr unsigned constant_space = 2;

/// Intrinsics that every CPU target turns into code without calling a library.
bool is_inline_intrinsic(const llvm::Function& function) {
  switch (function.getIntrinsicID()) {
  case llvm::Intrinsic::abs:
  case llvm::Intrinsic::bitreverse:
  case llvm::Intrinsic::bswap:
  case llvm::Intrinsic::ceil:
  case llvm::Intrinsic::copysign:
  case llvm::Intrinsic::ctlz:
  case llvm::Intrinsic::ctpop:
  case llvm::Intrinsic::cttz:
  case llvm::Intrinsic::fabs:
  case llvm::Intrinsic::floor:
  case llvm::Intrinsic::fma:
  case llvm::Intrinsic::fmuladd:
  case llvm::Intrinsic::fshl:
  case llvm::Intrinsic::fshr:
  case llvm::Intrinsic::is_fpclass:
  case llvm::Intrinsic::lifetime_end:
  case llvm::Intrinsic::lifetime_start:
  case llvm::Intrinsic::maximumnum:
  case llvm::Intrinsic::maxnum:
  case llvm::Intrinsic::memcpy:
  case llvm::Intrinsic::memset:
  case llvm::Intrinsic::minimumnum:
  case llvm::Intrinsic::minnum:
  case llvm::Intrinsic::ptrmask:
  case llvm::Intrinsic::rint:
  case llvm::Intrinsic::roundeven:
  case llvm::Intrinsic::sadd_sat:
  case llvm::Intrinsic::smax:
  case llvm::Intrinsic::smin:
  case llvm::Intrinsic::sqrt:
  case llvm::Intrinsic::ssub_sat:
  case llvm::Intrinsic::trunc:
  case llvm::Intrinsic::uadd_sat:
  case llvm::Intrinsic::uadd_with_overflow:
  case llvm::Intrinsic::umax:
  case llvm::Intrinsic::umin:
  case llvm::Intrinsic::usub_sat:
  case llvm::Intrinsic::vector_reduce_and:
  case llvm::Intrinsic::vector_reduce_or:
    return true;
  default:
    return false;
  }
}

/// Instructions that a CPU target would call a library for.
bool calls_library(const llvm::Instruction& instruction) {
  const llvm::Type* type = instruction.getType()->getScalarType();
  switch (instruction.getOpcode()) {
  case llvm::Instruction::FRem:
    return true;
  case llvm::Instruction::UDiv:
  case llvm::Instruction::SDiv:
  case llvm::Instruction::URem:
  case llvm::Instruction::SRem:
    return type->getIntegerBitWidth() > 64;
  case llvm::Instruction::FPTrunc:
    return type->isHalfTy() && instruction.getOperand(0)->getType()->getScalarType()->isDoubleTy();
  default:
    return false;
  }
}

std::string find_problem(const llvm::Module& module) {
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (!variable.isConstant()) {
      return "the variable '" + variable.getName().str() + "' is not constant";
    }
    if (variable.getAddressSpace() != constant_space) {
      return "the constant '" + variable.getName().str() + "' is not in the constant address space";
    }
  }
  for (const llvm::Function& function : module) {
    const std::string name = function.getName().str();
    if (function.isIntrinsic()
            ? !is_inline_intrinsic(function)
            : function.isDeclaration() && !function.getName().starts_with("__mux_") &&
                  !function.getName().starts_with("__lanewise_elementwise_")) {
      const auto* user = function.user_empty() ? nullptr : *function.user_begin();
      const auto* call = llvm::dyn_cast_or_null<llvm::Instruction>(user);
      return "'" + name + "', which nothing defines, is needed" +
             (call ? " by '" + call->getFunction()->getName().str() + "'" : std::string());
    }
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      if (calls_library(instruction)) {
        return "'" + name + "' contains " + instruction.getOpcodeName() +
               ", which targets do by calling a library";
      }
    }
  }
  return {};
}

/// Attributes of the compilation, not of the function, stand in the way of inlining.
void strip(llvm::Module& module) {
  llvm::StripDebugInfo(module);
  for (auto& named : llvm::make_early_inc_range(module.named_metadata())) {
    module.eraseNamedMetadata(&named);
  }
  const auto clean = [](llvm::AttributeList list, llvm::LLVMContext& context) {
    llvm::AttributeMask mask;
    for (llvm::Attribute attribute : list.getFnAttrs()) {
      if (attribute.isStringAttribute()) {
        mask.addAttribute(attribute.getKindAsString());
      }
    }
    return list.removeFnAttributes(context, mask);
  };
  for (llvm::Function& function : module) {
    function.setAttributes(clean(function.getAttributes(), module.getContext()));
    function.setDSOLocal(false);
    function.setComdat(nullptr);
    function.clearMetadata();
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      instruction.dropUnknownNonDebugMetadata();
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
        call->setAttributes(clean(call->getAttributes(), module.getContext()));
      }
    }
  }
}

/// A cast of a number that is out of range gives any value, but not poison, which would let the
/// optimiser draw conclusions that OpenCL does not allow.
void freeze_casts(llvm::Module& module) {
  llvm::SmallVector<llvm::CastInst*, 64> casts;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (llvm::isa<llvm::FPToSIInst, llvm::FPToUIInst>(instruction)) {
        casts.push_back(llvm::cast<llvm::CastInst>(&instruction));
      }
    }
  }
  for (llvm::CastInst* cast : casts) {
    auto* freeze = new llvm::FreezeInst(cast, "", std::next(cast->getIterator()));
    cast->replaceUsesWithIf(freeze, [&](llvm::Use& use) { return use.getUser() != freeze; });
  }
}

/// Marks loads from constant memory as invariant: tables and descriptors of images do not change
/// while a kernel runs.
void mark_constant_loads(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (load && load->getPointerAddressSpace() == constant_space) {
        load->setMetadata(llvm::LLVMContext::MD_invariant_load,
                          llvm::MDNode::get(module.getContext(), {}));
      }
    }
  }
}

/// Functions that reach a barrier are convergent, and no others.
void settle_convergence(llvm::Module& module) {
  llvm::SmallPtrSet<llvm::Function*, 16> convergent;
  llvm::SmallVector<llvm::Function*, 16> work;
  if (auto* barrier = module.getFunction("__mux_work_group_barrier")) {
    convergent.insert(barrier);
    work.push_back(barrier);
  }
  for (llvm::Function& function : module) {
    // Functions that the sources mark as convergent, such as async copies. They have no barrier,
    // but all work-items must arrive at them.
    if (!function.isDeclaration() && function.isConvergent() &&
        convergent.insert(&function).second) {
      work.push_back(&function);
    }
  }
  while (!work.empty()) {
    for (llvm::User* user : work.pop_back_val()->users()) {
      auto* caller = llvm::cast<llvm::Instruction>(user)->getFunction();
      if (convergent.insert(caller).second) {
        work.push_back(caller);
      }
    }
  }
  for (llvm::Function& function : module) {
    if (convergent.contains(&function)) {
      function.addFnAttr(llvm::Attribute::Convergent);
    } else {
      function.removeFnAttr(llvm::Attribute::Convergent);
    }
  }
}

void infer_attributes(llvm::Module& module) {
  llvm_setup::AnalysisManagers analyses;
  llvm::ModulePassManager passes;
  passes.addPass(llvm::createModuleToPostOrderCGSCCPassAdaptor(llvm::PostOrderFunctionAttrsPass()));
  passes.run(module, analyses.modules);
}

bool is_relaxed_atomic(const llvm::Instruction& instruction) {
  const auto is_relaxed = [](llvm::AtomicOrdering order) {
    return !llvm::isStrongerThanMonotonic(order);
  };
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    return is_relaxed(load->getOrdering());
  }
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    return is_relaxed(store->getOrdering());
  }
  if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    return is_relaxed(update->getOrdering());
  }
  const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction);
  return exchange && is_relaxed(exchange->getMergedOrdering());
}

/// Inference takes an atomic operation for an access to its address only. One that acquires or
/// releases concerns all memory.
void forget_effects_of_ordered_functions(llvm::Module& module) {
  const auto is_ordered = [](const llvm::Instruction& instruction) {
    return instruction.isAtomic() && !is_relaxed_atomic(instruction);
  };
  for (llvm::Function& function : module) {
    if (llvm::any_of(llvm::instructions(function), is_ordered)) {
      function.setMemoryEffects(llvm::MemoryEffects::unknown());
    }
  }
}

bool is_short(const llvm::Function& function) {
  if (function.getInstructionCount() > short_function) {
    return false;
  }
  // Blocks of a function without loops can be laid out so that every branch goes forward; these
  // functions are too small for anything but the order they already have.
  llvm::SmallPtrSet<const llvm::BasicBlock*, 8> seen;
  for (const llvm::BasicBlock& block : function) {
    seen.insert(&block);
    for (const llvm::BasicBlock* next : llvm::successors(&block)) {
      if (seen.contains(next)) {
        return false;
      }
    }
  }
  return true;
}

} // namespace

std::string prepare(llvm::Module& module) {
  strip(module);
  freeze_casts(module);
  mark_constant_loads(module);
  settle_convergence(module);
  if (auto problem = find_problem(module); !problem.empty()) {
    return problem;
  }
  // Inference leaves inline functions alone, which another definition might replace. Here none can.
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && !function.hasLocalLinkage()) {
      function.setLinkage(llvm::GlobalValue::ExternalLinkage);
    }
  }
  infer_attributes(module);
  forget_effects_of_ordered_functions(module);
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && !function.hasFnAttribute(llvm::Attribute::NoInline) &&
        is_short(function)) {
      function.addFnAttr(llvm::Attribute::AlwaysInline);
    }
  }
  std::string message;
  llvm::raw_string_ostream stream(message);
  return llvm::verifyModule(module, &stream) ? message : std::string();
}

} // namespace builtins
