// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/facts/fold_launch_facts.h"

#include "compiler/mux_builtins.h"
#include "kernel_metadata.h"
#include "module_flags.h"

#include <llvm/IR/ConstantRange.h>
#include <optional>

namespace compiler {
namespace {

/// Known facts about the launches of one function.
struct Facts {
  std::array<uint64_t, 3> local_size = {}; ///< zeros: nothing
  uint64_t work_dim = 0;                   ///< likewise
  bool zero_offset = false;

  [[nodiscard]] std::optional<uint64_t> value(const llvm::CallInst& call,
                                              MuxBuiltin builtin) const {
    switch (builtin) {
    case MuxBuiltin::get_work_dim:
      return work_dim ? std::optional(work_dim) : std::nullopt;
    case MuxBuiltin::get_global_offset:
      return zero_offset ? std::optional<uint64_t>(0) : std::nullopt;
    case MuxBuiltin::get_local_size:
    case MuxBuiltin::get_enqueued_local_size:
      return size(call);
    default:
      return std::nullopt;
    }
  }

  /// The size of a group in the dimension that `call` asks about.
  [[nodiscard]] std::optional<uint64_t> size(const llvm::CallInst& call) const {
    const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
    return local_size[0] && dimension && dimension->getValue().ult(3)
               ? std::optional(local_size[dimension->getZExtValue()])
               : std::nullopt;
  }
};

} // namespace

bool fold_launch_facts(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    const Facts facts = {sizes_of(function, "reqd_work_group_size"),
                         module_flag(module, "lanewise.work_dim"),
                         module_flag(module, "lanewise.zero_offset") != 0};
    for_each_mux_call(function, [&](llvm::CallInst& call, MuxBuiltin builtin) {
      if (const auto value = facts.value(call, builtin)) {
        call.replaceAllUsesWith(llvm::ConstantInt::get(call.getType(), *value));
        call.eraseFromParent();
        changed = true;
        return;
      }
      if (const auto size = builtin == MuxBuiltin::get_local_id ? facts.size(call) : std::nullopt) {
        call.addRangeRetAttr({llvm::APInt(64, 0), llvm::APInt(64, *size)});
        changed = true;
      }
    });
  }
  return changed;
}

} // namespace compiler
