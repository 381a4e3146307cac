// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives annotations of function types to the functions: those that stand for SYCL's attributes
// (attributes/names.h). Clang writes annotations of functions to LLVM's module, and makes those of
// a template's functions when it instantiates them; with types it does neither.
#ifndef SYCL_PLUGIN_ATTRIBUTES_KEEP_ON_FUNCTIONS_H
#define SYCL_PLUGIN_ATTRIBUTES_KEEP_ON_FUNCTIONS_H

#include <clang/AST/ASTMutationListener.h>

namespace sycl_plugin {

/// Sees each class, those of lambdas included, when it is complete.
class KeepOnFunctions : public clang::ASTMutationListener {
public:
  void CompletedTagDefinition(const clang::TagDecl* tag) override;
};

} // namespace sycl_plugin

#endif
