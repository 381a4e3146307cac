// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPIRV_LL_DECLARATIONS_DECORATIONS_H
#define SPIRV_LL_DECLARATIONS_DECORATIONS_H

#include "reader/grammar.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <optional>
#include <span>

namespace spirv_ll {

struct Decor {
  Decoration kind;
  std::span<const uint32_t> words; ///< its parameters
};

/// The decorations of a module (OpDecorate and the like), by target and by member of a target.
class Decorations {
public:
  static constexpr uint32_t whole = ~0u;
  using List = llvm::SmallVector<Decor, 2>;

  void add(uint32_t target, Decor decor, uint32_t member = whole) {
    lists[{target, member}].push_back(decor);
  }
  /// All of one target, in order.
  [[nodiscard]] std::span<const Decor> of(uint32_t target, uint32_t member = whole) const {
    const auto found = lists.find({target, member});
    return found == lists.end() ? std::span<const Decor>() : std::span<const Decor>(found->second);
  }
  [[nodiscard]] bool has(uint32_t target, Decoration kind) const { return find(target, kind); }
  /// The first of a kind, or null.
  [[nodiscard]] const Decor* find(uint32_t target, Decoration kind) const {
    for (const Decor& decor : of(target)) {
      if (decor.kind == kind) {
        return &decor;
      }
    }
    return nullptr;
  }
  /// Its first word.
  [[nodiscard]] std::optional<uint32_t> number(uint32_t target, Decoration kind) const {
    const Decor* decor = find(target, kind);
    return decor && !decor->words.empty() ? std::optional(decor->words[0]) : std::nullopt;
  }

private:
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, List> lists;
};

} // namespace spirv_ll

#endif
