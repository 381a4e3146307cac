// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plug-in that Clang loads with -fplugin for host and device: SYCL's attributes, functions
// that are kernels, device_globals, names of kernels that one file alone knows, and names for
// another compiler of host code.
#include "attributes/device_globals.h"
#include "attributes/external_functions.h"
#include "attributes/free_functions.h"
#include "attributes/host_names.h"
#include "attributes/keep_on_functions.h"
#include "attributes/translate_tokens.h"
#include "attributes/unit_names.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

class Consumer : public clang::ASTConsumer {
public:
  explicit Consumer(std::shared_ptr<sycl_plugin::ExternPlaces> of) : places(std::move(of)) {}
  clang::ASTMutationListener* GetASTMutationListener() override { return &keep; }
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* one : group) {
      sycl_plugin::export_free_functions(*one);
      sycl_plugin::mark_device_globals(*one);
      sycl_plugin::mark_external_functions(*one, *places);
    }
    return true;
  }
  void HandleCXXStaticMemberVarInstantiation(clang::VarDecl* variable) override {
    sycl_plugin::mark_device_globals(*variable);
  }
  void HandleCXXImplicitFunctionInstantiation(clang::FunctionDecl* function) override {
    sycl_plugin::mark_unit_name(*function);
  }

private:
  const std::shared_ptr<sycl_plugin::ExternPlaces> places;
  sycl_plugin::KeepOnFunctions keep;
};

class Action : public clang::PluginASTAction {
protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    sycl_plugin::translate_attribute_tokens(compiler.getPreprocessor());
    auto places = std::make_shared<sycl_plugin::ExternPlaces>();
    sycl_plugin::watch_external_macro(compiler.getPreprocessor(), places);
    return std::make_unique<Consumer>(std::move(places));
  }
  bool ParseArgs(const clang::CompilerInstance&, const std::vector<std::string>&) override {
    return true;
  }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

/// Does nothing unless -fplugin-arg-sycl_host_names-file= and -symbol= say what to write.
class NamesAction : public clang::PluginASTAction {
protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance&,
                                                        llvm::StringRef) override {
    if (file.empty()) {
      return std::make_unique<clang::ASTConsumer>();
    }
    return std::make_unique<sycl_plugin::HostNames>(file, symbol);
  }
  bool ParseArgs(const clang::CompilerInstance&,
                 const std::vector<std::string>& arguments) override {
    for (const llvm::StringRef argument : arguments) {
      const auto [name, value] = argument.split('=');
      if (name == "file") {
        file = value.str();
      } else if (name == "symbol") {
        symbol = value.str();
      }
    }
    return true;
  }
  ActionType getActionType() override { return AddBeforeMainAction; }

private:
  std::string file;
  std::string symbol;
};

const clang::FrontendPluginRegistry::Add<Action> registered("sycl-attributes", "SYCL's attributes");
const clang::FrontendPluginRegistry::Add<NamesAction> registered_names("sycl_host_names",
                                                                       "names of kernels");

} // namespace
