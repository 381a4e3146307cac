// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/prefetch_groups.h"

#include "compiler/mux_builtins.h"

#include <cstdlib>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

namespace compiler {
namespace {

constexpr unsigned least_instructions = 256; ///< more than can be under way at once
constexpr int64_t bytes_ahead = 4096;        ///< about what memory brings while a group computes
constexpr int64_t line = 64;                 ///< bytes
constexpr unsigned global_memory = 1;        ///< its address space

/// By how much a value grows from one group to the next in x; nothing if that is not known.
std::optional<int64_t> step(const llvm::Value& value, const llvm::DataLayout& layout) {
  using namespace llvm::PatternMatch;
  if (llvm::isa<llvm::Argument, llvm::Constant>(value)) {
    return 0;
  }
  if (const auto builtin = mux_builtin(value)) {
    const auto* dimension =
        llvm::dyn_cast<llvm::ConstantInt>(llvm::cast<llvm::CallInst>(value).arg_empty()
                                              ? nullptr
                                              : llvm::cast<llvm::CallInst>(value).getArgOperand(0));
    if (builtin == MuxBuiltin::get_group_id && dimension) {
      return dimension->isZero() ? 1 : 0;
    }
    return builtin == MuxBuiltin::get_global_offset ? std::optional<int64_t>(0) : std::nullopt;
  }
  const llvm::Value *a = nullptr, *b = nullptr;
  const llvm::APInt* number = nullptr;
  const auto sum = [&](int sign) -> std::optional<int64_t> {
    const auto first = step(*a, layout), second = step(*b, layout);
    return first && second ? std::optional(*first + sign * *second) : std::nullopt;
  };
  const auto times = [&](int64_t factor) -> std::optional<int64_t> {
    const auto one = step(*a, layout);
    return one ? std::optional(*one * factor) : std::nullopt;
  };
  if (match(&value, m_AddLike(m_Value(a), m_Value(b)))) {
    return sum(1);
  }
  if (match(&value, m_Sub(m_Value(a), m_Value(b)))) {
    return sum(-1);
  }
  if (match(&value, m_Mul(m_Value(a), m_APInt(number))) && number->isSignedIntN(32)) {
    return times(number->getSExtValue());
  }
  if (match(&value, m_Shl(m_Value(a), m_APInt(number))) && number->ult(32)) {
    return times(int64_t(1) << number->getZExtValue());
  }
  if (match(&value, m_ZExtOrSExt(m_Value(a))) || match(&value, m_Trunc(m_Value(a)))) {
    return times(1); // where it wraps the fetch is in vain, no more
  }
  if (const auto* address = llvm::dyn_cast<llvm::GEPOperator>(&value)) {
    auto all = step(*address->getPointerOperand(), layout);
    llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> parts;
    llvm::APInt constant(64, 0);
    if (!all || !address->collectOffset(layout, 64, parts, constant)) {
      return std::nullopt;
    }
    for (const auto& [part, scale] : parts) {
      const auto one = step(*part, layout);
      if (!one) {
        return std::nullopt;
      }
      *all += *one * scale.getSExtValue();
    }
    return all;
  }
  return std::nullopt;
}

bool has_loops(const llvm::Function& function) {
  llvm::SmallVector<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>> edges;
  llvm::FindFunctionBackedges(function, edges);
  return !edges.empty();
}

/// The lines that groups further on will read where this one reads `load`.
void add_lines(llvm::LoadInst& load, llvm::SmallVectorImpl<llvm::Value*>& lines) {
  const llvm::DataLayout& layout = load.getDataLayout();
  if (!load.isSimple() || load.getPointerAddressSpace() != global_memory) {
    return;
  }
  const auto bytes = static_cast<int64_t>(layout.getTypeStoreSize(load.getType()));
  const int64_t per_group = step(*load.getPointerOperand(), layout).value_or(0);
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

/// Memory takes only so many requests at a time, and code generation keeps the order of what
/// touches it only: each request stands behind one of the last writes of the group.
bool fetch(llvm::Function& function) {
  llvm::SmallVector<llvm::Value*> lines;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(function.getEntryBlock())) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      add_lines(*load, lines);
    }
  }
  llvm::SmallVector<llvm::Instruction*> writes;
  for (llvm::Instruction& instruction : function.getEntryBlock()) {
    if (llvm::isa<llvm::StoreInst>(instruction)) {
      writes.push_back(&instruction);
    }
  }
  if (writes.empty()) {
    return false;
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
        function.getInstructionCount() < least_instructions || has_loops(function)) {
      continue;
    }
    changed |= fetch(function);
  }
  return changed;
}

} // namespace compiler
