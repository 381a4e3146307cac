// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "attributes/free_functions.h"

#include "attributes/names.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/Basic/LangOptions.h>

namespace sycl_plugin {

namespace {

bool is_kernel(const clang::FunctionDecl& function) {
  return llvm::any_of(function.specific_attrs<clang::AnnotateAttr>(), [](const auto* one) {
    llvm::StringRef name = one->getAnnotation();
    return name.consume_front(llvm::StringRef(annotation_prefix)) &&
           name == llvm::StringRef(kernel_annotation);
  });
}

} // namespace

void export_free_functions(clang::Decl& declaration) {
  clang::ASTContext& context = declaration.getASTContext();
  if (!context.getLangOpts().SYCLIsDevice) {
    return;
  }
  if (const auto* group = llvm::dyn_cast<clang::DeclContext>(&declaration);
      group && (llvm::isa<clang::NamespaceDecl>(declaration) ||
                llvm::isa<clang::LinkageSpecDecl>(declaration))) {
    for (clang::Decl* one : group->decls()) {
      export_free_functions(*one);
    }
    return;
  }
  auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration);
  if (function && !function->isInlined() && function->hasExternalFormalLinkage() &&
      is_kernel(*function) && !function->hasAttr<clang::SYCLExternalAttr>()) {
    function->addAttr(clang::SYCLExternalAttr::CreateImplicit(context));
  }
}

} // namespace sycl_plugin
