// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "attributes/external_functions.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/MacroInfo.h>
#include <clang/Lex/PPCallbacks.h>
#include <utility>

namespace sycl_plugin {

namespace {

// sycl/detail/config.hpp: the first one is the second one, which has the meaning of one of the
// others.
constexpr llvm::StringRef external_macro = "SYCL_EXTERNAL";
constexpr llvm::StringRef meaning = "LW_SYCL_EXTERNAL";
constexpr llvm::StringRef attribute = "LW_SYCL_EXTERNAL_ATTRIBUTE";
constexpr llvm::StringRef nothing = "LW_SYCL_EXTERNAL_BEFORE_LINKAGE";

class Watcher : public clang::PPCallbacks {
public:
  Watcher(clang::Preprocessor& of, std::shared_ptr<ExternPlaces> to)
      : preprocessor(of), places(std::move(to)) {}

  void MacroExpands(const clang::Token& name, const clang::MacroDefinition&, clang::SourceRange,
                    const clang::MacroArgs*) override {
    if (name.getIdentifierInfo()->getName() == external_macro) {
      give_meaning(is_before_linkage(name.getLocation()) ? nothing : attribute);
    }
  }

private:
  /// Whether extern "C" or its like follow; that place is remembered.
  bool is_before_linkage(clang::SourceLocation macro) {
    const auto word = next(macro);
    const auto text = word ? next(word->getLocation()) : std::nullopt;
    if (!text || !word->is(clang::tok::raw_identifier) || word->getRawIdentifier() != "extern" ||
        !text->is(clang::tok::string_literal)) {
      return false;
    }
    places->insert(word->getLocation());
    return true;
  }
  std::optional<clang::Token> next(clang::SourceLocation behind) const {
    if (behind.isMacroID()) {
      return std::nullopt;
    }
    return clang::Lexer::findNextToken(behind, preprocessor.getSourceManager(),
                                       preprocessor.getLangOpts());
  }
  void give_meaning(llvm::StringRef model) {
    clang::MacroInfo* const made = preprocessor.getMacroInfo(preprocessor.getIdentifierInfo(model));
    clang::IdentifierInfo* const name = preprocessor.getIdentifierInfo(meaning);
    if (made && preprocessor.getMacroInfo(name) != made) {
      preprocessor.appendDefMacroDirective(name, made);
    }
  }

  clang::Preprocessor& preprocessor;
  const std::shared_ptr<ExternPlaces> places;
};

} // namespace

void watch_external_macro(clang::Preprocessor& preprocessor, std::shared_ptr<ExternPlaces> places) {
  preprocessor.addPPCallbacks(std::make_unique<Watcher>(preprocessor, std::move(places)));
}

void mark_external_functions(clang::Decl& declaration, const ExternPlaces& places) {
  const auto* linkage = llvm::dyn_cast<clang::LinkageSpecDecl>(&declaration);
  if (!linkage || !places.contains(linkage->getExternLoc())) {
    return;
  }
  for (clang::Decl* one : linkage->decls()) {
    if (llvm::isa<clang::FunctionDecl>(one) && !one->hasAttr<clang::SYCLExternalAttr>()) {
      one->addAttr(clang::SYCLExternalAttr::CreateImplicit(one->getASTContext()));
    }
  }
}

} // namespace sycl_plugin
