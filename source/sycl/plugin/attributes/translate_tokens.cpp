// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "attributes/translate_tokens.h"

#include "attributes/names.h"

#include <clang/Lex/Lexer.h>
#include <clang/Lex/Preprocessor.h>
#include <memory>
#include <string>
#include <vector>

namespace sycl_plugin {

namespace {

using clang::Token;
namespace tok = clang::tok;

constexpr std::string_view scope_name = "sycl";
/// Macros of these names, and of one of attribute_names behind the last two, are defined at the
/// beginning of the file; they are found under SYCL's names for one token at a time.
constexpr std::string_view scope_macro = "__lanewise_sycl_scope";
constexpr std::string_view function_macro = "__lanewise_sycl_function_";
constexpr std::string_view type_macro = "__lanewise_sycl_type_";

std::string macro_text() {
  std::string text = "#define " + std::string(scope_macro) + " clang\n";
  for (const auto& [name, has_constants] : attribute_names) {
    for (const auto& [macro, annotation] :
         {std::pair(function_macro, "annotate"), std::pair(type_macro, "annotate_type")}) {
      text += "#define " + std::string(macro) + std::string(name) + "(...) " + annotation + "(\"" +
              std::string(annotation_prefix) + std::string(name) + "\"" +
              (has_constants ? " __VA_OPT__(,) __VA_ARGS__" : "") + ")\n";
    }
  }
  return text;
}

/// Macros that exist while the next token is read.
class Definitions {
public:
  explicit Definitions(clang::Preprocessor& of) : preprocessor(of) {}

  void define(std::string_view name, const std::string& like) {
    const clang::MacroInfo* model = preprocessor.getMacroInfo(find(like));
    clang::IdentifierInfo* const as = find(name);
    if (model) {
      clang::MacroInfo* const own = preprocessor.getMacroInfo(as);
      preprocessor.appendDefMacroDirective(as, const_cast<clang::MacroInfo*>(model));
      defined.emplace_back(as, own);
    }
  }
  void undefine(clang::SourceLocation at) {
    for (const auto& [name, own] : defined) {
      if (own) {
        preprocessor.appendDefMacroDirective(name, own); // the program's
      } else {
        preprocessor.appendMacroDirective(name, new (preprocessor.getPreprocessorAllocator())
                                                    clang::UndefMacroDirective(at));
      }
    }
    defined.clear();
  }

private:
  clang::IdentifierInfo* find(std::string_view name) {
    return preprocessor.getIdentifierInfo(llvm::StringRef(name));
  }
  clang::Preprocessor& preprocessor;
  std::vector<std::pair<clang::IdentifierInfo*, clang::MacroInfo*>> defined;
};

class State {
public:
  explicit State(clang::Preprocessor& of) : preprocessor(of), definitions(of) {}

  void see(const Token& token) {
    definitions.undefine(token.getLocation());
    if (place == Place::outside) {
      see_outside(token);
    } else {
      see_inside(token);
    }
    previous = token.getKind();
  }

private:
  enum class Place { outside, attributes };
  /// What the next token of a list of attributes is part of.
  enum class Expected { scope, colons, name, rest };

  void see_outside(const Token& token) {
    switch (token.getKind()) {
    case tok::l_paren:
      parentheses.push_back(begins_parameters(previous));
      break;
    case tok::r_paren:
      after_parameters = !parentheses.empty() && parentheses.back();
      if (!parentheses.empty()) {
        parentheses.pop_back();
      }
      return;
    case tok::l_square:
      if (previous == tok::l_square) {
        place = Place::attributes;
        depth = 0;
        with_using = false;
        expect_scope();
      }
      return;
    case tok::r_square: // the second one of an attribute's end
    case tok::kw_mutable:
    case tok::kw_constexpr:
    case tok::kw_consteval:
    case tok::kw_static:
    case tok::kw_const:
    case tok::kw_volatile:
    case tok::kw_noexcept:
    case tok::amp:
    case tok::ampamp:
      return;
    default:
      break;
    }
    after_parameters = false;
  }

  /// Whether a parenthesis behind such a token may hold a function's parameters.
  static bool begins_parameters(tok::TokenKind before) {
    switch (before) {
    case tok::kw___attribute:
    case tok::kw___declspec:
    case tok::kw_alignas:
    case tok::kw_decltype:
    case tok::kw_explicit:
    case tok::kw_operator: // the name of a call operator
    case tok::kw_requires:
    case tok::kw_typeof:
    case tok::l_paren:
      return false;
    default:
      return true;
    }
  }

  void see_inside(const Token& token) {
    if (token.is(tok::l_paren)) {
      ++depth;
    } else if (token.is(tok::r_paren)) {
      --depth;
    } else if (depth == 0 && token.is(tok::r_square)) {
      place = Place::outside;
    } else if (depth == 0 && token.is(tok::comma)) {
      with_using ? expect_name() : expect_scope();
    } else if (token.is(tok::kw_using) && previous == tok::l_square) {
      with_using = true;
      expect_scope();
    } else if (expected == Expected::scope) {
      expected = is_scope(token) ? Expected::colons : Expected::rest;
    } else if (expected == Expected::colons &&
               token.is(with_using ? tok::colon : tok::coloncolon)) {
      expect_name();
    } else {
      expected = Expected::rest;
    }
  }

  void expect_scope() {
    expected = Expected::scope;
    definitions.define(scope_name, std::string(scope_macro));
  }
  void expect_name() {
    expected = Expected::name;
    for (const AttributeName& one : attribute_names) {
      const std::string_view macro = after_parameters ? type_macro : function_macro;
      definitions.define(one.name, std::string(macro) + std::string(one.name));
    }
  }
  /// Whether the token is the scope's macro's, not a `clang` of the program's.
  bool is_scope(const Token& token) const {
    return token.getLocation().isMacroID() &&
           clang::Lexer::getImmediateMacroName(token.getLocation(), preprocessor.getSourceManager(),
                                               preprocessor.getLangOpts()) ==
               llvm::StringRef(scope_name);
  }

  clang::Preprocessor& preprocessor;
  Definitions definitions;
  Place place = Place::outside;
  Expected expected = Expected::rest;
  tok::TokenKind previous = tok::unknown;
  /// For each open parenthesis whether it may hold a function's parameters.
  std::vector<bool> parentheses;
  /// Whether the token is behind a function's parameters, before its body.
  bool after_parameters = false;
  bool with_using = false; ///< [[using sycl: ...]]
  int depth = 0;           ///< of parentheses inside an attribute
};

} // namespace

void translate_attribute_tokens(clang::Preprocessor& preprocessor) {
  preprocessor.setPredefines(preprocessor.getPredefines() + macro_text());
  preprocessor.setTokenWatcher(
      [state = std::make_unique<State>(preprocessor)](const Token& token) { state->see(token); });
}

} // namespace sycl_plugin
