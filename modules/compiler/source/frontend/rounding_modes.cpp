// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/rounding_modes.h"

#include <clang/Lex/Pragma.h>

namespace compiler {
namespace {

class SelectRoundingMode final : public clang::PragmaHandler {
public:
  SelectRoundingMode() : PragmaHandler("SELECT_ROUNDING_MODE") {}

  void HandlePragma(clang::Preprocessor& preprocessor, clang::PragmaIntroducer,
                    clang::Token& name) override {
    const clang::SourceLocation place = name.getLocation();
    clang::Token mode;
    preprocessor.LexUnexpandedToken(mode);
    const clang::IdentifierInfo* word = mode.getIdentifierInfo();
    if (word && word->isStr("rte")) {
      return;
    }
    clang::DiagnosticsEngine& diagnostics = preprocessor.getDiagnostics();
    const unsigned error = diagnostics.getCustomDiagID(
        clang::DiagnosticsEngine::Error,
        "only rounding mode 'rte' can be selected, because the device does not have "
        "'cl_khr_select_fprounding_mode'");
    preprocessor.Diag(word ? mode.getLocation() : place, error);
  }
};

} // namespace

void refuse_rounding_modes(clang::Preprocessor& preprocessor) {
  preprocessor.AddPragmaHandler("OPENCL", new SelectRoundingMode); // which then owns it
}

} // namespace compiler
