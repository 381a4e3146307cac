// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/group_functions/define_group_functions.h"

#include "passes/group_functions/group_functions.h"
#include "passes/group_functions/work_group_functions.h"

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

/// What depends on which work-items of a sub-group are active must stay where it is; ids and sizes
/// are facts. Barriers and blocks concern the program's memory.
void describe(llvm::Function& function, GroupMeaning meaning) {
  auto effects = llvm::MemoryEffects::inaccessibleMemOnly();
  switch (meaning) {
  case GroupMeaning::barrier:
  case GroupMeaning::block_read:
  case GroupMeaning::block_write:
    effects = llvm::MemoryEffects::unknown();
    break;
  case GroupMeaning::size:
  case GroupMeaning::max_size:
  case GroupMeaning::count:
  case GroupMeaning::enqueued_count:
  case GroupMeaning::id:
  case GroupMeaning::local_id:
    effects = llvm::MemoryEffects::none();
    break;
  default:
    break;
  }
  const auto say = [&](auto& place) {
    place.removeFnAttr(llvm::Attribute::Memory);
    if (effects != llvm::MemoryEffects::unknown()) {
      place.addFnAttr(llvm::Attribute::getWithMemoryEffects(function.getContext(), effects));
    }
    if (effects != llvm::MemoryEffects::none()) {
      place.addFnAttr(llvm::Attribute::Convergent);
      place.addFnAttr(llvm::Attribute::NoMerge);
    }
    place.addFnAttr(llvm::Attribute::NoUnwind);
    place.addFnAttr(llvm::Attribute::WillReturn);
  };
  say(function);
  for (llvm::User* user : function.users()) {
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(user)) {
      say(*call);
    }
  }
}

} // namespace

bool define_group_functions(llvm::Module& module, uint64_t max_items) {
  llvm::SmallVector<std::pair<llvm::Function*, GroupFunction>> wanted;
  uint64_t bytes = 0;
  for (llvm::Function& function : module) {
    const auto what =
        function.isDeclaration() && !function.use_empty() ? group_function(function) : std::nullopt;
    if (what) {
      wanted.emplace_back(&function, *what);
      bytes = std::max(bytes, what->is_work_group ? scratch_bytes(function, *what, max_items) : 0);
    }
  }
  llvm::GlobalVariable* scratch = bytes > 0 ? &make_scratch(module, bytes) : nullptr;
  for (auto& [function, what] : wanted) {
    if (!what.is_work_group) {
      describe(*function, what.meaning);
      continue;
    }
    define_work_group_function(*function, what, *scratch);
    function->setLinkage(llvm::GlobalValue::InternalLinkage);
    // What was said of the declaration ("reads no memory") need not hold for the body.
    function->removeFnAttr(llvm::Attribute::Memory);
    function->addFnAttr(llvm::Attribute::AlwaysInline);
  }
  return !wanted.empty();
}

} // namespace compiler
