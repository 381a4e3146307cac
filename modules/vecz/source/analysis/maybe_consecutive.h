// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_ANALYSIS_MAYBE_CONSECUTIVE_H
#define VECZ_ANALYSIS_MAYBE_CONSECUTIVE_H

#include "analysis/strides.h"

#include <llvm/IR/IRBuilder.h>

namespace vecz {

/// The varying index of an address that is not known to be strided, but may turn out to
/// count up by one from lane to lane: it is arithmetic on ids. Unsigned 32-bit indices that might
/// wrap are of this kind, and what is computed with divisions, remainders or bits of an id. A test
/// of that costs far less than a gather.
struct Index {
  llvm::Value* value; ///< before it is extended to the width of addresses
  bool extends;       ///< is extended
  bool is_signed;
};

/// Nothing unless `pointer` is `bytes` times one varying index of that kind behind a uniform base.
[[nodiscard]] std::optional<Index> find_maybe_consecutive_index(const llvm::Value& pointer,
                                                                uint64_t bytes,
                                                                const Uniformity& uniformity,
                                                                const Strides& strides);

/// Whether `first` and the `width - 1` numbers behind it are in the range of their type.
llvm::Value* stays_in_range(llvm::IRBuilder<>& builder, llvm::Value* first, bool is_signed,
                            unsigned width);

/// Marks a gather or scatter that hardly ever runs, so that it does not count as a cost.
void mark_rarely_run(llvm::Instruction& access);
[[nodiscard]] bool is_rarely_run(const llvm::Instruction& access);

/// For each lane whether its distance from the first is the lane's number.
llvm::Value* counts_up(llvm::IRBuilder<>& builder, llvm::Value* distance);

/// What is left of an index without the uniform `summands`, which are the same for all lanes, so
/// that lanes are as far from each other as before, modulo the type's width.
llvm::Value* without_summands(llvm::Value* index, const Uniformity& uniformity,
                              llvm::SmallVectorImpl<llvm::Value*>& summands);

} // namespace vecz

#endif
