// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/local_memory/prefetch_groups.h"

#include "loop_hints.h"
#include "passes/analyses/affine.h"
#include "vecz/work_item_memory.h"

#include <cstdlib>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IRBuilder.h>

namespace compiler {
namespace {

constexpr unsigned min_instructions = 256; ///< more than can be under way at once
constexpr int64_t bytes_ahead = 4096;      ///< about what memory brings while a group computes
constexpr int64_t line = 64;               ///< bytes

/// By how many bytes an address grows from one group to the next in x; nothing if that is not
/// known.
int64_t bytes_per_group(llvm::Value& address) {
  const Affine place = affine_parts(address, Wrapping::ignored);
  int64_t bytes = 0;
  for (const Affine::Term& term : place.terms) {
    if (dimension_of(*term.value, MuxBuiltin::get_group_id) == 0U) {
      bytes = term.factor;
    } else if (!dimension_of(*term.value, MuxBuiltin::get_group_id) &&
               !dimension_of(*term.value, MuxBuiltin::get_global_offset) &&
               !llvm::isa<llvm::Argument>(term.value)) {
      return 0;
    }
  }
  return llvm::isa<llvm::Argument>(place.base) ? bytes : 0;
}

/// The lines that groups further on will read where this one reads `load`.
void add_lines(llvm::LoadInst& load, llvm::SmallVectorImpl<llvm::Value*>& lines) {
  const llvm::DataLayout& layout = load.getDataLayout();
  if (!load.isSimple() || load.getPointerAddressSpace() != vecz::global_space) {
    return;
  }
  const auto bytes = static_cast<int64_t>(layout.getTypeStoreSize(load.getType()));
  const int64_t per_group = bytes_per_group(*load.getPointerOperand());
  if (bytes < line || std::abs(per_group) < bytes || std::abs(per_group) > bytes_ahead) {
    return;
  }
  llvm::IRBuilder<> builder(&load);
  for (int64_t at = 0; at < bytes; at += line) {
    const int64_t ahead = bytes_ahead / std::abs(per_group) * per_group + at;
    lines.push_back(builder.CreateConstGEP1_64(builder.getInt8Ty(), load.getPointerOperand(),
                                               uint64_t(ahead),
                                               load.getPointerOperand()->getName() + ".later"));
  }
}

/// Memory takes only so many requests at a time, and code generation keeps the order of memory
/// accesses only: so each prefetch is put behind one of the last writes of the group.
bool fetch(llvm::Function& function) {
  llvm::SmallVector<llvm::LoadInst*> reads;
  llvm::SmallVector<llvm::Instruction*> writes;
  for (llvm::Instruction& instruction : function.getEntryBlock()) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      reads.push_back(load);
    } else if (llvm::isa<llvm::StoreInst>(instruction)) {
      writes.push_back(&instruction);
    }
  }
  if (writes.empty()) {
    return false;
  }
  llvm::SmallVector<llvm::Value*> lines;
  llvm::SmallPtrSet<const llvm::Value*, 16> seen; // places may be read again behind writes
  for (llvm::LoadInst* load : reads) {
    if (seen.insert(load->getPointerOperand()).second) {
      add_lines(*load, lines);
    }
  }
  for (size_t i = lines.size(); i-- > 0;) { // so that those behind one write come in order
    llvm::IRBuilder<> builder(writes[i * writes.size() / lines.size()]->getNextNode());
    // To be read, into all caches.
    builder.CreateIntrinsic(
        llvm::Intrinsic::prefetch, {lines[i]->getType()},
        {lines[i], builder.getInt32(0), builder.getInt32(3), builder.getInt32(1)});
  }
  return !lines.empty();
}

} // namespace

bool prefetch_groups(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL ||
        function.getInstructionCount() < min_instructions || has_loops(function)) {
      continue;
    }
    changed |= fetch(function);
  }
  return changed;
}

} // namespace compiler
