// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sycl_compiler/stages.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

namespace sycl_compiler {

namespace {

constexpr unsigned global_space = 1;
constexpr unsigned generic_space = 4;

/// Whether it reads a generic pointer out of an object that is passed by value.
bool reads_argument(const llvm::Instruction& instruction) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  if (!load || !load->getType()->isPointerTy() ||
      load->getType()->getPointerAddressSpace() != generic_space) {
    return false;
  }
  const auto* object =
      llvm::dyn_cast<llvm::Argument>(llvm::getUnderlyingObject(load->getPointerOperand()));
  return object && object->hasByValAttr();
}

} // namespace

void infer_argument_spaces(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL) {
      continue;
    }
    std::vector<llvm::Instruction*> loads;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (reads_argument(instruction)) {
        loads.push_back(&instruction);
      }
    }
    for (llvm::Instruction* load : loads) {
      llvm::IRBuilder<> builder(load->getNextNode());
      auto* global = llvm::PointerType::get(module.getContext(), global_space);
      llvm::Value* there = builder.CreateAddrSpaceCast(load, global);
      llvm::Value* back = builder.CreateAddrSpaceCast(there, load->getType());
      load->replaceUsesWithIf(back, [&](const llvm::Use& use) { return use.getUser() != there; });
    }
  }
}

} // namespace sycl_compiler
