// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CONTROL_FLOW_PROGRESS_H
#define CONTROL_FLOW_PROGRESS_H

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

namespace vecz {

/// Reads memory that others may write meanwhile: LLVM takes no other loop to wait for them.
[[nodiscard]] bool is_observing(const llvm::Instruction& instruction);

/// The slice of a loop that computes a value (the exit condition, or an address) within one round.
class Slice {
public:
  Slice(const llvm::Loop& around, llvm::ArrayRef<const llvm::Value*> roots);

  /// Whether the value changes from round to round, by a phi of the loop or by a load.
  [[nodiscard]] bool changes() const { return has_phi_of_loop || has_read; }
  /// The accesses that observe other work-items' writes.
  [[nodiscard]] llvm::ArrayRef<const llvm::Instruction*> accesses() const { return found; }
  [[nodiscard]] bool contains(const llvm::Instruction& made) const { return seen.contains(&made); }

private:
  void visit(const llvm::Value& value);
  void add_condition(const llvm::BasicBlock& block);

  const llvm::Loop& loop;
  llvm::SmallVector<const llvm::Value*> work;
  llvm::SmallPtrSet<const llvm::Instruction*, 16> seen;
  llvm::SmallVector<const llvm::Instruction*> found;
  bool has_phi_of_loop = false, has_read = false;
};

[[nodiscard]] bool changes(const llvm::Loop& loop, const llvm::Value& value);
/// The address of an observing access.
[[nodiscard]] const llvm::Value& address_of(const llvm::Instruction& access);

/// Whether some work-item leaves the loop in each round: all paths through it contain a
/// compare-exchange that expects the value just loaded, which is there unless another work-item has
/// changed it, and that ends the loop if it succeeds. `decides`: the slice of the exit conditions.
[[nodiscard]] bool always_exchanges_loaded_value(const llvm::Loop& loop, const Slice& decides);

/// Whether an access takes a number from a counter, and each number that is taken brings the end of
/// the loop nearer: the counter rises, and the loop goes on while it is less than something, or the
/// other way round.
[[nodiscard]] bool counts(const llvm::Loop& loop, const llvm::Instruction& access,
                          const Slice& decides);

} // namespace vecz

#endif
