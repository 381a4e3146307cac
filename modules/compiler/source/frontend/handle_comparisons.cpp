// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/handle_comparisons.h"

#include "frontend/tree_consumer.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

namespace compiler {
namespace {

class CompareNumbers final : public TreeConsumer {
public:
  CompareNumbers() { ShouldVisitTemplateInstantiations = true; }

private:
  bool VisitBinaryOperator(clang::BinaryOperator* comparison) override {
    const clang::QualType type = comparison->getLHS()->getType();
    if (comparison->isEqualityOp() && (type->isQueueT() || type->isClkEventT())) {
      const char* name = type->isQueueT() ? "__lanewise_queue_number" : "__lanewise_event_number";
      comparison->setLHS(number_of(name, *comparison->getLHS()));
      comparison->setRHS(number_of(name, *comparison->getRHS()));
    }
    return true;
  }

  /// The 0 of a queue, of which Clang's code generation makes nothing valid.
  bool VisitImplicitCastExpr(clang::ImplicitCastExpr* cast) override {
    const clang::CastKind kind = cast->getCastKind(); // the second where it is compared
    if ((kind == clang::CK_ZeroToOCLOpaqueType || kind == clang::CK_NullToPointer) &&
        cast->getType()->isQueueT()) {
      cast->setSubExpr(call("__lanewise_null_queue", {}, cast->getExprLoc()));
      cast->setCastKind(clang::CK_NoOp);
    }
    return true;
  }

  clang::Expr* number_of(llvm::StringRef name, clang::Expr& handle) {
    return call(name, {&handle}, handle.getExprLoc());
  }

  clang::Expr* call(llvm::StringRef name, llvm::ArrayRef<clang::Expr*> arguments,
                    clang::SourceLocation place) {
    const auto found = context->getTranslationUnitDecl()->lookup(&context->Idents.get(name));
    auto* function = found.find_first<clang::FunctionDecl>();
    assert(function && "lanewise_opencl.h declares it wherever there are such types");
    auto* named = clang::DeclRefExpr::Create(*context, {}, {}, function, false, place,
                                             function->getType(), clang::VK_LValue);
    auto* callee = clang::ImplicitCastExpr::Create(
        *context, context->getPointerType(function->getType()), clang::CK_FunctionToPointerDecay,
        named, nullptr, clang::VK_PRValue, clang::FPOptionsOverride());
    return clang::CallExpr::Create(*context, callee, arguments, function->getReturnType(),
                                   clang::VK_PRValue, place, clang::FPOptionsOverride());
  }
};

} // namespace

std::unique_ptr<clang::ASTConsumer> compare_handles_by_number() {
  return std::make_unique<CompareNumbers>();
}

} // namespace compiler
