// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/overloads.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclGroup.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Mangle.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Sema/Lookup.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaConsumer.h>

#include <algorithm>

namespace compiler {
namespace {

/// A function's attributes that say which memory it accesses.
void drop_promises(clang::FunctionDecl& function) {
  function.dropAttrs<clang::ConstAttr, clang::PureAttr>();
}

/// Goes through the program's declarations, and asks Clang about built-in functions.
class Consumer : public clang::SemaConsumer {
public:
  explicit Consumer(const std::string& folder) : ours(folder) {}

  void InitializeSema(clang::Sema& made) override { sema = &made; }
  void ForgetSema() override { sema = nullptr; }

  bool HandleTopLevelDecl(clang::DeclGroupRef declarations) override {
    for (clang::Decl* declaration : declarations) {
      see(*declaration);
    }
    return true;
  }

protected:
  virtual void see_own(const clang::FunctionDecl&) {}
  virtual void see_type(const clang::TypedefDecl&) {}

  /// The built-in functions of that name which OpenCL C has.
  [[nodiscard]] std::vector<clang::FunctionDecl*> built_ins(llvm::StringRef name) const {
    clang::LookupResult result(*sema, &sema->Context.Idents.get(name), clang::SourceLocation(),
                               clang::Sema::LookupOrdinaryName);
    result.suppressDiagnostics();
    std::vector<clang::FunctionDecl*> functions;
    if (sema->LookupBuiltin(result)) {
      for (clang::NamedDecl* each : result) {
        auto* function = llvm::dyn_cast<clang::FunctionDecl>(each);
        if (function && !function->getBuiltinID()) { // those are C's
          functions.push_back(function);
        }
      }
    }
    return functions;
  }

  clang::Sema* sema = nullptr;

private:
  void see(clang::Decl& declaration) {
    if (auto* block = llvm::dyn_cast<clang::LinkageSpecDecl>(&declaration)) {
      for (clang::Decl* each : block->decls()) {
        see(*each);
      }
    } else if (auto* of_types = llvm::dyn_cast<clang::FunctionTemplateDecl>(&declaration)) {
      see(*of_types->getTemplatedDecl());
    } else if (const auto* type = llvm::dyn_cast<clang::TypedefDecl>(&declaration)) {
      see_type(*type);
    } else if (auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration)) {
      if (!sema->SourceMgr.getFilename(sema->SourceMgr.getExpansionLoc(function->getLocation()))
               .starts_with(ours)) {
        if (function->getFirstDecl()->isImplicit()) { // a built-in one
          for (clang::FunctionDecl* each : function->redecls()) {
            drop_promises(*each);
          }
        }
        see_own(*function);
      }
    }
  }

  const std::string& ours;
};

class FindOverloads final : public Consumer {
public:
  FindOverloads(Overloads& all, const std::string& folder) : Consumer(folder), found(all) {}

  void HandleTranslationUnit(clang::ASTContext& context) override {
    clang::ASTNameGenerator mangler(context);
    for (const clang::FunctionDecl* own : functions) {
      for (const clang::FunctionDecl* built_in : built_ins(own->getName())) {
        found.names.insert(own->getName().str());
        if (have_same_parameters(*own, *built_in)) {
          (is_redeclared(*own, *built_in) ? found.replaced : found.hidden)
              .insert(mangler.getName(built_in));
        }
      }
    }
  }

private:
  void see_own(const clang::FunctionDecl& function) override {
    const bool overloads =
        sema->getLangOpts().CPlusPlus || function.hasAttr<clang::OverloadableAttr>();
    if (overloads && function.getIdentifier() && !function.isInvalidDecl() &&
        function.getDeclContext()->getRedeclContext()->isTranslationUnit()) {
      functions.push_back(&function);
    }
  }

  [[nodiscard]] bool have_same_parameters(const clang::FunctionDecl& own,
                                          const clang::FunctionDecl& built_in) const {
    return !own.getDescribedFunctionTemplate() && own.getNumParams() == built_in.getNumParams() &&
           std::ranges::equal(
               own.parameters(), built_in.parameters(), [&](auto* left, auto* right) {
                 return sema->Context.hasSameUnqualifiedType(left->getType(), right->getType());
               });
  }

  [[nodiscard]] bool is_redeclared(const clang::FunctionDecl& own,
                                   const clang::FunctionDecl& built_in) const {
    return sema->Context.hasSameType(own.getReturnType(), built_in.getReturnType()) &&
           own.getStorageClass() != clang::SC_Static &&
           own.getLanguageLinkage() == built_in.getLanguageLinkage();
  }

  Overloads& found;
  std::vector<const clang::FunctionDecl*> functions;
};

class DeclareOverloaded final : public Consumer {
public:
  DeclareOverloaded(const Overloads& all, const std::string& folder)
      : Consumer(folder), overloads(all) {}

private:
  void see_type(const clang::TypedefDecl& type) override {
    if (type.getName() != "__lanewise_before_program") {
      return;
    }
    clang::ASTNameGenerator mangler(sema->Context);
    for (const std::string& name : overloads.names) {
      const clang::DeclarationName declared(&sema->Context.Idents.get(name));
      if (sema->IdResolver.begin(declared) != sema->IdResolver.end()) {
        continue;
      }
      for (clang::FunctionDecl* function : built_ins(name)) {
        const std::string mangled = mangler.getName(function);
        if (overloads.replaced.contains(mangled)) { // also for calls before it is
          drop_promises(*function);
        }
        if (!overloads.hidden.contains(mangled)) {
          sema->PushOnScopeChains(function, sema->TUScope);
        }
      }
    }
  }

  const Overloads& overloads;
};

} // namespace

std::unique_ptr<clang::ASTConsumer> find_overloads(Overloads& found, const std::string& ours) {
  return std::make_unique<FindOverloads>(found, ours);
}

std::unique_ptr<clang::ASTConsumer> declare_overloaded(const Overloads& overloads,
                                                       const std::string& ours) {
  return std::make_unique<DeclareOverloaded>(overloads, ours);
}

} // namespace compiler
