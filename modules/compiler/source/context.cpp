// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/context.h"

#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/Function.h>
#include <llvm/Support/raw_ostream.h>

namespace compiler {
namespace {

/// Writes LLVM's diagnostics to the build log.
struct LogHandler : llvm::DiagnosticHandler {
  explicit LogHandler(Context& owner) : context(owner) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo& diagnostic) override {
    const bool is_note = diagnostic.getSeverity() == llvm::DS_Note;
    const bool is_ours = diagnostic.getKind() == llvm::DK_Generic;
    const bool is_remark = diagnostic.getSeverity() == llvm::DS_Remark;
    const auto* remark = llvm::dyn_cast<llvm::DiagnosticInfoOptimizationBase>(&diagnostic);
    // Remarks that were asked for (muxc -pass-remarks=...) only.
    if ((is_remark && !(remark && remark->isEnabled())) || (is_note && !is_ours)) {
      return true;
    }
    if (const auto* frame = llvm::dyn_cast<llvm::DiagnosticInfoStackSize>(&diagnostic)) {
      // A warning for LLVM, but targets state no limit that could be exceeded.
      const llvm::StringRef name = frame->getFunction().getName();
      context.error("'" + name.substr(name.rfind('.') + 1).str() + "' needs " +
                    std::to_string(frame->getStackSize()) +
                    " bytes of private memory at once, but there are only " +
                    std::to_string(frame->getStackLimit()));
      return true;
    }
    const bool is_error = diagnostic.getSeverity() == llvm::DS_Error;
    llvm::raw_string_ostream stream(context.log);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    stream << (is_error ? "error: " : is_remark ? "remark: " : is_note ? "note: " : "warning: ");
    diagnostic.print(printer);
    stream << '\n';
    context.errors += is_error;
    return true;
  }

  bool isMissedOptRemarkEnabled(llvm::StringRef pass) const override {
    return pass == limit_notes ? context.reports_limits
                               : llvm::DiagnosticHandler::isMissedOptRemarkEnabled(pass);
  }

  Context& context;
};

} // namespace

Context::Context() { llvm.setDiagnosticHandler(std::make_unique<LogHandler>(*this)); }

void Context::error(const std::string& sentence) {
  log += "error: " + sentence + "\n";
  ++errors;
}

} // namespace compiler
