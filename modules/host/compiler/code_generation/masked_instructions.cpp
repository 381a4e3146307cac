// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "code_generation/masked_instructions.h"

#include "code_generation/target_machine.h"

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Target/TargetMachine.h>

namespace host {
namespace {

bool has_masked_instructions(const llvm::IntrinsicInst& access,
                             const llvm::TargetMachine& machine) {
  const llvm::TargetTransformInfo target = machine.getTargetTransformInfo(*access.getFunction());
  const auto alignment = [&](unsigned address) {
    return access.getParamAlign(address).valueOrOne();
  };
  const auto space = [&](unsigned address) {
    return access.getArgOperand(address)->getType()->getPointerAddressSpace();
  };
  switch (access.getIntrinsicID()) {
  case llvm::Intrinsic::masked_gather: {
    auto* type = llvm::cast<llvm::VectorType>(access.getType());
    return target.isLegalMaskedGather(type, alignment(0)) &&
           !target.forceScalarizeMaskedGather(type, alignment(0));
  }
  case llvm::Intrinsic::masked_scatter: {
    auto* type = llvm::cast<llvm::VectorType>(access.getArgOperand(0)->getType());
    return target.isLegalMaskedScatter(type, alignment(1)) &&
           !target.forceScalarizeMaskedScatter(type, alignment(1));
  }
  case llvm::Intrinsic::masked_load:
    return target.isLegalMaskedLoad(access.getType(), alignment(0), space(0));
  case llvm::Intrinsic::masked_store:
    return target.isLegalMaskedStore(access.getArgOperand(0)->getType(), alignment(1), space(1));
  default:
    return false;
  }
}

} // namespace

compiler::MaskedSupport masked_support(const llvm::IntrinsicInst& access, const Cpu& cpu,
                                       const llvm::TargetMachine& machine) {
  using Support = compiler::MaskedSupport;
  if (!has_masked_instructions(access, machine)) {
    return Support::none;
  }
  const bool slow =
      access.getIntrinsicID() == llvm::Intrinsic::masked_store && cpu.level->slow_masked_stores;
  return slow ? Support::slow : Support::fast;
}

} // namespace host
