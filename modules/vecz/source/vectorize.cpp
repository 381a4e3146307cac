// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vecz/vectorize.h"

#include "control_flow/dispatch_blocks.h"
#include "control_flow/full_paths.h"
#include "control_flow/version_indices.h"
#include "pipeline.h"
#include "preparation/integer_widths/narrow_comparisons.h"
#include "preparation/integer_widths/truncate_ids.h"
#include "preparation/integer_widths/widen_indices.h"
#include "preparation/read_words.h"
#include "vecz/register_pressure.h"

#include <limits>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace vecz {
namespace {

constexpr llvm::StringLiteral form_name = "vecz.vectorized";

/// The facts of a form beside its width, as bits of a number in the metadata.
constexpr unsigned is_masked = 1, has_int_ids = 2, has_rising_ids = 4;

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
                                           (form.ids_fit_int ? has_int_ids : 0) |
                                           (form.truncated_ids_rise ? has_rising_ids : 0)));
  }
  kernel.setMetadata(form_name, forms.empty() ? nullptr : llvm::MDNode::get(context, operands));
}

void erase(llvm::Function* function) {
  if (function) {
    function->eraseFromParent();
  }
}

/// Whether work-groups are known to be no wider than a vector of 32-bit elements. Where vectors of
/// one row do not follow each other, CPUs whose accesses under a mask cost something have no
/// advantage of plain ones.
bool has_narrow_groups(const llvm::Function& kernel, const VectorRegisters& registers) {
  const llvm::MDNode* sizes = kernel.getMetadata("reqd_work_group_size");
  const auto* width = sizes && sizes->getNumOperands() != 0
                          ? llvm::mdconst::dyn_extract<llvm::ConstantInt>(sizes->getOperand(0))
                          : nullptr;
  return width && width->getZExtValue() <= registers.bits / 32;
}

/// Every step that makes a form can see it there.
void tell_target(llvm::Function& form, const llvm::Function& kernel,
                 const VectorRegisters& registers) {
  form.addFnAttr(register_bits, std::to_string(registers.bits));
  if (registers.window_lanes != 0) {
    form.addFnAttr(window_lanes, std::to_string(registers.window_lanes));
  }
  if (registers.narrowest_masked != 8) {
    form.addFnAttr(masked_bits, std::to_string(registers.narrowest_masked));
  }
  if (!registers.interleaves) {
    form.addFnAttr(never_interleaves);
  }
  if (registers.slow_masked_stores) {
    form.addFnAttr(slow_masked_stores);
  }
  if (registers.costly_masks && !has_narrow_groups(kernel, registers)) {
    form.addFnAttr(costly_masks);
  }
}

} // namespace

FormMaker::FormMaker(llvm::Function& scalar_kernel, const CallInfo& call_info,
                     const VectorRegisters& target, Demand how_much)
    : kernel(scalar_kernel), calls(call_info), registers(target), demand(how_much) {}

FormMaker::~FormMaker() {
  for (const Stage* stage :
       {&prepared_for_any_ids, &prepared_for_int_ids, &linearized_whole, &linearized_masked}) {
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

FormMaker::Stage& FormMaker::prepared(bool ids_fit_int) {
  Stage& stage = ids_fit_int ? prepared_for_int_ids : prepared_for_any_ids;
  if (!stage.function) {
    stage.function = copy(kernel, kernel.getName() + ".prepared");
    tell_target(*stage.function, kernel, registers);
    const IdRange range = ids_fit_int ? IdRange::fits_int : IdRange::any;
    stage.obstacle = canonicalize(*stage.function, calls, range, demand, stage.remarks);
    if (stage.obstacle.empty()) {
      truncates_ids = truncates_ids || has_truncated_ids(*stage.function, calls);
      adapt_integer_widths(*stage.function, calls);
      // Behind the step above, with which more addresses are known to be strided.
      read_words(*stage.function, calls);
    }
  }
  return stage;
}

/// Masked forms need no promise that ids fit an int; others do, if the kernel truncates ids.
FormMaker::Stage& FormMaker::linearized(bool masked, bool& ids_fit_int) {
  Stage* from = &prepared(false);
  ids_fit_int = truncates_ids && !masked;
  if (ids_fit_int && from->obstacle.empty()) {
    from = &prepared(true);
  }
  Stage& stage = masked ? linearized_masked : linearized_whole;
  if (!from->obstacle.empty()) {
    return *from;
  }
  if (!stage.function) {
    stage.function = copy(*from->function, kernel.getName() + ".linear");
    if (!masked) {
      add_full_paths(*stage.function, calls);
      // Behind the step above, whose copies for all lanes it looks at.
      if (version_indices(*stage.function, calls)) {
        // Those of the copies, and the tests that choose them.
        widen_indices(*stage.function, calls);
        narrow_comparisons(*stage.function, calls);
      }
    }
    stage.remarks = from->remarks;
    stage.obstacle = linearize_control_flow(*stage.function, calls, masked, demand, stage.remarks);
    if (!stage.obstacle.empty() && demand == Demand::required) {
      dispatch(*from->function, masked, stage);
    }
  }
  return stage;
}

/// The form for lanes that part in ways for which there are too many masks.
void FormMaker::dispatch(llvm::Function& from, bool masked, Stage& stage) {
  llvm::Function* slow = copy(from, kernel.getName() + ".linear");
  std::vector<Remark> same_as_before;
  const std::string obstacle =
      dispatch_blocks(*slow) ? linearize_control_flow(*slow, calls, masked, demand, same_as_before)
                             : stage.obstacle;
  if (obstacle.empty()) {
    std::swap(slow, stage.function);
    stage.obstacle.clear();
    stage.dispatches = true;
    add_remark(stage.remarks, *from.getEntryBlock().getTerminator(),
               "work-items go too many different ways: blocks are done one after the other");
  }
  erase(slow);
}

Report FormMaker::make(unsigned width, bool masked) {
  Report report;
  bool ids_fit_int = false;
  const Stage& stage = linearized(masked, ids_fit_int);
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
  } else {
    form->addFnAttr(aligned_lanes);
  }
  if (ids_fit_int) {
    form->addFnAttr(int_ids);
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
  forms.push_back({form, width, masked, ids_fit_int, masked && truncates_ids});
  set_forms(kernel, forms);
  return report;
}

bool FormMaker::dispatches() {
  bool ids_fit_int = false;
  return demand == Demand::required && linearized(false, ids_fit_int).dispatches;
}

unsigned FormMaker::carried_registers(unsigned lanes) {
  const Stage& stage = prepared(false);
  return stage.obstacle.empty() ? registers_carried(*stage.function, registers.bits, lanes, calls)
                                : 0;
}

unsigned FormMaker::scalar_instructions() {
  return prepared(false).function->getInstructionCount();
}

unsigned FormMaker::scalar_accesses() {
  return llvm::count_if(llvm::instructions(*prepared(false).function),
                        [](const llvm::Instruction& instruction) {
                          return llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction);
                        });
}

llvm::SmallVector<VectorForm, 2> vector_forms(const llvm::Function& kernel) {
  llvm::SmallVector<VectorForm, 2> forms;
  if (const llvm::MDNode* node = kernel.getMetadata(form_name)) {
    for (unsigned i = 0; i + 2 < node->getNumOperands(); i += 3) {
      const unsigned flags = number(node->getOperand(i + 2));
      forms.push_back({llvm::mdconst::extract<llvm::Function>(node->getOperand(i)),
                       number(node->getOperand(i + 1)), (flags & is_masked) != 0,
                       (flags & has_int_ids) != 0, (flags & has_rising_ids) != 0});
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
