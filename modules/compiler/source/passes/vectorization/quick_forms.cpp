// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorization/quick_forms.h"

#include "environment/environment.h"
#include "module_flags.h"
#include "passes/analyses/is_barrier.h"
#include "passes/vectorization/notes.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace compiler {
namespace {

bool is_gather_or_scatter(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call && (call->getIntrinsicID() == llvm::Intrinsic::masked_gather ||
                  call->getIntrinsicID() == llvm::Intrinsic::masked_scatter);
}

} // namespace

QuickForms wanted_quick_forms(const llvm::Module& module) {
  const llvm::StringRef text = environment::text(environment::Variable::quick_forms);
  const bool is_variant = module.getModuleFlag("lanewise.work_dim");
  if (text == "0" || is_variant) {
    return QuickForms::none;
  }
  if (text == "all") {
    return QuickForms::of_all_kernels;
  }
  return text == "large" || module_flag(module, "lanewise.variants_follow") != 0
             ? QuickForms::of_large_kernels
             : QuickForms::none;
}

std::string slow_to_compile(const llvm::Function& kernel, vecz::FormMaker& maker) {
  constexpr unsigned many_instructions = 1000;
  if (!kernel.hasMetadata("reqd_work_group_size") &&
      llvm::any_of(llvm::instructions(kernel), is_barrier)) {
    return "its work-items wait for each other";
  }
  const unsigned instructions = maker.scalar_instructions();
  return instructions >= many_instructions
             ? "it has " + std::to_string(instructions) + " instructions"
             : "";
}

bool make_quick_form(llvm::Function& kernel, vecz::FormMaker& maker, unsigned width,
                     QuickForms wanted, unsigned limit, const std::string& slow,
                     vecz::Report& report) {
  const unsigned least = wanted == QuickForms::of_all_kernels || !slow.empty() ? 0 : limit;
  if (wanted == QuickForms::none || maker.scalar_accesses() < least) {
    return false;
  }
  report = maker.make(width, /*masked=*/true);
  if (!report.obstacle.empty()) {
    return false;
  }
  const vecz::VectorForm form = vecz::vector_forms(kernel).back();
  const unsigned gathers =
      unsigned(llvm::count_if(llvm::instructions(*form.function), is_gather_or_scatter));
  if (gathers < least) {
    vecz::drop_form(kernel, form);
    return false;
  }
  kernel.addFnAttr(quick_form_mark);
  const std::string reason =
      !slow.empty()      ? slow
      : gathers >= limit ? "it gathers or scatters in " + std::to_string(gathers) + " places"
                         : "LANEWISE_QUICK_FORMS asks for it";
  note_limit(kernel, reason + ": code is made quickly until it is launched often",
             "launch it often: variants for launches have wider vectors and are optimised more");
  return true;
}

} // namespace compiler
