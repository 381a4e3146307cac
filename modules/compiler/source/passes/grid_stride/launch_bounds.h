// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_GRID_STRIDE_LAUNCH_BOUNDS_H
#define PASSES_GRID_STRIDE_LAUNCH_BOUNDS_H

#include "compiler/mux_builtins.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>
#include <optional>

namespace compiler {

/// The work-items that share a value: all that a range of work-groups has, or one work-group.
enum class Sharing : uint8_t { range, group };

/// The least and the greatest value that something has in any of the work-items, as exact i64.
struct Interval {
  llvm::Value *low, *high;
  bool is_natural;  ///< from 0 to 2^62, whatever the launch
  bool is_positive; ///< natural, and not 0
};

/// Computes the intervals of values made of ids, from the launch and the kernel's arguments. It
/// emits code at the builder, which is before all of the kernel's code: it uses nothing of the
/// kernel but its arguments.
class LaunchBounds {
public:
  LaunchBounds(llvm::IRBuilderBase& place, Sharing who) : builder(place), sharing(who) {}

  /// The interval of an integer of 32 or 64 bits. None if it is made of anything but ids and sizes,
  /// uniform values, sums, products and conversions.
  [[nodiscard]] std::optional<Interval> of(llvm::Value& value, bool is_signed, unsigned depth = 0);

  /// The value itself, which must be the same for all work-items; null if that is not certain, or
  /// if it cannot be computed here.
  [[nodiscard]] llvm::Value* shared(llvm::Value& value, unsigned depth = 0);

  /// Demands something of the launch: an i1.
  void require(llvm::Value* condition);

  /// The condition on a launch under which the intervals are right; null if they always are.
  [[nodiscard]] llvm::Value* requirement() const { return required; }

  /// Marks operations of the kernel as ones that do not wrap, as is the case where the requirement
  /// holds.
  void mark_exact_operations() const;

  /// Whether values of a launch's and of a group's sizes were met.
  bool has_launch_sizes = false, has_group_sizes = false;

private:
  [[nodiscard]] std::optional<Interval> of_word(llvm::CallInst& call);
  [[nodiscard]] std::optional<Interval> of_operation(llvm::BinaryOperator& operation,
                                                     bool is_signed, unsigned depth);
  [[nodiscard]] std::optional<Interval> of_product(Interval left, Interval right);
  [[nodiscard]] Interval fitting(Interval interval, llvm::Instruction& narrow, bool is_signed);
  [[nodiscard]] Interval of_shared(llvm::Value* value, bool is_signed);
  [[nodiscard]] bool is_shared(MuxBuiltin word) const;
  llvm::Value* ask(MuxBuiltin word, llvm::Value* dimension);

  llvm::IRBuilderBase& builder;
  Sharing sharing;
  llvm::Value* required = nullptr;
  /// Of the kernel, of 32 bits, which are enough for them as signed or unsigned numbers.
  llvm::SmallVector<std::pair<llvm::Instruction*, bool>> exact;
  llvm::DenseMap<const llvm::Value*, llvm::Value*> copies; ///< of shared values, made already
};

} // namespace compiler

#endif
