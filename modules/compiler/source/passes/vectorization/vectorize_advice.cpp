// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorization/vectorize_advice.h"

namespace compiler {
namespace {

/// By how a text begins; the first row that fits counts.
struct Advice {
  llvm::StringLiteral begin;
  llvm::StringLiteral advice;
};

constexpr llvm::StringLiteral linear_index =
    "make the index linear: the id in dimension 0, times 1, plus a value that is the same for all "
    "work-items; or first copy the elements to local memory in that order";
constexpr llvm::StringLiteral index_as_sum =
    "write the index as a sum of the id and a value that is the same for all work-items, in int "
    "or size_t throughout: uint may wrap, a sum of size_t may not fit the int that it becomes, and "
    "% "
    "and & break the order";

constexpr Advice rows[] = {
    // Places.
    {"work-items leave this loop at different times",
     "a number of rounds that is the same for all work-items, or at least for neighbours; where "
     "rounds are cheap, all work-items can run the same number and discard results"},
    {"work-items go different ways here, in a loop",
     "hoist the branch out of the loop, or replace it by a selection (?:, select, min, max, "
     "clamp)"},
    {"work-items go different ways here",
     "a condition that is the same for all work-items, or a selection (?:, select, min, max, "
     "clamp); a guard such as 'if (id < n)' costs little"},
    {"a load gathers: ", linear_index},
    {"a store scatters: ",
     "make the index linear: the id in dimension 0, times 1, plus a value that is the same for all "
     "work-items; or collect results in local memory and store them in order"},
    {"a load gathers where", index_as_sum},
    {"a store scatters where", index_as_sum},
    {"an atomic operation is",
     "combine the values of a group first (work_group_reduce_add, sub_group_reduce_add, an atomic "
     "on local memory), so that one work-item does it for all"},
    {"a load of this kind is", "leave out volatile, and use types of 8, 16, 32 or 64 bits"},
    {"a store of this kind is", "leave out volatile, and use types of 8, 16, 32 or 64 bits"},
    {"a call of ", "let the function be inlined: no noinline, no recursion, a smaller body"},
    {"a vector of addresses is", "keep one pointer and an index instead of several pointers"},
    {"an instruction without a vector form is",
     "compute it in float, int or short vectors of them"},
    {"a private array stays in memory", "give the loops over it a small number of rounds that is "
                                        "known when the kernel is compiled, or "
                                        "make the array smaller"},
    {"a call stays, as", "divide the kernel, or call the function less often"},
    // Reasons why a kernel stayed scalar.
    {"its work-groups are one work-item wide",
     "a required local size of 8, 16 or more in dimension 0"},
    {"a loop gathers more than it computes",
     "let neighbouring work-items read neighbouring elements in it"},
    {"its loops sum along rows", "nothing; the loops themselves are vectorised"},
    {"the program has very many kernels", "divide the program, or wait for the variants"},
    {"work-items wait for each other in a loop",
     "a barrier or an atomic operation without a loop around it"},
    {"it has more than", "divide the kernel"},
    {"its vector form would have more than",
     "divide the kernel, or take atomic operations and calls out of its loops"},
    {"it has control flow of an unknown kind", "if, for, while and switch"},
    {"a private variable has no fixed size", "private arrays of constant sizes"},
    {"a value has a type without a vector form", "scalars and short vectors instead of structures"},
    {"nothing differs between work-items", "nothing, unless get_global_id is missing"},
    {"its private variables are too large",
     "smaller private arrays: those of all work-items of a vector together fit into 64 KiB"},
    {"work-items go too many different ways", "a table instead of a switch, or fewer cases"},
};

} // namespace

llvm::StringRef advice_on(llvm::StringRef text) {
  for (const Advice& row : rows) {
    if (text.starts_with(row.begin)) {
      return row.advice;
    }
  }
  return "";
}

} // namespace compiler
