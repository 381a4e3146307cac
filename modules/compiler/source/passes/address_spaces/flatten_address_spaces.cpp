// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/address_spaces/flatten_address_spaces.h"

#include "passes/address_spaces/remap_address_spaces.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>

namespace compiler {
namespace {

/// A location without "in address space N": debuggers know of one only.
llvm::DIExpression* without_address_space(llvm::DIExpression* location) {
  llvm::SmallVector<uint64_t> kept;
  const auto elements = location->getElements();
  for (size_t i = 0; i < elements.size(); ++i) {
    const bool is_space = i + 3 < elements.size() && elements[i] == llvm::dwarf::DW_OP_constu &&
                          elements[i + 2] == llvm::dwarf::DW_OP_swap &&
                          elements[i + 3] == llvm::dwarf::DW_OP_xderef;
    if (is_space) {
      i += 3;
    } else {
      kept.push_back(elements[i]);
    }
  }
  return llvm::DIExpression::get(location->getContext(), kept);
}

void flatten_locations(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    for (llvm::DbgVariableRecord& record : llvm::filterDbgVars(instruction.getDbgRecordRange())) {
      record.setExpression(without_address_space(record.getExpression()));
    }
  }
}

} // namespace

bool flatten_address_spaces(llvm::Module& module) {
  remap_address_spaces(module, [](unsigned) { return 0u; });
  for (llvm::Function& function : module) {
    flatten_locations(function);
  }
  return true;
}

} // namespace compiler
