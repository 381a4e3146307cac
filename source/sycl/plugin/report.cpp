// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/LLVMContext.h>

namespace sycl_plugin {

namespace {

/// Whether the line is one of our headers, which tell a person nothing.
bool is_in_headers(const llvm::DILocation& at) {
  return at.getFilename().contains("/oclsycl/sycl/");
}

std::string called_from(const llvm::Instruction& call) {
  std::string text = "'" + llvm::demangle(call.getFunction()->getName()) + "'";
  if (const llvm::DebugLoc& at = call.getDebugLoc()) {
    text += " at " + at->getFilename().str() + ":" + std::to_string(at.getLine());
  }
  return text;
}

} // namespace

void report_use(llvm::Module& module, const std::vector<const llvm::Instruction*>& way,
                const llvm::Instruction& at, const std::string& sentence,
                llvm::DiagnosticSeverity severity) {
  std::vector<const llvm::Instruction*> places = way;
  places.push_back(&at);
  std::erase_if(places, [](const llvm::Instruction* one) {
    return one->getDebugLoc() && is_in_headers(*one->getDebugLoc());
  });
  const llvm::Instruction& place = places.empty() ? at : *places.back();
  std::string text = sentence;
  for (size_t i = places.size(); i > 1; --i) {
    text += "; called from " + called_from(*places[i - 2]);
  }
  module.getContext().diagnose(
      llvm::DiagnosticInfoUnsupported(*place.getFunction(), text, place.getDebugLoc(), severity));
}

} // namespace sycl_plugin
