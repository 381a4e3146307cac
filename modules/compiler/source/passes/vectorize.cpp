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

/// The width for all kernels, 0 for none; `automatic` unless LANEWISE_VECTORIZE says otherwise.
unsigned choose_width(unsigned automatic) {
  const char* wanted = std::getenv("LANEWISE_VECTORIZE");
  const llvm::StringRef text = wanted ? wanted : "";
  unsigned width = 0;
  if (!text.getAsInteger(10, width)) {
    return llvm::isPowerOf2_32(width) && width >= 2 && width <= 64 ? width : 0;
  }
  return text == "off" ? 0 : automatic;
}

/// No more than a row of a work-group has, where that is known.
unsigned width_for(const llvm::Function& kernel, unsigned width) {
  const uint64_t row = size_metadata(kernel, "reqd_work_group_size")[0];
  return row == 0 ? width : std::min<unsigned>(width, llvm::bit_floor(row));
}

void note(llvm::LLVMContext& context, const llvm::Twine& text) {
  context.diagnose(llvm::DiagnosticInfoGeneric(text, llvm::DS_Note));
}

void report(const llvm::Function& kernel, unsigned width, const vecz::Report& result) {
  llvm::LLVMContext& context = kernel.getContext();
  if (!result.obstacle.empty()) {
    note(context, "kernel '" + kernel.getName() + "' is not vectorised: " + result.obstacle);
    return;
  }
  note(context, "kernel '" + kernel.getName() + "' is vectorised, " + llvm::Twine(width) +
                    " work-items at once");
  for (const auto& [line, text] : result.lines) {
    note(context, (line ? "line " + std::to_string(line) + ": " : "") + text);
  }
}

} // namespace

void vectorize(llvm::Module& module, const VectorizeSettings& settings) {
  const unsigned width = choose_width(settings.register_bits / 32);
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
    if (settings.report) {
      report(*kernel, fitting, result);
    }
  }
}

} // namespace compiler
