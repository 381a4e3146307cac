// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_VECTORIZE_H
#define VECZ_VECTORIZE_H

#include "vecz/call_info.h"
#include "vecz/vector_registers.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <string>
#include <vector>

namespace vecz {

/// Declared functions whose names begin so compute each result from the operands alone and are
/// there for every number of lanes: `i32 f(i32, i32)`, `<8 x i32> f.v8(<8 x i32>, <8 x i32>)`. The
/// target replaces them.
inline constexpr llvm::StringLiteral elementwise_prefix = "__lanewise_elementwise_";

/// Attribute of calls: the call is made once for each active lane, even if the function could be
/// vectorised.
inline constexpr llvm::StringLiteral done_by_lane = "vecz.done_by_lane";

/// Kernels often truncate an id: `int i = get_global_id(0)`. Vector forms rely on one of two
/// promises for it, which their caller keeps. A form with `ids_fit_int` runs only where global ids
/// are below this number in all dimensions, so that truncation keeps them. Of a masked form with
/// `truncated_ids_rise`, the global ids in x of the active lanes lie between two neighbouring
/// multiples of this number, so that truncated ids rise by one from lane to lane.
inline constexpr uint64_t int_id_limit = uint64_t(1) << 31;

/// `i32()`: how many of its lanes, from the first, a masked form is to run for; from 1 to its
/// width.
inline constexpr llvm::StringLiteral lanes_name = "vecz.lanes";

/// Attributes by which a kernel may say more of the target than FormMaker is told, which gives them
/// to its forms: VectorRegisters' bits, window_lanes, the bits of narrowest_masked, whether it does
/// not interleave, whether masked stores are slow, and whether masks cost something. Without
/// the second one all elements are loaded and stored under a mask.
inline constexpr llvm::StringLiteral register_bits = "vecz-register-bits";
inline constexpr llvm::StringLiteral window_lanes = "vecz-window-lanes";
inline constexpr llvm::StringLiteral masked_bits = "vecz-masked-bits";
inline constexpr llvm::StringLiteral never_interleaves = "vecz-never-interleaves";
inline constexpr llvm::StringLiteral slow_masked_stores = "vecz-slow-masked-stores";
inline constexpr llvm::StringLiteral costly_masks = "vecz-costly-masks";

/// An annotation of instructions (LLVM's !annotation) about which there are no notes.
inline constexpr llvm::StringLiteral of_a_built_in = "vecz.of_a_built_in";

/// A note for the user on how one place was vectorised.
struct Remark {
  llvm::DebugLoc where; ///< in the source, if known
  std::string text;

  /// In the source, 0 if not known.
  [[nodiscard]] unsigned line() const { return where ? where.getLine() : 0; }
};

/// The reason why a kernel stayed scalar, or the places where its work-items diverge and those that
/// are not done by one vector instruction.
struct Report {
  std::vector<Remark> lines; ///< each line and text once
  std::string obstacle;      ///< empty if the kernel was vectorised
};

/// One of the vector forms of a kernel.
struct VectorForm {
  llvm::Function* function;
  unsigned width;
  bool masked = false;      ///< runs for the first `vecz.lanes` of its lanes only
  bool ids_fit_int = false; ///< runs only where ids are below int_id_limit
  /// Ids of active lanes lie between neighbouring multiples of int_id_limit.
  bool truncated_ids_rise = false;
};

/// Instructions beyond which a vector form would take too long to compile.
inline constexpr size_t largest_form = 12000;

/// Attribute of forms: the local ids of lane 0 are multiples of the width. The caller of forms that
/// are not masked keeps this promise.
inline constexpr llvm::StringLiteral aligned_lanes = "vecz-aligned-lanes";
/// Attribute of forms with `ids_fit_int`.
inline constexpr llvm::StringLiteral int_ids = "vecz-int-ids";

/// How strongly a vector form is wanted. Some are not worth making, since they take long to compile
/// (largest_form) or run, or may hang where work-items wait for each other (waiting_loops.h); where
/// the results depend on the lanes, as in sub-groups of a required size that exchange values, there
/// is no other way.
enum class Demand { worthwhile, required };

/// Makes vector forms of one kernel: beside it, functions `<kernel>.vecz.<width>` of the same type
/// that do the work of `width` work-items, neighbours in x; ids in x are those of the first of
/// them, whose local id is a multiple of the width unless the form is masked. The kernel itself
/// stays as it is and refers to its forms with the metadata !vecz.vectorized. Barriers keep their
/// operands; each stands once in a form, too. Steps that all forms share run once.
///
/// Results are the same bit for bit. Thread safe for separate contexts.
class FormMaker {
public:
  FormMaker(llvm::Function& scalar_kernel, const CallInfo& call_info, const VectorRegisters& target,
            Demand how_much = Demand::worthwhile);
  FormMaker(const FormMaker&) = delete;
  ~FormMaker();

  /// Requires: `width` is a power of two from 2 to 64. Where it cannot be done, nothing changes and
  /// the report says why. A masked form is named `<kernel>.vecz.<width>.masked`.
  [[nodiscard]] Report make(unsigned width, bool masked = false);
  /// Whether forms do one block after the other, for the lanes that have come to it, because lanes
  /// part in too many ways for masks (Demand::required only). Then a masked form for all work-items
  /// is hardly slower, and takes half the time to compile.
  [[nodiscard]] bool dispatches();
  /// How many vector registers hold the short vectors that a loop hands on from round to round, in
  /// the loop where these are most, at `lanes` lanes that lie one after the other. 0 if the kernel
  /// cannot be vectorised.
  [[nodiscard]] unsigned carried_registers(unsigned lanes);
  /// The number of instructions that one work-item runs.
  [[nodiscard]] unsigned scalar_instructions();
  /// Of these, how many load from memory or store to it.
  [[nodiscard]] unsigned scalar_accesses();

private:
  /// A copy of the kernel at some step, made at the first need.
  struct Stage {
    llvm::Function* function = nullptr;
    std::string obstacle;
    std::vector<Remark> remarks;
    bool dispatches = false;
  };
  Stage& prepared(bool ids_fit_int);
  Stage& linearized(bool masked, bool& ids_fit_int);
  void dispatch(llvm::Function& from, bool masked, Stage& stage);
  llvm::Function* copy(llvm::Function& function, const llvm::Twine& name);

  llvm::Function& kernel;
  const CallInfo& calls;
  const VectorRegisters registers;
  const Demand demand;
  bool truncates_ids = false; ///< known once the kernel is prepared for any ids
  Stage prepared_for_any_ids, prepared_for_int_ids, linearized_whole, linearized_masked;
};

/// In the order in which they were made.
[[nodiscard]] llvm::SmallVector<VectorForm, 2> vector_forms(const llvm::Function& kernel);
/// Removes a form from its kernel and from the module.
void drop_form(llvm::Function& kernel, const VectorForm& form);
/// Removes the metadata that names the forms; the caller then owns them.
void forget_vector_forms(llvm::Function& kernel);

} // namespace vecz

#endif
