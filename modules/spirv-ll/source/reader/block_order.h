// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPIRV_LL_READER_BLOCK_ORDER_H
#define SPIRV_LL_READER_BLOCK_ORDER_H

#include "spirv_words/words.h"

#include <set>
#include <unordered_map>
#include <vector>

namespace spirv_ll {

/// In which order the blocks of a function are read: each behind one that branches to it, so that
/// on the way from the entry to a block all blocks have been read, those that dominate it among
/// them. Of several the first of the module is next: an order that is right stays.
///
/// SPIR-V demands that blocks stand so that each follows the one that dominates it (2.4, "Logical
/// Layout of a Module"); LLVM's translator has them otherwise behind optimisation.
class BlockOrder {
public:
  /// `blocks` are the instructions between a function's parameters and its OpFunctionEnd. They have
  /// to outlive the object.
  explicit BlockOrder(std::span<const Instruction> blocks);

  /// The next block, with the lines before its label. Empty when all have been read. Those that
  /// nothing branches to come last, in their order.
  [[nodiscard]] std::span<const Instruction> next();
  /// A block that has been read branches to the one of this label.
  void reached(uint32_t label);

private:
  std::vector<std::span<const Instruction>> blocks;
  std::unordered_map<uint32_t, size_t> positions; ///< of a label, in `blocks`
  std::set<size_t> unread, ready;                 ///< positions; all that is ready is unread
};

} // namespace spirv_ll

#endif
