// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vecz/register_pressure.h"

#include "analysis/unlikely_blocks.h"
#include "vecz/uniformity.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/MathExtras.h>

namespace vecz {
namespace {

uint64_t bits_of(const llvm::FixedVectorType& type) {
  const unsigned element = type.getElementType()->isPointerTy() ? 64 : type.getScalarSizeInBits();
  return uint64_t(element) * type.getNumElements();
}

/// Finds the live values, from the end of each block to its beginning, until nothing changes.
class Liveness {
public:
  Liveness(llvm::Function& subject, unsigned register_bits, unsigned times_as_wide)
      : function(subject), bits(register_bits), factor(times_as_wide),
        unlikely(unlikely_blocks(subject)) {}

  unsigned most() {
    const llvm::SmallVector<const llvm::BasicBlock*> order(llvm::post_order(&function));
    for (bool changed = true; changed;) {
      changed = false;
      for (const llvm::BasicBlock* block : order) {
        changed |= !unlikely.contains(block) && scan(*block);
      }
    }
    return highest;
  }

private:
  using Values = llvm::SmallPtrSet<const llvm::Value*, 16>;

  [[nodiscard]] unsigned registers_for(const llvm::Value& value) const {
    // Constants are read from memory as they are used.
    return llvm::isa<llvm::Constant>(value) ? 0 : vecz::registers_for(value, bits, factor);
  }

  void add(Values& alive, const llvm::Value& value) {
    if (const unsigned count = registers_for(value); count != 0 && alive.insert(&value).second) {
      now += count;
      highest = std::max(highest, now);
    }
  }

  /// Whether the set of live values at its beginning grew.
  bool scan(const llvm::BasicBlock& block) {
    Values alive;
    now = 0;
    for (const llvm::BasicBlock* next : llvm::successors(&block)) {
      if (unlikely.contains(next)) {
        continue;
      }
      for (const llvm::Value* value : begins[next]) {
        add(alive, *value);
      }
      for (const llvm::PHINode& phi : next->phis()) {
        add(alive, *phi.getIncomingValueForBlock(&block));
      }
    }
    for (const llvm::Instruction& instruction : llvm::reverse(block)) {
      if (alive.erase(&instruction)) {
        now -= registers_for(instruction);
      }
      if (!llvm::isa<llvm::PHINode>(instruction)) {
        for (const llvm::Value* operand : instruction.operands()) {
          add(alive, *operand);
        }
      }
    }
    Values& begin = begins[&block];
    const bool grew = alive.size() != begin.size();
    begin = std::move(alive);
    return grew;
  }

  const llvm::Function& function;
  const unsigned bits, factor;
  const llvm::SmallPtrSet<const llvm::BasicBlock*, 8> unlikely; ///< may spill
  llvm::DenseMap<const llvm::BasicBlock*, Values> begins;
  unsigned now = 0, highest = 0; ///< registers
};

/// Whether loops may carry vectors.
bool has_short_vectors(const llvm::Function& function) {
  return llvm::any_of(function, [](const llvm::BasicBlock& block) {
    return llvm::any_of(block.phis(),
                        [](const llvm::PHINode& phi) { return phi.getType()->isVectorTy(); });
  });
}

/// `times`: how many vectors one of a function stands for.
unsigned most_carried(const llvm::Function& function, unsigned bits,
                      llvm::function_ref<unsigned(const llvm::PHINode&)> times) {
  const llvm::DominatorTree dominators(const_cast<llvm::Function&>(function));
  const llvm::LoopInfo loops(dominators);
  unsigned most = 0;
  for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
    unsigned carried = 0;
    for (const llvm::PHINode& phi : loop->getHeader()->phis()) {
      const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(phi.getType());
      if (type && !type->getElementType()->isIntegerTy(1)) {
        carried += llvm::divideCeil(times(phi) * bits_of(*type), bits);
      }
    }
    most = std::max(most, carried);
  }
  return most;
}

} // namespace

unsigned registers_for(const llvm::Value& value, unsigned bits, unsigned factor) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(value.getType());
  if (!type || type->getElementType()->isIntegerTy(1)) {
    return 0;
  }
  if (llvm::getSplatValue(&value)) {
    return 1;
  }
  return factor * llvm::divideCeil(bits_of(*type), bits);
}

unsigned registers_needed(llvm::Function& function, unsigned bits, unsigned factor) {
  return Liveness(function, bits, factor).most();
}

unsigned registers_carried(const llvm::Function& function, unsigned bits) {
  return has_short_vectors(function)
             ? most_carried(function, bits, [](const llvm::PHINode&) { return 1U; })
             : 0;
}

unsigned registers_carried(llvm::Function& kernel, unsigned bits, unsigned lanes,
                           const CallInfo& calls) {
  if (!has_short_vectors(kernel)) {
    return 0; // as in most kernels, whose loops need not be found
  }
  const Uniformity uniformity(kernel, calls);
  return most_carried(kernel, bits, [&](const llvm::PHINode& phi) {
    return uniformity.is_varying(phi) ? lanes : 0;
  });
}

} // namespace vecz
