// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "preparation/read_words.h"

#include "analysis/maybe_consecutive.h"
#include "vecz/affine.h"
#include "vecz/analysis_managers.h"
#include "vecz/work_item_memory.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace vecz {
namespace {

constexpr int64_t word_bytes = 4;
constexpr unsigned place_bits = 2; ///< which number the bytes of a word
/// The largest distance from round to round, in bytes: a word then serves two rounds at least.
constexpr int64_t largest_step = 2;
/// Bytes from lane to lane up to which loads do not gather.
constexpr int64_t near = 8;

/// The place of an address in its word: the lowest bits of a sum of values, each times a number.
struct Place {
  llvm::SmallVector<AffineStep::Part, 4> parts;
  int64_t constant = 0;

  /// Adds `factor` times `value`.
  void add(llvm::Value& value, int64_t factor, unsigned depth = 0) {
    constexpr unsigned deepest = 8;
    if (factor % word_bytes == 0 || ends_in_zeros(value)) {
      return;
    }
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value)) {
      constant += factor * int64_t(number->getValue().extractBitsAsZExtValue(place_bits, 0));
      return;
    }
    const auto* cast = llvm::dyn_cast<llvm::CastInst>(&value);
    if (cast && depth < deepest && keeps_place(*cast)) {
      return add(*cast->getOperand(0), factor, depth + 1);
    }
    const auto step = depth < deepest && has_place(*value.getType())
                          ? affine_step(value, Extension::sign)
                          : std::nullopt;
    if (!step) {
      parts.push_back({&value, factor});
      return;
    }
    constant += factor * (step->constant % word_bytes);
    for (const AffineStep::Part& part : step->parts) {
      add(*part.value, factor * (part.factor % word_bytes), depth + 1);
    }
  }

  /// As a number of 32 bits.
  llvm::Value* make(llvm::IRBuilder<>& builder) const {
    llvm::Type* type = builder.getInt32Ty();
    llvm::Value* sum = builder.getInt32(constant & (word_bytes - 1));
    for (const AffineStep::Part& part : parts) {
      llvm::Value* number =
          part.value->getType()->isPointerTy()
              ? builder.CreateTrunc(builder.CreatePtrToInt(part.value, builder.getInt64Ty()), type)
              : builder.CreateZExtOrTrunc(part.value, type);
      llvm::Value* factor = builder.getInt32(part.factor & (word_bytes - 1));
      sum = builder.CreateAdd(sum, builder.CreateMul(number, factor));
    }
    return builder.CreateAnd(sum, word_bytes - 1);
  }

private:
  static bool has_place(const llvm::Type& type) {
    return type.isPointerTy() || (type.isIntegerTy() && type.getIntegerBitWidth() >= place_bits);
  }
  /// Whether a conversion leaves the lowest bits as they are.
  static bool keeps_place(const llvm::CastInst& cast) {
    return llvm::isa<llvm::ZExtInst, llvm::SExtInst, llvm::TruncInst>(cast) &&
           has_place(*cast.getSrcTy()) && has_place(*cast.getDestTy());
  }
  static bool ends_in_zeros(const llvm::Value& value) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    return instruction &&
           llvm::computeKnownBits(&value, instruction->getDataLayout()).countMinTrailingZeros() >=
               place_bits;
  }
};

/// A load whose address changes by `step` bytes from round to round.
struct Walk {
  llvm::LoadInst* load;
  llvm::Loop* loop;
  int64_t step = 0;
  Place place;

  [[nodiscard]] int64_t bytes() const {
    return int64_t(load->getType()->getPrimitiveSizeInBits()) / 8;
  }
};

bool is_narrow(const llvm::LoadInst& load) {
  return load.isSimple() && (load.getType()->isIntegerTy(8) ||
                             (load.getType()->isIntegerTy(16) && load.getAlign() >= 2));
}

/// Whether the rest of a word may be read with a part of it: LLVM knows the sizes of variables.
bool has_whole_words(const llvm::LoadInst& load) {
  const unsigned space = load.getPointerAddressSpace();
  return (space == global_space || space == constant_space) &&
         llvm::isa<llvm::Argument>(llvm::getUnderlyingObject(load.getPointerOperand()));
}

class WordReading {
public:
  WordReading(llvm::Function& subject, const CallInfo& call_info)
      : function(subject), calls(call_info), dominators(subject), loops(dominators) {}

  bool run() {
    llvm::SmallVector<Walk> walks = find_loads();
    if (walks.empty()) {
      return false;
    }
    const Uniformity uniformity(function, calls);
    const Strides strides(function, calls, uniformity);
    llvm::erase_if(walks, [&](Walk& walk) { return !gathers(walk, uniformity, strides); });
    if (walks.empty()) {
      return false;
    }
    AnalysisManagers analyses;
    auto& evolution = analyses.functions.getResult<llvm::ScalarEvolutionAnalysis>(function);
    auto& aliases = analyses.functions.getResult<llvm::AAManager>(function);
    llvm::erase_if(walks, [&](Walk& walk) {
      return !find_step(walk, evolution) || is_written(walk, aliases);
    });
    for (const Walk& walk : walks) {
      read_by_words(walk);
    }
    return !walks.empty();
  }

private:
  /// Narrow loads that every round of a loop does.
  llvm::SmallVector<Walk> find_loads() {
    llvm::SmallVector<Walk> found;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      llvm::Loop* loop = load ? loops.getLoopFor(load->getParent()) : nullptr;
      if (loop && is_narrow(*load) && has_whole_words(*load) &&
          is_done_in_every_round(*load, *loop)) {
        found.push_back({.load = load, .loop = loop, .step = 0, .place = {}});
      }
    }
    return found;
  }

  bool is_done_in_every_round(const llvm::LoadInst& load, const llvm::Loop& loop) {
    llvm::SmallVector<llvm::BasicBlock*> ends;
    loop.getExitingBlocks(ends);
    loop.getLoopLatches(ends);
    return loop.getLoopPreheader() && loop.getLoopLatch() &&
           llvm::all_of(ends, [&](const llvm::BasicBlock* end) {
             return dominators.dominates(load.getParent(), end);
           });
  }

  /// Whether lanes gather, with all of them at the same place in a word.
  bool gathers(Walk& walk, const Uniformity& uniformity, const Strides& strides) {
    llvm::Value* pointer = walk.load->getPointerOperand();
    const auto stride = strides.stride(*pointer);
    if (!uniformity.is_varying(*pointer) || (stride && std::abs(*stride) <= near) ||
        find_maybe_consecutive_index(*pointer, uint64_t(walk.bytes()), uniformity, strides)) {
      return false;
    }
    walk.place.add(*pointer, 1);
    return llvm::all_of(walk.place.parts, [&](const AffineStep::Part& part) {
      return uniformity.is_uniform_in(*part.value, *walk.load->getParent(), loops);
    });
  }

  static bool find_step(Walk& walk, llvm::ScalarEvolution& evolution) {
    const auto* address =
        llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(walk.load->getPointerOperand()));
    if (!address || address->getLoop()->getHeader() != walk.loop->getHeader()) {
      return false;
    }
    const auto* step = llvm::dyn_cast<llvm::SCEVConstant>(address->getStepRecurrence(evolution));
    if (!step || step->getAPInt().abs().ugt(largest_step)) {
      return false;
    }
    walk.step = step->getAPInt().getSExtValue();
    return walk.step != 0 && walk.step % walk.bytes() == 0;
  }

  /// Whether something in the loop may write to what the load reads in any round, or may let others
  /// write there.
  static bool is_written(const Walk& walk, llvm::AAResults& aliases) {
    const auto all = llvm::MemoryLocation::getBeforeOrAfter(walk.load->getPointerOperand());
    return llvm::any_of(walk.loop->blocks(), [&](llvm::BasicBlock* block) {
      return llvm::any_of(*block, [&](llvm::Instruction& instruction) {
        return instruction.isAtomic() || instruction.isVolatile() ||
               (instruction.mayWriteToMemory() &&
                llvm::isModSet(aliases.getModRefInfo(&instruction, all)));
      });
    });
  }

  void read_by_words(const Walk& walk) {
    llvm::LoadInst& load = *walk.load;
    llvm::BasicBlock* header = walk.loop->getHeader();
    llvm::BasicBlock* before = walk.loop->getLoopPreheader();
    llvm::IRBuilder<> builder(header, header->begin());
    llvm::Type* type = builder.getInt32Ty();
    llvm::PHINode* kept = builder.CreatePHI(type, 2, "kept");
    llvm::PHINode* first = builder.CreatePHI(builder.getInt1Ty(), 2, "first");
    builder.SetInsertPoint(&load);
    llvm::Value* place = walk.place.make(builder);
    // What the round before has read is that far away: in another word or not.
    llvm::Value* is_next =
        walk.step > 0
            ? builder.CreateICmpULT(place, llvm::ConstantInt::get(type, walk.step))
            : builder.CreateICmpUGE(place, llvm::ConstantInt::get(type, word_bytes + walk.step));
    llvm::BasicBlock* block = load.getParent();
    llvm::Instruction* end = llvm::SplitBlockAndInsertIfThen(
        builder.CreateOr(first, is_next), load.getIterator(), false, nullptr, nullptr, &loops);
    builder.SetInsertPoint(end);
    llvm::Value* begin =
        builder.CreatePtrAdd(load.getPointerOperand(),
                             builder.CreateNeg(builder.CreateZExt(place, builder.getInt64Ty())));
    llvm::LoadInst* next = builder.CreateAlignedLoad(type, begin, llvm::Align(word_bytes));
    builder.SetInsertPoint(&load);
    llvm::PHINode* word = builder.CreatePHI(type, 2, "word");
    word->addIncoming(kept, block);
    word->addIncoming(next, end->getParent());
    llvm::BasicBlock* latch = walk.loop->getLoopLatch();
    kept->addIncoming(builder.getInt32(0), before);
    kept->addIncoming(word, latch);
    first->addIncoming(builder.getTrue(), before);
    first->addIncoming(builder.getFalse(), latch);
    llvm::Value* shifted = builder.CreateLShr(word, builder.CreateShl(place, 3));
    llvm::Value* read = builder.CreateTrunc(shifted, load.getType());
    read->takeName(&load);
    load.replaceAllUsesWith(read);
    load.eraseFromParent();
  }

  llvm::Function& function;
  const CallInfo& calls;
  llvm::DominatorTree dominators;
  llvm::LoopInfo loops;
};

} // namespace

bool read_words(llvm::Function& function, const CallInfo& calls) {
  const auto is_candidate = [](const llvm::Instruction& instruction) {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    return load && is_narrow(*load);
  };
  return llvm::any_of(llvm::instructions(function), is_candidate) &&
         WordReading(function, calls).run();
}

} // namespace vecz
