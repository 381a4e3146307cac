// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda_passes/warp_functions.h"

#include "cuda/kernel_abi.h"
#include "cuda_passes/warp_arithmetic.h"
#include "cuda_passes/warp_code.h"
#include "passes/group_functions/group_items.h"
#include "passes/group_functions/sub_group_call.h"
#include "passes/group_functions/sub_group_lanes.h"
#include "vecz/lane_operations.h"

#include <array>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

namespace cuda {
namespace {

using compiler::GroupMeaning;
using compiler::MuxBuiltin;

/// The threads of the warp, of which the last of a work-group may have less than 32: all of them
/// begin the kernel together.
class WholeWarp {
public:
  explicit WholeWarp(llvm::Function& subject) : kernel(subject) {}

  /// Has all threads of the warp come to where `call` is. After a branch or a loop, those that took
  /// another way may come later.
  void gather(llvm::CallInst& call) {
    if (!threads) {
      llvm::IRBuilder<> builder(&*kernel.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
      threads = threads_here(builder);
    }
    llvm::IRBuilder<>(&call).CreateIntrinsic(llvm::Intrinsic::nvvm_bar_warp_sync, {threads});
  }

private:
  llvm::Function& kernel;
  llvm::Value* threads = nullptr;
};

/// Whether all work-items of the sub-group have to come to a call. Functions of the later
/// extensions are for those that do.
bool is_for_all(const compiler::SubGroupCall& call) {
  const llvm::StringRef name = call.call->getCalledFunction()->getName();
  return !compiler::is_position_query(call.what.meaning) &&
         llvm::none_of(std::array<llvm::StringRef, 7>{"non_uniform", "clustered", "ballot", "elect",
                                                      "shuffle", "rotate", "broadcast_first"},
                       [&](llvm::StringRef part) { return name.contains(part); });
}

/// Sizes and ids by the linear local id, in whose order warps are made, and barriers.
class Place : compiler::SubGroupCode {
public:
  explicit Place(const compiler::SubGroupCall& of) : SubGroupCode(*of.call, of.what) {}

  /// The size of the warp that the thread is in: threads before it in the group make up whole ones.
  void replace_size() {
    llvm::Value* before = builder.CreateAnd(compiler::linear_local_id(builder),
                                            builder.getInt64(~uint64_t(warp_size - 1)));
    llvm::Value* left = builder.CreateSub(items(MuxBuiltin::get_local_size), before);
    replace_with(as_result(
        builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, left, builder.getInt64(warp_size))));
  }
  void replace_id() {
    replace_with(as_result(
        builder.CreateUDiv(compiler::linear_local_id(builder), builder.getInt64(warp_size))));
  }
  void replace_barrier(WholeWarp& warp) {
    create_fence(fence_scope());
    warp.gather(call);
    replace_with(nullptr);
  }
};

void replace(const compiler::SubGroupCall& call, WholeWarp& warp) {
  if (call.what.meaning == GroupMeaning::barrier) {
    return Place(call).replace_barrier(warp);
  }
  if (is_for_all(call)) {
    warp.gather(*call.call);
  }
  switch (call.what.meaning) {
  case GroupMeaning::reduce:
  case GroupMeaning::scan_inclusive:
  case GroupMeaning::scan_exclusive:
    return replace_arithmetic(call);
  case GroupMeaning::size:
    return Place(call).replace_size();
  case GroupMeaning::id:
    return Place(call).replace_id();
  default: // what is made of the three operations below
    compiler::replace_for_lanes(call, warp_size);
  }
}

/// The warp's form of an operation between lanes (vecz/lane_operations.h); null for another call.
llvm::Value* in_warp(llvm::CallInst& call) {
  llvm::IRBuilder<> builder(&call);
  if (vecz::is_lane_number(call)) {
    return builder.CreateZExt(lane_number(builder), call.getType());
  }
  if (!vecz::is_lane_operation(call)) {
    return nullptr;
  }
  llvm::Value* threads = threads_here(builder);
  if (call.getCalledFunction()->getName() == vecz::ballot_name) {
    llvm::Value* votes = builder.CreateIntrinsic(llvm::Intrinsic::nvvm_vote_ballot_sync,
                                                 {threads, call.getArgOperand(0)});
    return builder.CreateZExt(votes, call.getType());
  }
  assert(call.getCalledFunction()->getName().starts_with(vecz::read_name));
  return read_lane(builder, threads, call.getArgOperand(0), call.getArgOperand(1));
}

void use_warps(llvm::Function& kernel) {
  const uint64_t required = compiler::number_of(kernel, "intel_reqd_sub_group_size");
  if (required != 0 && required != warp_size) {
    kernel.getContext().emitError("kernel '" + kernel.getName() + "' requires sub-groups of " +
                                  llvm::Twine(required) + " work-items; this target has those of " +
                                  llvm::Twine(warp_size));
  }
  const auto calls = compiler::sub_group_calls(kernel);
  if (calls.empty() && required == 0) {
    return;
  }
  WholeWarp warp(kernel);
  for (const compiler::SubGroupCall& call : calls) {
    replace(call, warp);
  }
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(kernel))) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (llvm::Value* value = call ? in_warp(*call) : nullptr) {
      call->replaceAllUsesWith(value);
      call->eraseFromParent();
    }
  }
  kernel.addFnAttr(compiler::sub_group_size, std::to_string(warp_size));
}

} // namespace

bool warp_functions(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration()) {
      use_warps(function);
    }
  }
  return true;
}

} // namespace cuda
