// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FRONTEND_TREE_CONSUMER_H
#define FRONTEND_TREE_CONSUMER_H

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclGroup.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>

namespace compiler {

/// Goes through each declaration of a program once it is complete. Derived classes override the
/// visitor's functions, and may change the tree before later consumers see it.
class TreeConsumer : public clang::ASTConsumer, protected clang::DynamicRecursiveASTVisitor {
public:
  void Initialize(clang::ASTContext& made) override { context = &made; }

  bool HandleTopLevelDecl(clang::DeclGroupRef declarations) override {
    for (clang::Decl* declaration : declarations) {
      TraverseDecl(declaration);
    }
    return true;
  }

protected:
  clang::ASTContext* context = nullptr;
};

} // namespace compiler

#endif
