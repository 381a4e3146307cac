// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What another compiler calls the kernels of a file that it compiles for the host.
//
// The host knows a kernel by typeid of its name. Named classes have the same mangled names
// everywhere. The number of a lambda among others of its function differs: Clang, and GCC from 13
// on, count those with the same parameters, earlier versions of GCC all. Both are written to a file
// in C, a table of the type that sycl/detail/host_names.hpp describes. Kernels whose names contain
// lambdas that cannot be predicted, such as those at namespace scope, are errors. Where one of the
// numbers alone is known, the library finds no kernel for the other, and never takes one for
// another.
#ifndef SYCL_PLUGIN_ATTRIBUTES_HOST_NAMES_H
#define SYCL_PLUGIN_ATTRIBUTES_HOST_NAMES_H

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTMutationListener.h>
#include <clang/AST/DeclCXX.h>
#include <llvm/ADT/DenseMap.h>
#include <string>
#include <utility>
#include <vector>

namespace sycl_plugin {

/// For the pass for a device.
class HostNames : public clang::ASTConsumer, public clang::ASTMutationListener {
public:
  /// `symbol` is that of the table in `file`.
  HostNames(std::string file_to_write, std::string symbol_of_table)
      : file(std::move(file_to_write)), symbol(std::move(symbol_of_table)) {}

  clang::ASTMutationListener* GetASTMutationListener() override { return this; }
  void CompletedTagDefinition(const clang::TagDecl* tag) override;
  void AddedCXXTemplateSpecialization(const clang::FunctionTemplateDecl* of,
                                      const clang::FunctionDecl* made) override;
  /// Writes the file.
  void HandleTranslationUnit(clang::ASTContext& context) override;

private:
  const std::string file;
  const std::string symbol;
  /// The place of a lambda among all of its function, from 1 on.
  llvm::DenseMap<const clang::CXXRecordDecl*, unsigned> places;
  llvm::DenseMap<const clang::DeclContext*, unsigned> counts;
  std::vector<const clang::FunctionDecl*> entries; ///< functions that may be kernels
};

} // namespace sycl_plugin

#endif
