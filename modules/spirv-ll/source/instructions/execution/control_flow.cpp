// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V specification 3.49.17, control flow.
#include "reader/handlers.h"

#include <bit>
#include <llvm/IR/MDBuilder.h>
#include <unordered_set>

namespace spirv_ll {
namespace {

/// A block that a branch names; entry blocks cannot be branched to. Words behind the literals of a
/// switch have not been checked to be ids yet.
cargo::expected<llvm::BasicBlock*, std::string> target(Reader& reader, uint32_t label) {
  if (label == 0 || label >= reader.header.id_bound) {
    return fail("id " + id_text(label) + " is not below the bound " +
                std::to_string(reader.header.id_bound));
  }
  const Id& known = reader.ids[label];
  if (known.kind != IdKind::undefined && known.kind != IdKind::label) {
    return fail(id_text(label) + " is not a label");
  }
  llvm::BasicBlock* block = reader.block(label);
  if (block == &reader.function.ir->getEntryBlock()) {
    return fail("the first block of a function cannot be branched to");
  }
  reader.function.branched_to.push_back(label);
  return block;
}

Result label(Reader& reader, const Inst& inst) {
  CurrentFunction& current = reader.function;
  if (!current.ir) {
    return fail("it has to be in a function");
  }
  if (current.block) {
    return fail("the block before lacks its branch or return");
  }
  if (auto done = reader.define(inst.result, {IdKind::label, nullptr, nullptr, nullptr, 0});
      !done) {
    return fail(done.error());
  }
  // Blocks that were mentioned before stand behind; in LLVM the entry block is the first.
  llvm::BasicBlock* block = reader.block(inst.result);
  if (current.defined_blocks.empty()) {
    block->moveBefore(&current.ir->front());
  } else {
    block->moveAfter(&current.ir->back());
  }
  current.defined_blocks.insert(inst.result);
  current.block = inst.result;
  reader.builder.SetInsertPoint(block);
  reader.debug.end_block();
  return nullptr;
}

Result close(Reader& reader) {
  reader.function.block = 0;
  return nullptr;
}

Result branch(Reader& reader, const Inst& inst) {
  const auto to = target(reader, inst.word(0));
  if (!to) {
    return fail(to.error());
  }
  reader.builder.CreateBr(*to);
  return close(reader);
}

Result branch_conditional(Reader& reader, const Inst& inst) {
  const auto yes = target(reader, inst.word(1)), no = target(reader, inst.word(2));
  if (!yes || !no) {
    return fail(yes ? no.error() : yes.error());
  }
  llvm::MDNode* weights = nullptr;
  if (inst.count() == 5) {
    if (inst.word(3) == 0 && inst.word(4) == 0) {
      return fail("one of the weights has to be greater than 0");
    }
    weights = llvm::MDBuilder(reader.context).createBranchWeights(inst.word(3), inst.word(4));
  } else if (inst.count() != 3) {
    return fail("there are two weights or none");
  }
  reader.builder.CreateCondBr(inst.args[0], *yes, *no, weights);
  return close(reader);
}

Result branch_switch(Reader& reader, const Inst& inst) {
  const auto otherwise = target(reader, inst.word(1));
  if (!otherwise) {
    return fail(otherwise.error());
  }
  auto* type = llvm::cast<llvm::IntegerType>(inst.args[0]->getType());
  const size_t words = (type->getBitWidth() + 31) / 32;
  const auto cases = inst.from(2);
  if (cases.size() % (words + 1)) {
    return fail("literals have " + std::to_string(words) + " words here, then comes a label");
  }
  auto* made = reader.builder.CreateSwitch(inst.args[0], *otherwise, unsigned(cases.size() / 2));
  std::unordered_set<uint64_t> seen; // every value is possible, which llvm::DenseSet cannot hold
  for (size_t i = 0; i < cases.size(); i += words + 1) {
    const uint64_t bits = words == 2 ? cases[i] | uint64_t(cases[i + 1]) << 32 : cases[i];
    const auto to = target(reader, cases[i + words]);
    if (!to) {
      return fail(to.error());
    }
    auto* literal =
        llvm::ConstantInt::get(reader.context, llvm::APInt(64, bits).trunc(type->getBitWidth()));
    if (!seen.insert(literal->getZExtValue()).second) {
      return fail("there are two cases for " + std::to_string(bits));
    }
    made->addCase(literal, *to);
  }
  return close(reader);
}

Result ret(Reader& reader, const Inst&) {
  if (!reader.function.ir->getReturnType()->isVoidTy()) {
    return fail("the function returns a value");
  }
  reader.builder.CreateRetVoid();
  return close(reader);
}

Result return_value(Reader& reader, const Inst& inst) {
  if (reader.function.ir->getReturnType() != inst.args[0]->getType()) {
    return fail("the function returns another type");
  }
  reader.builder.CreateRet(inst.args[0]);
  return close(reader);
}

Result unreachable(Reader& reader, const Inst&) {
  reader.builder.CreateUnreachable();
  return close(reader);
}

Result phi(Reader& reader, const Inst& inst) {
  const Type* type = reader.type(inst.type);
  if (!type || !type->is_storable()) {
    return fail("the result type has no values");
  }
  llvm::BasicBlock* block = reader.builder.GetInsertBlock();
  if (!block->empty() && !llvm::isa<llvm::PHINode>(block->back())) {
    return fail("it has to stand at the beginning of its block");
  }
  auto* made = reader.builder.CreatePHI(type->ir, unsigned(inst.count() / 2));
  reader.function.phis.push_back({inst, made});
  return made;
}

/// A loop control and LLVM's name for it; a bit with an operand has it in the metadata.
struct LoopControlRow {
  uint32_t bit;
  const char* name; ///< null: a hint that is not taken
  bool has_operand;
};
constexpr LoopControlRow loop_controls[] = {
    {LoopControlBits::Unroll, "llvm.loop.unroll.enable", false},
    {LoopControlBits::DontUnroll, "llvm.loop.unroll.disable", false},
    {LoopControlBits::DependencyInfinite, nullptr, false},
    {LoopControlBits::DependencyLength, nullptr, true},
    {LoopControlBits::MinIterations, nullptr, true},
    {LoopControlBits::MaxIterations, nullptr, true},
    {LoopControlBits::IterationMultiple, nullptr, true},
    {LoopControlBits::PeelCount, "llvm.loop.peeled.count", true},
    {LoopControlBits::PartialCount, "llvm.loop.unroll.count", true},
};

/// The metadata of a loop whose control operand is at `words`; null if there is nothing to say.
/// OpLoopControlINTEL may have no operands.
llvm::MDNode* loop_metadata(Reader& reader, std::span<const uint32_t> words) {
  llvm::SmallVector<llvm::Metadata*, 4> hints = {nullptr};
  const uint32_t control = words.empty() ? 0 : words.front();
  size_t next = 1;
  for (const LoopControlRow& row : loop_controls) {
    if (!(control & row.bit)) {
      continue;
    }
    const uint32_t operand = row.has_operand && next < words.size() ? words[next++] : 0;
    // Peeling and partial unrolling by nothing would contradict themselves.
    if (!row.name || (row.has_operand && operand == 0)) {
      continue;
    }
    llvm::SmallVector<llvm::Metadata*, 2> hint = {llvm::MDString::get(reader.context, row.name)};
    if (row.has_operand) {
      hint.push_back(llvm::ConstantAsMetadata::get(reader.builder.getInt32(operand)));
    }
    hints.push_back(llvm::MDNode::get(reader.context, hint));
  }
  if (hints.size() == 1) {
    return nullptr;
  }
  auto* loop = llvm::MDNode::getDistinct(reader.context, hints);
  loop->replaceOperandWith(0, loop);
  return loop;
}

Result loop_control(Reader& reader, const Inst& inst, size_t control) {
  if (llvm::MDNode* metadata = loop_metadata(reader, inst.from(control))) {
    reader.function.loops.push_back({reader.builder.GetInsertBlock(), metadata});
  }
  return nullptr;
}

Result lifetime(Reader& reader, const Inst& inst) {
  // LLVM knows lifetimes of whole variables on the stack only.
  if (llvm::isa<llvm::AllocaInst>(inst.args[0])) {
    if (inst.opcode == Op::LifetimeStart) {
      reader.builder.CreateLifetimeStart(inst.args[0]);
    } else {
      reader.builder.CreateLifetimeEnd(inst.args[0]);
    }
  }
  return nullptr;
}

constexpr HandlerRow rows[] = {
    {Op::Label, nullptr, label},
    {Op::Branch, nullptr, branch},
    {Op::BranchConditional, "- bs", branch_conditional},
    {Op::Switch, "- is", branch_switch},
    {Op::Return, nullptr, ret},
    {Op::ReturnValue, "- v", return_value},
    {Op::Unreachable, nullptr, unreachable},
    {Op::Phi, nullptr, phi},
    {Op::SelectionMerge, nullptr, [](Reader&, const Inst&) -> Result { return nullptr; }},
    {Op::LoopMerge, nullptr, [](Reader& r, const Inst& i) { return loop_control(r, i, 2); }},
    {Op::LoopControlINTEL, nullptr, [](Reader& r, const Inst& i) { return loop_control(r, i, 0); }},
    {Op::LifetimeStart, "- p", lifetime},
    {Op::LifetimeStop, "- p", lifetime},
};

} // namespace

std::span<const HandlerRow> control_flow_rows() { return rows; }

} // namespace spirv_ll
