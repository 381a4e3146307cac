// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analyses/group_call_info.h"

#include "compiler/mux_builtins.h"
#include "passes/group_functions/group_functions.h"
#include "vecz/vectorize.h"

namespace compiler {
namespace {

class GroupCalls final : public vecz::CallInfo {
public:
  [[nodiscard]] vecz::CallKind kind(const llvm::CallBase& call) const override {
    const auto builtin = mux_builtin(call);
    if (builtin == MuxBuiltin::get_local_id || builtin == MuxBuiltin::get_global_id ||
        is_lanes_call(call)) {
      return vecz::CallKind::lane_id;
    }
    // Queries of the sub-group or of its work-items' values, or a value that changes over time.
    const llvm::Function* callee = call.getCalledFunction();
    return builtin == MuxBuiltin::read_clock || (callee && group_function(*callee))
               ? vecz::CallKind::unknown
               : lanes.kind(call);
  }
  [[nodiscard]] bool is_local_id(const llvm::CallBase& call) const override {
    return lanes.is_local_id(call);
  }
  [[nodiscard]] bool is_global_id(const llvm::CallBase& call) const override {
    return lanes.is_global_id(call);
  }

private:
  const vecz::CallInfo& lanes = vecz::mux_call_info();
};

} // namespace

const vecz::CallInfo& group_call_info() {
  static const GroupCalls& info = *new GroupCalls; // never destroyed
  return info;
}

bool is_lanes_call(const llvm::Value& value) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&value);
  return call && call->getCalledFunction() &&
         call->getCalledFunction()->getName() == vecz::lanes_name;
}

} // namespace compiler
