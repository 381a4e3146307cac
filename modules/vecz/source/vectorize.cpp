// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vecz/vectorize.h"

#include "control_flow/full_paths.h"
#include "preparation/narrow_comparisons.h"
#include "preparation/narrow_ids.h"
#include "preparation/prepare.h"
#include "preparation/widen_indices.h"
#include "whole_function.h"

#include <limits>
#include <llvm/IR/Constants.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace vecz {
namespace {

constexpr llvm::StringLiteral form_name = "vecz.vectorized";

/// The facts of a form beside its width, as bits of a number in the metadata.
constexpr unsigned is_masked = 1, has_small_ids = 2, is_in_one_block = 4;

llvm::Metadata* number(llvm::LLVMContext& context, unsigned value) {
  return llvm::ConstantAsMetadata::get(
      llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), value));
}

unsigned number(const llvm::Metadata* operand) {
  return llvm::mdconst::extract<llvm::ConstantInt>(operand)->getZExtValue();
}

void set_forms(llvm::Function& kernel, llvm::ArrayRef<VectorForm> forms) {
  llvm::LLVMContext& context = kernel.getContext();
  llvm::SmallVector<llvm::Metadata*> operands;
  for (const VectorForm& form : forms) {
    operands.push_back(llvm::ValueAsMetadata::get(form.function));
    operands.push_back(number(context, form.width));
    operands.push_back(number(context, (form.masked ? is_masked : 0) |
                                           (form.small_ids ? has_small_ids : 0) |
                                           (form.one_block ? is_in_one_block : 0)));
  }
  kernel.setMetadata(form_name, forms.empty() ? nullptr : llvm::MDNode::get(context, operands));
}

void erase(llvm::Function* function) {
  if (function) {
    function->eraseFromParent();
  }
}

/// Every step that makes a form can see it there.
void tell_target(llvm::Function& form, const VectorRegisters& registers) {
  if (registers.window_lanes != 0) {
    form.addFnAttr(window_lanes, std::to_string(registers.window_lanes));
  }
  if (registers.narrowest_masked != 8) {
    form.addFnAttr(masked_bits, std::to_string(registers.narrowest_masked));
  }
}

} // namespace

FormMaker::FormMaker(llvm::Function& scalar_kernel, const CallInfo& call_info,
                     const VectorRegisters& target, Demand how_much)
    : kernel(scalar_kernel), calls(call_info), registers(target), demand(how_much) {}

FormMaker::~FormMaker() {
  for (const Stage* stage : {&any_ids, &only_small_ids, &linear_whole, &linear_masked}) {
    erase(stage->function);
  }
}

llvm::Function* FormMaker::copy(llvm::Function& function, const llvm::Twine& name) {
  llvm::ValueToValueMapTy values;
  llvm::Function* made = llvm::CloneFunction(&function, values);
  made->setName(name);
  made->setLinkage(llvm::GlobalValue::InternalLinkage);
  made->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  made->clearMetadata();
  return made;
}

FormMaker::Stage& FormMaker::prepared(bool small_ids) {
  Stage& stage = small_ids ? only_small_ids : any_ids;
  if (!stage.function) {
    stage.function = copy(kernel, kernel.getName() + ".prepared");
    tell_target(*stage.function, registers);
    const IdRange range = small_ids ? IdRange::small : IdRange::any;
    stage.obstacle = prepare(*stage.function, calls, range, demand, stage.remarks);
    if (stage.obstacle.empty()) {
      narrow = narrow || has_narrow_ids(*stage.function, calls);
      // Before masks: it follows values that come from different ways no further than now.
      widen_indices(*stage.function, calls);
      narrow_comparisons(*stage.function, calls);
    }
  }
  return stage;
}

/// Only masked forms get along without the promise of small ids if it is of use.
FormMaker::Stage& FormMaker::linear(bool masked, bool& small_ids) {
  Stage* from = &prepared(false);
  small_ids = narrow && !masked;
  if (small_ids && from->obstacle.empty()) {
    from = &prepared(true);
  }
  Stage& stage = masked ? linear_masked : linear_whole;
  if (!from->obstacle.empty()) {
    return *from;
  }
  if (!stage.function) {
    stage.function = copy(*from->function, kernel.getName() + ".linear");
    if (!masked) {
      add_full_paths(*stage.function, calls);
    }
    stage.remarks = from->remarks;
    stage.obstacle = make_linear(*stage.function, calls, masked, demand, stage.remarks);
  }
  return stage;
}

Report FormMaker::make(unsigned width, bool masked) {
  Report report;
  bool small_ids = false;
  const Stage& stage = linear(masked, small_ids);
  report.obstacle = stage.obstacle;
  if (report.obstacle.empty() && demand == Demand::worthwhile) {
    report.obstacle = too_wide(*stage.function, width);
  }
  if (!report.obstacle.empty()) {
    return report;
  }
  llvm::Function* form = copy(*stage.function, kernel.getName() + ".vecz." + llvm::Twine(width) +
                                                   (masked ? ".masked" : ""));
  if (masked) {
    form->removeFnAttr(window_lanes); // it would not be worth its size for a step of each row
  }
  report.lines = stage.remarks;
  const size_t most =
      demand == Demand::required ? std::numeric_limits<size_t>::max() : largest_form;
  report.obstacle = widen(*form, width, calls, report.lines, most);
  if (!report.obstacle.empty()) {
    form->eraseFromParent();
    return report;
  }
  auto forms = vector_forms(kernel);
  forms.push_back({form, width, masked, small_ids, masked && narrow});
  set_forms(kernel, forms);
  return report;
}

unsigned FormMaker::scalar_instructions() {
  return prepared(false).function->getInstructionCount();
}

llvm::SmallVector<VectorForm, 2> vector_forms(const llvm::Function& kernel) {
  llvm::SmallVector<VectorForm, 2> forms;
  if (const llvm::MDNode* node = kernel.getMetadata(form_name)) {
    for (unsigned i = 0; i + 2 < node->getNumOperands(); i += 3) {
      const unsigned flags = number(node->getOperand(i + 2));
      forms.push_back({llvm::mdconst::extract<llvm::Function>(node->getOperand(i)),
                       number(node->getOperand(i + 1)), (flags & is_masked) != 0,
                       (flags & has_small_ids) != 0, (flags & is_in_one_block) != 0});
    }
  }
  return forms;
}

void drop_form(llvm::Function& kernel, const VectorForm& form) {
  auto forms = vector_forms(kernel);
  llvm::erase_if(forms, [&](const VectorForm& other) { return other.function == form.function; });
  set_forms(kernel, forms);
  form.function->eraseFromParent();
}

void forget_vector_forms(llvm::Function& kernel) { kernel.setMetadata(form_name, nullptr); }

} // namespace vecz
