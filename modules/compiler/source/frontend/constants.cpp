// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/constants.h"

#include "frontend/tree_consumer.h"

namespace compiler {
namespace {

class RoundToSingle final : public TreeConsumer {
  bool VisitFloatingLiteral(clang::FloatingLiteral* literal) override {
    llvm::APFloat value = literal->getValue();
    if (&value.getSemantics() == &llvm::APFloat::IEEEdouble()) {
      bool inexact;
      value.convert(llvm::APFloat::IEEEsingle(), llvm::APFloat::rmNearestTiesToEven, &inexact);
      value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &inexact);
      literal->setValue(*context, value);
    }
    return true;
  }
};

} // namespace

std::unique_ptr<clang::ASTConsumer> round_constants_to_single() {
  return std::make_unique<RoundToSingle>();
}

} // namespace compiler
