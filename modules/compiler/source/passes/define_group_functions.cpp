// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/define_group_functions.h"

#include "passes/sub_group_functions.h"
#include "passes/work_group_functions.h"

namespace compiler {
namespace {

llvm::GlobalVariable& make_scratch(llvm::Module& module, uint64_t bytes) {
  auto* type = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), bytes);
  auto* scratch = new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::InternalLinkage,
                                           llvm::UndefValue::get(type), "group.scratch", nullptr,
                                           llvm::GlobalValue::NotThreadLocal, 3);
  scratch->setAlignment(llvm::Align(128)); // of the largest type
  return *scratch;
}

} // namespace

bool define_group_functions(llvm::Module& module, uint64_t most_items) {
  llvm::SmallVector<std::pair<llvm::Function*, GroupFunction>> wanted;
  uint64_t bytes = 0;
  for (llvm::Function& function : module) {
    const auto what =
        function.isDeclaration() && !function.use_empty() ? group_function(function) : std::nullopt;
    if (what) {
      wanted.emplace_back(&function, *what);
      bytes = std::max(bytes, what->is_work_group ? scratch_bytes(function, *what, most_items) : 0);
    }
  }
  llvm::GlobalVariable* scratch = bytes > 0 ? &make_scratch(module, bytes) : nullptr;
  for (auto& [function, what] : wanted) {
    if (what.is_work_group) {
      define_work_group_function(*function, what, *scratch);
    } else {
      define_sub_group_function(*function, what);
    }
    function->setLinkage(llvm::GlobalValue::InternalLinkage);
    // What was said of the declaration ("reads no memory") need not hold for the body.
    function->removeFnAttr(llvm::Attribute::Memory);
    function->addFnAttr(llvm::Attribute::AlwaysInline);
  }
  return !wanted.empty();
}

} // namespace compiler
