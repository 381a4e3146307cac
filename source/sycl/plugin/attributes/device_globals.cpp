// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "attributes/device_globals.h"

#include "attributes/names.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Support/FileSystem.h>
#include <string>
#include <system_error>

namespace sycl_plugin {

namespace {

constexpr llvm::StringRef class_name = "device_global";
constexpr llvm::StringRef qualified_name = "sycl::ext::oneapi::experimental::device_global";

bool is_device_global(const clang::VarDecl& variable) {
  const clang::CXXRecordDecl* const type = variable.getType()->getAsCXXRecordDecl();
  return type && type->getIdentifier() && type->getName() == class_name &&
         type->getQualifiedNameAsString() == qualified_name;
}

/// The path of the file that is compiled, the same for host and device.
std::string unit_of(clang::ASTContext& context) {
  const clang::SourceManager& sources = context.getSourceManager();
  const auto file = sources.getFileEntryRefForID(sources.getMainFileID());
  llvm::SmallString<128> path(file ? file->getName() : llvm::StringRef());
  const std::error_code error = llvm::sys::fs::make_absolute(path);
  return error ? std::string() : path.str().str();
}

void mark(clang::VarDecl& variable) {
  clang::ASTContext& context = variable.getASTContext();
  if (variable.isInvalidDecl() || variable.getType()->isDependentType() ||
      !variable.hasGlobalStorage() || variable.isTemplated() || !is_device_global(variable) ||
      variable.hasAttr<clang::AnnotateAttr>()) {
    return;
  }
  std::string text = std::string(annotation_prefix) + std::string(device_global_annotation);
  if (!clang::isExternallyVisible(variable.getLinkageInternal())) {
    text += "@" + unit_of(context);
  }
  variable.addAttr(clang::AnnotateAttr::CreateImplicit(context, text, nullptr, 0));
  // Device code alone may use it, which knows its name and not its size and first value.
  if (!context.getLangOpts().SYCLIsDevice && variable.isThisDeclarationADefinition()) {
    variable.addAttr(clang::UsedAttr::CreateImplicit(context));
  }
}

} // namespace

void mark_device_globals(clang::Decl& declaration) {
  if (auto* variable = llvm::dyn_cast<clang::VarDecl>(&declaration)) {
    mark(*variable);
    return;
  }
  const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(&declaration);
  if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(declaration) ||
      (record && record->isCompleteDefinition() && !record->isDependentContext())) {
    for (clang::Decl* one : llvm::cast<clang::DeclContext>(declaration).decls()) {
      mark_device_globals(*one);
    }
  }
}

} // namespace sycl_plugin
