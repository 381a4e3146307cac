// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plug-in that Clang loads with -fplugin for host and device: SYCL's attributes.
#include "attributes/keep_on_functions.h"
#include "attributes/translate_tokens.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/FrontendPluginRegistry.h>

namespace {

class Consumer : public clang::ASTConsumer {
public:
  clang::ASTMutationListener* GetASTMutationListener() override { return &keep; }

private:
  sycl_plugin::KeepOnFunctions keep;
};

class Action : public clang::PluginASTAction {
protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    sycl_plugin::translate_attribute_tokens(compiler.getPreprocessor());
    return std::make_unique<Consumer>();
  }
  bool ParseArgs(const clang::CompilerInstance&, const std::vector<std::string>&) override {
    return true;
  }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

const clang::FrontendPluginRegistry::Add<Action> registered("sycl-attributes", "SYCL's attributes");

} // namespace
