// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/vector_literals.h"

#include "frontend/tree_consumer.h"

namespace compiler {
namespace {

class Parenthesise final : public TreeConsumer {
public:
  Parenthesise() {
    ShouldVisitImplicitCode = true; // where lists stand in the form that code is made of
  }

private:
  bool VisitInitListExpr(clang::InitListExpr* list) override {
    for (unsigned i = 0; i < list->getNumInits(); ++i) {
      if (auto* component = llvm::dyn_cast_or_null<clang::ExtVectorElementExpr>(list->getInit(i))) {
        const clang::SourceLocation place = component->getExprLoc();
        list->setInit(i, new (*context) clang::ParenExpr(place, place, component));
      }
    }
    return true;
  }
};

} // namespace

std::unique_ptr<clang::ASTConsumer> parenthesise_components() {
  return std::make_unique<Parenthesise>();
}

} // namespace compiler
