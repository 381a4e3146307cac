// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/built_ins/relaxed_math.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

namespace compiler {
namespace {

constexpr llvm::StringRef relaxed[] = {"cos",   "exp",  "exp10", "exp2", "log",
                                       "log10", "log2", "powr",  "sin"};

/// Mangled types of float and vectors of it only.
bool is_of_floats(llvm::StringRef types) {
  if (types.consume_front("Dv")) {
    unsigned width = 0;
    return !types.consumeInteger(10, width) && types.consume_front("_f") &&
           (types.empty() || types == "S_");
  }
  return types == "f" || types == "ff";
}

/// The native form's name, or nothing.
std::string native_name(llvm::StringRef mangled) {
  unsigned length = 0;
  if (!mangled.consume_front("_Z") || mangled.consumeInteger(10, length) ||
      length > mangled.size()) {
    return {};
  }
  const llvm::StringRef name = mangled.take_front(length), types = mangled.drop_front(length);
  const bool is_power = name == "pow";
  if ((!is_power && !llvm::is_contained(relaxed, name)) || !is_of_floats(types)) {
    return {};
  }
  const std::string native = is_power ? "__lanewise_relaxed_pow" : "native_" + name.str();
  return "_Z" + std::to_string(native.size()) + native + types.str();
}

} // namespace

bool relaxed_math(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    const std::string name =
        function.isDeclaration() ? native_name(function.getName()) : std::string();
    if (name.empty()) {
      continue;
    }
    if (llvm::Function* native = module.getFunction(name)) {
      function.replaceAllUsesWith(native);
      function.eraseFromParent();
    } else {
      function.setName(name);
    }
    changed = true;
  }
  return changed;
}

} // namespace compiler
