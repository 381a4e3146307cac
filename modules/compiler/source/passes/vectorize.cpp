// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize.h"

#include "size_metadata.h"
#include "vecz/vectorize.h"

#include <cstdlib>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/MathExtras.h>

namespace compiler {
namespace {

/// The width for all kernels, 0 for none; if LANEWISE_VECTORIZE does not say, `automatic` is set.
unsigned choose_width(unsigned suggested, bool& automatic) {
  const char* wanted = std::getenv("LANEWISE_VECTORIZE");
  const llvm::StringRef text = wanted ? wanted : "";
  unsigned width = 0;
  if (!text.getAsInteger(10, width)) {
    return llvm::isPowerOf2_32(width) && width >= 2 && width <= 64 ? width : 0;
  }
  automatic = text != "off";
  return automatic ? suggested : 0;
}

/// No more than a row of a work-group has, where that is known.
unsigned width_for(const llvm::Function& kernel, unsigned width) {
  const uint64_t row = size_metadata(kernel, "reqd_work_group_size")[0];
  return row == 0 ? width : std::min<unsigned>(width, llvm::bit_floor(row));
}

/// A form for more work-items, if it is worth it; the first one does what it leaves.
void add_wider_form(llvm::Function& kernel, unsigned width) {
  const unsigned wider =
      width_for(kernel, width * vecz::worthwhile_factor(vecz::vector_forms(kernel)[0]));
  if (wider > width && wider <= 64) {
    (void)vecz::vectorize(kernel, wider, vecz::mux_call_info());
  }
}

void note(llvm::LLVMContext& context, const llvm::Twine& text) {
  context.diagnose(llvm::DiagnosticInfoGeneric(text, llvm::DS_Note));
}

void report(const llvm::Function& kernel, const vecz::Report& result) {
  llvm::LLVMContext& context = kernel.getContext();
  if (!result.obstacle.empty()) {
    note(context, "kernel '" + kernel.getName() + "' is not vectorised: " + result.obstacle);
    return;
  }
  for (const vecz::VectorForm& form : vecz::vector_forms(kernel)) {
    note(context, "kernel '" + kernel.getName() + "' is vectorised, " + llvm::Twine(form.width) +
                      " work-items at once");
  }
  for (const auto& [line, text] : result.lines) {
    note(context, (line ? "line " + std::to_string(line) + ": " : "") + text);
  }
}

} // namespace

void vectorize(llvm::Module& module, const VectorizeSettings& settings) {
  bool automatic = false;
  const unsigned width = choose_width(settings.register_bits / 32, automatic);
  if (width == 0) {
    return;
  }
  llvm::SmallVector<llvm::Function*> kernels;
  for (llvm::Function& function : module) {
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration()) {
      kernels.push_back(&function);
    }
  }
  for (llvm::Function* kernel : kernels) {
    const unsigned fitting = width_for(*kernel, width);
    vecz::Report result;
    if (fitting < 2) {
      result.obstacle = "its work-groups are one work-item wide";
    } else {
      result = vecz::vectorize(*kernel, fitting, vecz::mux_call_info());
    }
    if (automatic && result.obstacle.empty()) {
      add_wider_form(*kernel, fitting);
    }
    if (settings.report) {
      report(*kernel, result);
    }
  }
}

} // namespace compiler
