// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_WAITING_LOOPS_H
#define VECZ_WAITING_LOOPS_H

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>

namespace vecz {

/// A waiting loop calls this function so that the other work-items of the group run.
inline constexpr llvm::StringLiteral progress_point_name = "__mux_progress_point";

/// Whether a function, or one that it calls, has a loop in which a work-item waits for another: the
/// loop repeats until an atomic or volatile access to one place gives another answer, as in a lock.
/// As vector code such a loop may hang, since a lane that has the lock waits behind the loop for
/// the lanes that want it. Work-items that run one after the other do not.
///
/// Loops that make progress by themselves do not count: compare-and-exchange, in every round, with
/// what was read from that place, which ends the loop if it succeeds (one lane always does), taking
/// numbers from a counter until they are large enough, and accesses to another place in each round,
/// as in a hash table. The condition may come from a call: the pass that inserts progress points
/// has found this out, so they show that a loop waits.
///
/// Cost: in proportion to the instructions of loops around atomic or volatile accesses.
[[nodiscard]] bool waits_for_others(llvm::Function& function);

/// The headers of such loops of the function itself, those of outer loops first.
[[nodiscard]] llvm::SmallVector<llvm::BasicBlock*> waiting_loops(llvm::Function& function);

/// Whether a function itself has an access by which it could observe other work-items' writes.
[[nodiscard]] bool observes_others(const llvm::Function& function);

} // namespace vecz

#endif
