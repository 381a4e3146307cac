// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_passes/shuffles/permute_bytes.h"

#include "host_passes/needed_features.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace host {
namespace {

constexpr int close = 16; ///< bytes that instructions of all CPUs shuffle

/// Whether bytes come from several blocks of 16 into one, other than side by side.
bool moves_far(const llvm::ShuffleVectorInst& shuffle) {
  if (!shuffle.getType()->getElementType()->isIntegerTy(8)) {
    return false;
  }
  const llvm::ArrayRef<int> mask = shuffle.getShuffleMask();
  for (size_t begin = 0; begin + close <= mask.size(); begin += close) {
    const auto block = mask.slice(begin, close);
    int first = -1; // where the first byte would come from, if all were side by side
    bool adjacent = true, together = true;
    int place = -1;
    for (int i = 0; i < close; ++i) {
      const int from = block[size_t(i)];
      if (from < 0) {
        continue;
      }
      adjacent = adjacent && (first < 0 || from - i == first);
      first = from - i;
      together = together && (place < 0 || from / close == place);
      place = from / close;
    }
    if (!adjacent && !together) {
      return true;
    }
  }
  return false;
}

} // namespace

bool permute_bytes(llvm::Module& module, const Cpu& cpu) {
  if (!cpu.byte_permutes) {
    return false;
  }
  for (llvm::Function& function : module) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction);
      if (shuffle && moves_far(*shuffle)) {
        need_feature(module, cpu.byte_permutes);
        return true;
      }
    }
  }
  return false;
}

} // namespace host
