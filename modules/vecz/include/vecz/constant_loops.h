// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_CONSTANT_LOOPS_H
#define VECZ_CONSTANT_LOOPS_H

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PassManager.h>

namespace vecz {

/// The loops of a function whose trip count is constant, and their counters. Loops with convergent
/// calls are left out, except for operations between lanes (lane_operations.h): all lanes run the
/// same number of iterations.
///
/// Requires: loops simplified and in LCSSA form.
class ConstantLoops {
public:
  using Loops = llvm::SmallSetVector<const llvm::Loop*, 4>;

  /// `max_instructions`: a limit for the instructions of all repetitions of a loop, with those of
  /// the loops in it. A load or store counts for `access_weight` instructions if its address
  /// depends on the loop and on other values that are not constant, and is in no variable of the
  /// function. With `triangles`, loops whose trip count becomes constant when constant loops around
  /// them are unrolled are among them (`for (j = i; j < 4; j++)`).
  ConstantLoops(llvm::Function& function, llvm::FunctionAnalysisManager& analyses,
                uint64_t max_instructions, uint64_t access_weight = 1, bool triangles = false);

  /// Whether `value` is made of the counters of such loops and of constants, those that are read
  /// from constant variables at such places included, so that it becomes a constant when they are
  /// unrolled. Adds these loops to `needed`.
  [[nodiscard]] bool becomes_constant(const llvm::Value& value, Loops& needed);

  /// Whether `pointer` becomes the address of a constant then.
  [[nodiscard]] bool becomes_place_of_constant(const llvm::Value& pointer, Loops& needed);

  /// Like becomes_constant, of an address: whether it becomes that of a constant place in
  /// `variable`.
  [[nodiscard]] bool becomes_address_in(const llvm::AllocaInst& variable,
                                        const llvm::Value& address, Loops& needed);

  /// Like becomes_constant, but the lane's number (lane_operations.h) counts as well: it becomes a
  /// constant in each lane.
  [[nodiscard]] bool becomes_constant_in_lanes(const llvm::Value& value, Loops& needed);

  /// All of them.
  [[nodiscard]] Loops all();

  /// The instructions of all repetitions of `wanted` and of the loops in them.
  [[nodiscard]] uint64_t size_of(const Loops& wanted);

  /// Unrolls the loops in `wanted` fully, inner ones first, without those whose trip count is not
  /// constant yet. Returns whether anything was done; the analyses then have to be invalidated.
  bool unroll(const Loops& wanted);

private:
  struct Question {
    const llvm::AllocaInst* variable = nullptr; ///< whose address counts as a constant, or none
    bool in_lanes = false;                      ///< the lane's number counts as a constant
    llvm::SmallPtrSet<const llvm::Value*, 16> seen;
  };
  [[nodiscard]] bool becomes_constant(const llvm::Value& value, Loops& needed, Question& question);
  [[nodiscard]] bool can_unroll(const llvm::Loop& loop);
  [[nodiscard]] bool find_out(const llvm::Loop& loop);
  [[nodiscard]] Loops counted_by(const llvm::Loop& loop);
  [[nodiscard]] unsigned trips(const llvm::Loop& loop);
  [[nodiscard]] uint64_t size_of(const llvm::Loop& loop);
  [[nodiscard]] uint64_t size_of(const llvm::BasicBlock& block) const;
  bool unroll(llvm::Loop& loop);

  llvm::Function& function;
  llvm::FunctionAnalysisManager& manager;
  const uint64_t limit, access_weight;
  const bool triangles;
  llvm::LoopInfo& loops;
  llvm::ScalarEvolution& evolution;
  llvm::DenseMap<const llvm::Loop*, bool> possible;
};

} // namespace vecz

#endif
