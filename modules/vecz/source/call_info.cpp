// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vecz/call_info.h"

#include "mask_calls.h"
#include "vector_functions.h"
#include "vecz/lane_operations.h"
#include "vecz/vectorize.h"
#include "vecz/waiting_loops.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>

namespace vecz {
namespace {

class MuxCallInfo final : public CallInfo {
public:
  [[nodiscard]] bool is_local_id(const llvm::CallBase& call) const override {
    const llvm::Function* callee = call.getCalledFunction();
    return callee && (callee->getName() == "__mux_get_local_id" || callee->getName() == lane_name);
  }
  [[nodiscard]] bool is_global_id(const llvm::CallBase& call) const override {
    const llvm::Function* callee = call.getCalledFunction();
    return callee && callee->getName() == "__mux_get_global_id";
  }
  [[nodiscard]] CallKind kind(const llvm::CallBase& call) const override {
    const llvm::Function* callee = call.getCalledFunction();
    if (!callee) {
      return CallKind::unknown;
    }
    const llvm::StringRef name = callee->getName();
    if (name == "__mux_get_global_id" || name == "__mux_get_local_id") {
      const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
      return dimension && !dimension->isZero() ? CallKind::group_uniform : CallKind::lane_id;
    }
    if (name == lane_name) {
      return CallKind::lane_id;
    }
    if (name == lanes_name) {
      return CallKind::group_uniform;
    }
    if (is_function_call(call, argument_name)) {
      return CallKind::unknown;
    }
    if (is_function_call(call, result_name)) {
      return CallKind::group_uniform;
    }
    if (name == ballot_name) {
      return CallKind::ballot;
    }
    if (name.starts_with(read_name)) {
      return CallKind::read_lane;
    }
    if (name.starts_with(fill_name)) {
      return CallKind::fill;
    }
    if (name.starts_with(fold_name)) {
      return CallKind::fold;
    }
    if (name.starts_with(group_call_name)) {
      return CallKind::group_call;
    }
    if (name == every_lane_name) {
      return CallKind::every_lane;
    }
    if (name == truncated_id_name) {
      return CallKind::pure;
    }
    if (name.starts_with("__mux_get_") || name.starts_with("__mux_has_")) {
      // The dimension asked for may itself vary.
      return call.arg_empty() ? CallKind::group_uniform : CallKind::pure;
    }
    if (name == "__mux_work_group_barrier" || name == "__mux_mem_barrier" ||
        name == progress_point_name) {
      return CallKind::once;
    }
    if (name == any_name || name == "__mux_read_clock") { // lanes read it at the same time
      return CallKind::group_uniform;
    }
    if (name == mask_name) {
      return CallKind::once;
    }
    return call.doesNotAccessMemory() && !call.isConvergent() ? CallKind::pure : CallKind::unknown;
  }
};

} // namespace

const CallInfo& mux_call_info() {
  static const MuxCallInfo& info = *new MuxCallInfo; // never destroyed
  return info;
}

} // namespace vecz
