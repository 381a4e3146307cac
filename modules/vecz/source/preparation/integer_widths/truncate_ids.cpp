// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "preparation/integer_widths/truncate_ids.h"

#include "mask_calls.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

namespace vecz {
namespace {

namespace match = llvm::PatternMatch;

/// `user` computed from the lower half of `id`; null if that is not possible.
llvm::Value* in_terms_of(llvm::Value* low, llvm::Value& id, llvm::Instruction& user,
                         llvm::IRBuilder<>& builder) {
  llvm::Type* wide = user.getType();
  uint64_t left = 0, right = 0;
  if (match::match(&user, match::m_Trunc(match::m_Specific(&id))) && wide->isIntegerTy() &&
      wide->getScalarSizeInBits() <= 32) {
    return wide->isIntegerTy(32) ? low : builder.CreateTrunc(low, wide);
  }
  if (match::match(&user, match::m_And(match::m_Specific(&id), match::m_SpecificInt(UINT32_MAX)))) {
    return builder.CreateZExt(low, wide);
  }
  const auto shifted = match::m_Shl(match::m_Specific(&id), match::m_ConstantInt(left));
  if (match::match(&user, match::m_AShr(shifted, match::m_ConstantInt(right))) && left == 32 &&
      right <= 32) {
    return builder.CreateShl(builder.CreateSExt(low, wide), 32 - right);
  }
  if (match::match(&user, match::m_LShr(shifted, match::m_ConstantInt(right))) && left == 32 &&
      right == 32) {
    return builder.CreateZExt(low, wide);
  }
  return nullptr;
}

} // namespace

bool truncate_ids(llvm::Function& function, const CallInfo& calls) {
  llvm::SmallVector<llvm::CallBase*> ids;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call && calls.kind(*call) == CallKind::lane_id && !calls.is_local_id(*call) &&
        call->getType()->isIntegerTy(64)) {
      ids.push_back(call);
    }
  }
  bool changed = false;
  for (llvm::CallBase* id : ids) {
    llvm::SmallVector<llvm::Instruction*> users;
    for (llvm::User* user : id->users()) {
      users.push_back(llvm::cast<llvm::Instruction>(user));
      if (users.back()->getOpcode() == llvm::Instruction::Shl) {
        llvm::append_range(users, llvm::map_range(users.back()->users(), [](llvm::User* next) {
                             return llvm::cast<llvm::Instruction>(next);
                           }));
      }
    }
    llvm::IRBuilder<> builder(id->getNextNode());
    llvm::Value* low = create_lane_call(builder, truncated_id_name, builder.getInt32Ty(), id);
    for (llvm::Instruction* user : users) {
      llvm::IRBuilder<> place(user);
      if (llvm::Value* same = in_terms_of(low, *id, *user, place)) {
        user->replaceAllUsesWith(same);
        changed = true;
      }
    }
  }
  return changed;
}

bool has_truncated_ids(llvm::Function& function, const CallInfo& calls) {
  return llvm::any_of(llvm::instructions(function), [&](const llvm::Instruction& instruction) {
    const auto* cut = llvm::dyn_cast<llvm::TruncInst>(&instruction);
    const auto* id = cut ? llvm::dyn_cast<llvm::CallBase>(cut->getOperand(0)) : nullptr;
    return is_mask_call(instruction, truncated_id_name) || (id && calls.is_global_id(*id));
  });
}

} // namespace vecz
