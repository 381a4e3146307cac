// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_CONTROL_FLOW_PLAIN_INDICES_H
#define VECZ_CONTROL_FLOW_PLAIN_INDICES_H

#include "vecz/affine.h"
#include "vecz/uniformity.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/ValueMapper.h>
#include <map>

namespace vecz {

/// What an index is for a lane that is at no border of an array: of `min(x + 1, last)` it is x + 1.
struct PlainIndex {
  /// A comparison of `left - less` with `right`, which holds in such lanes.
  struct Test {
    llvm::CmpInst::Predicate predicate;
    llvm::Value* left;
    llvm::Value* less; ///< or null
    llvm::Value* right;
  };
  llvm::Value* value = nullptr;
  llvm::Value* less = nullptr; ///< uniform, to be taken from `value`; or null
  bool is_signed = false;      ///< whether that does not wrap as a signed number
  llvm::SmallVector<Test, 2> tests;
};

/// Indices that are taken for what they are at no border.
using Assumed = llvm::SmallSetVector<const llvm::Instruction*, 4>;

/// Whether an instruction is of a kind that may have a plain form. Cheap.
[[nodiscard]] bool may_have_plain_form(const llvm::Instruction& instruction);

/// Whether a value is an id in any dimension, perhaps of another width.
[[nodiscard]] bool is_id_or_cast(const llvm::Value& value, const CallInfo& calls);

/// Finds the plain forms of indices, and makes code with them. Instructions may move meanwhile, and
/// new ones may be added, which count as uniform.
class PlainIndices {
public:
  PlainIndices(const CallInfo& in_calls, const Uniformity& in_uniformity)
      : calls(in_calls), uniformity(in_uniformity) {}

  /// By how much a value rises from lane to lane if indices that it is made of have their plain
  /// form; adds these to `assumed`. Nothing if it still varies in another way.
  [[nodiscard]] std::optional<int64_t> step_of(llvm::Value& value, Assumed& assumed);
  /// Of an index that step_of has added.
  [[nodiscard]] const PlainIndex& plain(const llvm::Instruction& index) const {
    return *known.at(&index);
  }
  /// `value` with the plain forms of `assumed`; `copies` stand for what they are copies of.
  [[nodiscard]] llvm::Value* rebuild(llvm::IRBuilder<>& builder, llvm::Value& value,
                                     const Assumed& assumed,
                                     const llvm::ValueToValueMapTy& copies) const;
  /// Whether all of `assumed` have their plain form in all active lanes.
  [[nodiscard]] llvm::Value* holds_in_all_lanes(llvm::IRBuilder<>& builder, const Assumed& assumed);

private:
  /// Sums of at most 64 bits that are known to be exact, of what is compared.
  struct Bound {
    llvm::Value* id;
    bool id_is_signed;
    bool is_lower; ///< id >= sum; otherwise id <= sum
    Affine sum;
  };

  [[nodiscard]] const PlainIndex* find(llvm::Value& value);
  [[nodiscard]] std::optional<PlainIndex> make(llvm::Instruction& instruction);
  [[nodiscard]] std::optional<PlainIndex> of_remainder(llvm::BinaryOperator& remainder);
  [[nodiscard]] std::optional<PlainIndex> of_choice(llvm::SelectInst& choice);
  [[nodiscard]] int64_t rise_of(llvm::Value& value);
  [[nodiscard]] bool rises(llvm::Value& value);
  [[nodiscard]] bool is_id(const llvm::Value& value) const {
    return is_id_or_cast(value, calls) && uniformity.is_varying(value);
  }
  [[nodiscard]] Affine sum_of(llvm::Value& value, Wrapping wrapping, Assumed& assumed,
                              unsigned depth = 0);
  [[nodiscard]] std::optional<Bound> exact(const PlainIndex::Test& test, Assumed assumed);
  [[nodiscard]] bool depends(const llvm::Value& value, const Assumed& assumed) const;

  const CallInfo& calls;
  const Uniformity& uniformity;
  std::map<const llvm::Value*, std::optional<PlainIndex>> known;
};

} // namespace vecz

#endif
