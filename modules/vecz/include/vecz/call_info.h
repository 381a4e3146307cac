// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_CALL_INFO_H
#define VECZ_CALL_INFO_H

#include <llvm/IR/InstrTypes.h>

namespace vecz {

/// The meaning of a call for the lanes of a group.
enum class CallKind {
  unknown, ///< may do anything, differently in each lane
  lane_id, ///< an id in the dimension that its operand names: in dimension 0 each lane's is one
           ///< more than that of the lane before, in others it is the same for all
  group_uniform, ///< its value is the same for all lanes whatever its arguments
  pure,          ///< its value depends on its arguments only, and it may be called at any time
  once, ///< concerns the group as a whole and stays one call: barriers, fences, progress points
  // Operations between lanes (lane_operations.h declares such functions).
  ballot,     ///< i64(i1): a bit for each active lane in which the operand holds
  read_lane,  ///< T(T, i32): the first operand's value in the lane that the second one names
  fill,       ///< T(T, T): the first operand in active lanes, the second one in others
  fold,       ///< T(T): all lanes' values combined, active or not
  group_call, ///< T(...): a call of another function with the values of all lanes
  every_lane, ///< i32(): the number of the lane, active or not
};

/// Tells the vectoriser about functions that kernels call. The code that drives the vectoriser
/// implements this; it must outlive the analyses that use it. Thread safe if const calls of the
/// implementation are.
class CallInfo {
public:
  virtual ~CallInfo() = default;
  [[nodiscard]] virtual CallKind kind(const llvm::CallBase& call) const = 0;
  /// Whether a lane_id is an id within the work-group, and so small in any launch.
  [[nodiscard]] virtual bool is_local_id(const llvm::CallBase& call) const = 0;
  /// Whether a call gives a global id, of any dimension: an id that `ids_fit_int` is about
  /// (vectorize.h).
  [[nodiscard]] virtual bool is_global_id(const llvm::CallBase& call) const = 0;
};

/// For the `__mux_*` vocabulary and LLVM's intrinsics.
[[nodiscard]] const CallInfo& mux_call_info();

} // namespace vecz

#endif
