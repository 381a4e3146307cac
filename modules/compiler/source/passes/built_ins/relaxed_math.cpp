// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/built_ins/relaxed_math.h"

#include "passes/built_ins/mangled_name.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

namespace compiler {
namespace {

/// Their native forms are exact enough.
constexpr llvm::StringRef native[] = {"cos",   "exp",  "exp10", "exp2", "log",
                                      "log10", "log2", "powr",  "sin",  "tan"};
/// There are forms for this purpose (abacus/source/relaxed.h).
constexpr llvm::StringRef relaxed[] = {"acos",  "acosh", "acospi",  "asin",  "asinh",  "asinpi",
                                       "atan",  "atan2", "atan2pi", "atanh", "atanpi", "cbrt",
                                       "cosh",  "erf",   "expm1",   "hypot", "log1p",  "pow",
                                       "rootn", "rsqrt", "sinh",    "tanh"};

/// Mangled types of float and vectors of it only, or also of as many ints.
bool is_of_floats(llvm::StringRef types) {
  if (types.consume_front("Dv")) {
    unsigned width = 0;
    if (types.consumeInteger(10, width) || !types.consume_front("_f")) {
      return false;
    }
    return types.empty() || types == "S_" || types == "Dv" + std::to_string(width) + "_i";
  }
  return types == "f" || types == "ff" || types == "fi";
}

/// The other form's name, or nothing.
std::string relaxed_name(llvm::StringRef mangled) {
  const auto [name, types] = parse_mangled_name(mangled);
  const bool is_native = llvm::is_contained(native, name);
  if ((!is_native && !llvm::is_contained(relaxed, name)) || !is_of_floats(types)) {
    return {};
  }
  const std::string other = (is_native ? "native_" : "__lanewise_relaxed_") + name.str();
  return "_Z" + std::to_string(other.size()) + other + types.str();
}

} // namespace

bool relaxed_math(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    const std::string name =
        function.isDeclaration() ? relaxed_name(function.getName()) : std::string();
    if (name.empty()) {
      continue;
    }
    if (llvm::Function* other = module.getFunction(name)) {
      function.replaceAllUsesWith(other);
      function.eraseFromParent();
    } else {
      function.setName(name);
    }
    changed = true;
  }
  return changed;
}

} // namespace compiler
