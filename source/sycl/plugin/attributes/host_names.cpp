// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "attributes/host_names.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Mangle.h>
#include <clang/AST/SYCLKernelInfo.h>
#include <clang/Basic/Diagnostic.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/raw_ostream.h>
#include <memory>
#include <set>
#include <system_error>

namespace sycl_plugin {

namespace {

/// How a compiler numbers lambdas.
enum class Numbering {
  by_parameters, ///< among those of the function with the same parameters
  by_place,      ///< among all of the function
};

/// What is mangled now: Clang asks a function without a state for the numbers.
struct Mangling {
  const llvm::DenseMap<const clang::CXXRecordDecl*, unsigned>* places = nullptr;
  /// Functions with a lambda that is not predictable, which may be counted with others.
  llvm::SmallPtrSet<const clang::DeclContext*, 8> mixed;
  Numbering numbering = Numbering::by_parameters;
  bool is_known = true; ///< all lambdas of the name are numbered so
};
thread_local Mangling mangling;

/// Whether other compilers mangle such a lambda like Clang. Those outside functions are named after
/// variables by some; template parameters and constraints are part of some names.
bool is_predictable(const clang::CXXRecordDecl& lambda) {
  const clang::CXXMethodDecl* const call = lambda.getLambdaCallOperator();
  return lambda.getDeclContext()->isFunctionOrMethod() && !lambda.getLambdaContextDecl() &&
         lambda.getLambdaExplicitTemplateParameters().empty() && call &&
         !call->getTrailingRequiresClause();
}

const clang::DeclContext* function_of(const clang::CXXRecordDecl& lambda) {
  return lambda.getDeclContext()->getPrimaryContext();
}

clang::UnsignedOrNone number_of(clang::ASTContext&, const clang::NamedDecl* declaration) {
  const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(declaration);
  if (!record || !record->isLambda()) {
    return std::nullopt;
  }
  const auto place = mangling.places->find(record);
  const bool by_place = mangling.numbering == Numbering::by_place;
  mangling.is_known = mangling.is_known && is_predictable(*record) &&
                      place != mangling.places->end() &&
                      (by_place || !mangling.mixed.contains(function_of(*record)));
  if (by_place && place != mangling.places->end()) {
    return place->second;
  }
  return record->getDeviceLambdaManglingNumber();
}

/// As typeid's name, which lacks Clang's prefix of such symbols; empty if it is not known.
std::string host_name(clang::MangleContext& context, clang::QualType type, Numbering numbering) {
  mangling.numbering = numbering;
  mangling.is_known = true;
  std::string text;
  llvm::raw_string_ostream stream(text);
  context.mangleCanonicalTypeName(type, stream);
  llvm::StringRef name = text;
  return mangling.is_known && name.consume_front("_ZTS") ? name.str() : std::string();
}

/// A launch could not find such a kernel.
void report_unknown(clang::DiagnosticsEngine& diagnostics, const clang::FunctionDecl& entry,
                    clang::QualType name) {
  const clang::CXXRecordDecl* const lambda = name->getAsCXXRecordDecl();
  diagnostics.Report(lambda ? lambda->getLocation() : entry.getLocation(),
                     diagnostics.getCustomDiagID(
                         clang::DiagnosticsEngine::Error,
                         "the host's compiler and Clang name this kernel's lambda differently: "
                         "give the kernel a name"));
}

std::string row(llvm::StringRef device, const std::string& by_parameters,
                const std::string& by_place) {
  return "  {\"" + device.str() + "\", \"" + by_parameters + "\", \"" + by_place + "\"},\n";
}

} // namespace

void HostNames::CompletedTagDefinition(const clang::TagDecl* tag) {
  const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(tag);
  if (record && record->isLambda()) {
    places[record] = ++counts[function_of(*record)];
  }
}

void HostNames::AddedCXXTemplateSpecialization(const clang::FunctionTemplateDecl*,
                                               const clang::FunctionDecl* made) {
  entries.push_back(made);
}

void HostNames::HandleTranslationUnit(clang::ASTContext& context) {
  mangling.places = &places;
  for (const auto& [lambda, place] : places) {
    if (!is_predictable(*lambda)) {
      mangling.mixed.insert(function_of(*lambda));
    }
  }
  const std::unique_ptr<clang::ItaniumMangleContext> names(
      clang::ItaniumMangleContext::create(context, context.getDiagnostics(), number_of));
  std::set<std::string> rows;
  for (const clang::FunctionDecl* entry : entries) {
    const auto* kernel = entry->getAttr<clang::SYCLKernelEntryPointAttr>();
    const clang::SYCLKernelInfo* const known =
        kernel && !kernel->isInvalidAttr() && !kernel->getKernelName()->isDependentType()
            ? context.findSYCLKernelInfo(kernel->getKernelName())
            : nullptr;
    if (!known) {
      continue;
    }
    const std::string by_parameters =
        host_name(*names, kernel->getKernelName(), Numbering::by_parameters);
    const std::string by_place = host_name(*names, kernel->getKernelName(), Numbering::by_place);
    const bool is_new = rows.insert(row(known->GetKernelName(), by_parameters, by_place)).second;
    if (is_new && by_parameters.empty() && by_place.empty()) {
      report_unknown(context.getDiagnostics(), *entry, kernel->getKernelName());
    }
  }
  std::error_code error;
  llvm::raw_fd_ostream stream(file, error);
  if (error) {
    clang::DiagnosticsEngine& diagnostics = context.getDiagnostics();
    diagnostics.Report(diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error,
                                                   "cannot write the kernels' names to '%0': %1"))
        << file << error.message();
    return;
  }
  stream << "struct names { const char *device, *by_parameters, *by_place; };\n"
         << "__attribute__((visibility(\"hidden\"))) const struct names " << symbol << "[] = {\n";
  for (const std::string& one : rows) {
    stream << one;
  }
  stream << "  {0, 0, 0}};\n";
}

} // namespace sycl_plugin
