// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vecz/pre_vectorization_target.h"

#include <llvm/Analysis/TargetTransformInfoImpl.h>
#include <llvm/IR/IntrinsicInst.h>

namespace vecz {
namespace {

class PreVectorizationTarget final
    : public llvm::TargetTransformInfoImplCRTPBase<PreVectorizationTarget> {
  using Base = llvm::TargetTransformInfoImplCRTPBase<PreVectorizationTarget>;

public:
  explicit PreVectorizationTarget(const llvm::DataLayout& layout) : Base(layout) {}

  bool allowsMisalignedMemoryAccesses(llvm::LLVMContext&, unsigned, unsigned, llvm::Align,
                                      unsigned* fast) const override {
    if (fast) {
      *fast = 1;
    }
    return true;
  }
  unsigned getLoadStoreVecRegBitWidth(unsigned) const override { return 512; }
  /// Private variables are laid out for accesses of one size (interleave_variables.h).
  bool isLegalToVectorizeLoadChain(unsigned, llvm::Align, unsigned space) const override {
    return space != 0;
  }
  bool isLegalToVectorizeStoreChain(unsigned, llvm::Align, unsigned space) const override {
    return space != 0;
  }
  /// LLVM knows of divisions by itself.
  llvm::InstructionCost
  getIntrinsicInstrCost(const llvm::IntrinsicCostAttributes& call,
                        llvm::TargetTransformInfo::TargetCostKind kind) const override {
    return call.getID() == llvm::Intrinsic::sqrt ? llvm::TargetTransformInfo::TCC_Expensive
                                                 : Base::getIntrinsicInstrCost(call, kind);
  }
};

} // namespace

llvm::TargetIRAnalysis pre_vectorization_target() {
  return llvm::TargetIRAnalysis([](const llvm::Function& subject) {
    return llvm::TargetTransformInfo(
        std::make_unique<PreVectorizationTarget>(subject.getDataLayout()));
  });
}

bool takes_long(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return instruction.getOpcode() == llvm::Instruction::FDiv || instruction.isIntDivRem() ||
         (call && call->getIntrinsicID() == llvm::Intrinsic::sqrt);
}

} // namespace vecz
