// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_ANALYSIS_MAYBE_CONSECUTIVE_H
#define VECZ_ANALYSIS_MAYBE_CONSECUTIVE_H

#include "analysis/strides.h"

#include <llvm/IR/IRBuilder.h>

namespace vecz {

/// The varying index of an address that is not known to be strided but may be consecutive at run
/// time (rise by one from lane to lane), since it is arithmetic on ids. Examples are unsigned
/// 32-bit indices that might wrap, and indices made by division, remainder or bit operations of an
/// id. A test for it costs far less than a gather.
struct Index {
  llvm::Value* value; ///< before it is extended to the width of an address
  bool extends;       ///< whether it is extended
  bool is_signed;
};

/// Nothing unless `pointer` is a uniform base plus `bytes` times one index of that kind.
[[nodiscard]] std::optional<Index> find_maybe_consecutive_index(const llvm::Value& pointer,
                                                                uint64_t bytes,
                                                                const Uniformity& uniformity,
                                                                const Strides& strides);

/// Whether `first` and the `width - 1` numbers behind it are in the range of their type.
llvm::Value* stays_in_range(llvm::IRBuilder<>& builder, llvm::Value* first, bool is_signed,
                            unsigned width);

/// Marks a gather or scatter that hardly ever runs, so that cost models do not count it.
void mark_rarely_run(llvm::Instruction& access);
[[nodiscard]] bool is_rarely_run(const llvm::Instruction& access);

/// Marks the access of one lane's part of what would be a gather or scatter, for cost models.
void mark_row(llvm::Instruction& access);
[[nodiscard]] bool is_row(const llvm::Instruction& access);

/// For each lane whether its distance from the first is the lane's number.
llvm::Value* counts_up(llvm::IRBuilder<>& builder, llvm::Value* distance);

/// Takes the uniform `summands` from an index. Differences between lanes stay the same, modulo the
/// type's width.
llvm::Value* without_summands(llvm::Value* index, const Uniformity& uniformity,
                              llvm::SmallVectorImpl<llvm::Value*>& summands);

} // namespace vecz

#endif
