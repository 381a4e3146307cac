// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "attributes/unit_names.h"

#include "attributes/names.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <string>

namespace sycl_plugin {

namespace {

constexpr llvm::StringRef marker = "begin_kernel";
constexpr llvm::StringRef qualified_marker = "sycl::detail::begin_kernel";

/// A type of a function has no linkage, or internal linkage as a lambda: what counts is whether
/// the function is of this file alone, and if that is a lambda's, the function around it.
bool is_of_unit(clang::QualType name) {
  if (clang::isExternallyVisible(name->getLinkage())) {
    return false;
  }
  const clang::CXXRecordDecl* const record = name->getAsCXXRecordDecl();
  const auto* function =
      record ? llvm::dyn_cast_or_null<clang::FunctionDecl>(record->getParentFunctionOrMethod())
             : nullptr;
  if (!function || function->isExternallyVisible()) {
    return !function;
  }
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  return !method || is_of_unit(method->getASTContext().getCanonicalTagType(method->getParent()));
}

} // namespace

void mark_unit_name(clang::FunctionDecl& instantiated) {
  const clang::TemplateArgumentList* const arguments = instantiated.getTemplateSpecializationArgs();
  if (arguments && arguments->size() == 1 && instantiated.getIdentifier() &&
      instantiated.getName() == marker &&
      instantiated.getQualifiedNameAsString() == qualified_marker &&
      arguments->get(0).getKind() == clang::TemplateArgument::Type &&
      is_of_unit(arguments->get(0).getAsType())) {
    instantiated.addAttr(clang::AnnotateAttr::CreateImplicit(
        instantiated.getASTContext(), std::string(annotation_prefix) + std::string(unit_annotation),
        nullptr, 0));
  }
}

} // namespace sycl_plugin
