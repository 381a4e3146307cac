// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef REMARK_H
#define REMARK_H

#include <llvm/IR/Instruction.h>
#include <string>
#include <vector>

namespace vecz {

/// What a user may want to know of how one place was vectorised.
struct Remark {
  unsigned line; ///< in the source, 0 if not known
  std::string text;
};
using Remarks = std::vector<Remark>;

inline void add_remark(Remarks& remarks, const llvm::Instruction& where, std::string text) {
  const unsigned line = where.getDebugLoc() ? where.getDebugLoc().getLine() : 0;
  remarks.push_back({line, std::move(text)});
}

} // namespace vecz

#endif
