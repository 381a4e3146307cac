// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vecz/vectorize.h"

#include "interleave_variables.h"
#include "linearize.h"
#include "packet.h"
#include "packetize.h"
#include "prepare.h"
#include "unify_loop_exits.h"
#include "widen_indices.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

namespace vecz {
namespace {

constexpr llvm::StringLiteral form_name = "vecz.vectorized";

/// Private variables of all lanes together stay below this, in bytes: they may be on the stack.
constexpr uint64_t most_private_bytes = 64 << 10;

std::string find_obstacle(llvm::Function& function, unsigned width, const CallInfo& calls) {
  const Uniformity uniformity(function, calls);
  uint64_t private_bytes = 0;
  bool differs = false;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    differs = differs || uniformity.is_varying(instruction);
    if (llvm::isa<llvm::CallBrInst, llvm::InvokeInst, llvm::IndirectBrInst>(instruction)) {
      return "it has control flow of an unknown kind";
    }
    if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      const auto size = variable->getAllocationSize(function.getDataLayout());
      if (!variable->isStaticAlloca() || !size || size->isScalable()) {
        return "a private variable has no fixed size";
      }
      private_bytes += size->getFixedValue() * width;
    } else if (uniformity.is_varying(instruction) && !instruction.getType()->isVoidTy() &&
               !can_be_packet(instruction.getType())) {
      return "a value has a type without a vector form";
    }
  }
  if (!differs) {
    return "nothing differs between work-items"; // a vector form would take time to build only
  }
  return private_bytes > most_private_bytes ? "its private variables are too large" : "";
}

std::string transform(llvm::Function& function, unsigned width, const CallInfo& calls,
                      Remarks& remarks) {
  if (auto obstacle = prepare(function, calls); !obstacle.empty()) {
    return obstacle;
  }
  // Before masks: it follows values that come from different ways no further than now.
  widen_indices(function, calls);
  if (auto obstacle = find_obstacle(function, width, calls); !obstacle.empty()) {
    return obstacle;
  }
  // Behind the last obstacle that looks at sizes; before addresses are part of control flow.
  interleave_variables(function, width);
  unify_loop_exits(function, calls);
  if (auto obstacle = linearize(function, calls); !obstacle.empty()) {
    return obstacle;
  }
  packetize(function, width, calls, remarks);
  for (llvm::BasicBlock& block : function) {
    llvm::SimplifyInstructionsInBlock(&block);
  }
  return "";
}

void add_form(llvm::Function& kernel, llvm::Function& form, unsigned width) {
  llvm::LLVMContext& context = kernel.getContext();
  llvm::SmallVector<llvm::Metadata*, 4> operands;
  if (const llvm::MDNode* before = kernel.getMetadata(form_name)) {
    operands.append(before->op_begin(), before->op_end());
  }
  operands.push_back(llvm::ValueAsMetadata::get(&form));
  operands.push_back(llvm::ConstantAsMetadata::get(
      llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), width)));
  kernel.setMetadata(form_name, llvm::MDNode::get(context, operands));
}

} // namespace

Report vectorize(llvm::Function& kernel, unsigned width, const CallInfo& calls) {
  llvm::ValueToValueMapTy values;
  llvm::Function* copy = llvm::CloneFunction(&kernel, values);
  copy->setName(kernel.getName() + ".vecz." + llvm::Twine(width));
  copy->setLinkage(llvm::GlobalValue::InternalLinkage);
  copy->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  copy->clearMetadata();
  Report report;
  Remarks remarks;
  report.obstacle = transform(*copy, width, calls, remarks);
  for (Remark& remark : remarks) {
    report.lines.push_back({remark.line, std::move(remark.text)});
  }
  if (!report.obstacle.empty()) {
    copy->eraseFromParent();
    return report;
  }
  add_form(kernel, *copy, width);
  return report;
}

llvm::SmallVector<VectorForm, 2> vector_forms(const llvm::Function& kernel) {
  llvm::SmallVector<VectorForm, 2> forms;
  if (const llvm::MDNode* node = kernel.getMetadata(form_name)) {
    for (unsigned i = 0; i + 1 < node->getNumOperands(); i += 2) {
      const auto* width = llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(i + 1));
      forms.push_back({llvm::mdconst::extract<llvm::Function>(node->getOperand(i)),
                       static_cast<unsigned>(width->getZExtValue())});
    }
  }
  return forms;
}

void forget_vector_forms(llvm::Function& kernel) { kernel.setMetadata(form_name, nullptr); }

unsigned worthwhile_factor(const VectorForm& form) {
  constexpr unsigned little = 60, not_much = 150; // instructions
  unsigned count = 0;
  for (const llvm::Instruction& instruction : llvm::instructions(*form.function)) {
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    const bool scatters = call && (call->getIntrinsicID() == llvm::Intrinsic::masked_gather ||
                                   call->getIntrinsicID() == llvm::Intrinsic::masked_scatter);
    const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
    // Wide elements fill registers by themselves; more of them than lanes are being rearranged.
    const bool wide =
        type && (type->getScalarSizeInBits() > 32 || type->getNumElements() > form.width);
    if (scatters || wide || instruction.isAtomic() || llvm::isa<llvm::AllocaInst>(instruction)) {
      return 1;
    }
    ++count;
  }
  return count <= little ? 4 : count <= not_much ? 2 : 1;
}

} // namespace vecz
