// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "attributes/keep_on_functions.h"

#include "attributes/names.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/TypeLoc.h>

namespace sycl_plugin {

namespace {

bool is_ours(llvm::StringRef annotation) {
  return annotation.starts_with(llvm::StringRef(annotation_prefix));
}

/// One that was instantiated has the annotations of its template already.
bool has_annotation(const clang::FunctionDecl& function) {
  return llvm::any_of(function.specific_attrs<clang::AnnotateAttr>(),
                      [](const auto* one) { return is_ours(one->getAnnotation()); });
}

void keep(clang::FunctionDecl& function) {
  const clang::TypeSourceInfo* written = function.getTypeSourceInfo();
  if (!written || has_annotation(function)) {
    return;
  }
  clang::TypeLoc at = written->getTypeLoc();
  while (auto type = at.getAs<clang::AttributedTypeLoc>()) {
    const auto* found = type.getAttrAs<clang::AnnotateTypeAttr>();
    if (found && is_ours(found->getAnnotation())) {
      function.addAttr(clang::AnnotateAttr::CreateImplicit(
          function.getASTContext(), found->getAnnotation(), found->args_begin(), found->args_size(),
          found->getRange()));
    }
    at = type.getModifiedLoc();
  }
}

} // namespace

void KeepOnFunctions::CompletedTagDefinition(const clang::TagDecl* tag) {
  const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(tag);
  if (!record) {
    return;
  }
  for (clang::Decl* member : record->decls()) {
    if (auto* generic = llvm::dyn_cast<clang::FunctionTemplateDecl>(member)) {
      member = generic->getTemplatedDecl();
    }
    if (auto* function = llvm::dyn_cast<clang::FunctionDecl>(member)) {
      keep(*function);
    }
  }
}

} // namespace sycl_plugin
