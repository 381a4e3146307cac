// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_REMARK_H
#define VECZ_REMARK_H

#include "vecz/vectorize.h"

namespace vecz {

using Remarks = std::vector<Remark>;

/// What is known already is not said again.
inline void add_remark(Remarks& remarks, const llvm::DebugLoc& where, std::string text) {
  const Remark remark{where, std::move(text)};
  const bool known = llvm::any_of(remarks, [&](const Remark& other) {
    return other.line() == remark.line() && other.text == remark.text;
  });
  if (!known) {
    remarks.push_back(remark);
  }
}

/// The instruction's own place, or else that of the nearest one before it in its block, or behind
/// it, as far as a few instructions: without debug information there is none anywhere.
inline llvm::DebugLoc place_of(const llvm::Instruction& instruction) {
  const auto nearest = [&](auto next) {
    const llvm::Instruction* near = &instruction;
    for (int i = 0; i < 16 && near && !near->getDebugLoc(); ++i) {
      near = next(*near);
    }
    return near ? near->getDebugLoc() : llvm::DebugLoc();
  };
  const llvm::DebugLoc before =
      nearest([](const llvm::Instruction& each) { return each.getPrevNode(); });
  return before ? before
                : nearest([](const llvm::Instruction& each) { return each.getNextNode(); });
}

inline void add_remark(Remarks& remarks, const llvm::Instruction& where, std::string text) {
  add_remark(remarks, place_of(where), std::move(text));
}

} // namespace vecz

#endif
