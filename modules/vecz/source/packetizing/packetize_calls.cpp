// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "control_flow/entry_mask.h"
#include "packetizing/packetizer.h"
#include "vector_functions.h"
#include "vecz/vectorize.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

namespace vecz {
namespace {

/// Combines the leaves of a packet, from the first to the last.
template <typename Combine> llvm::Value* reduce(const Packet& leaves, Combine&& combine) {
  llvm::Value* result = nullptr;
  for (llvm::Value* leaf : leaves) {
    result = result ? combine(result, leaf) : leaf;
  }
  return result;
}

} // namespace

/// Whether `value`, from lane to lane, is an id that neither wraps nor becomes negative, as numbers
/// of this kind.
bool Packetizer::is_small_id(const llvm::Value& value, bool is_signed) const {
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&value)) {
    const llvm::Value& from = *cast->getOperand(0);
    const bool keeps = !llvm::isa<llvm::TruncInst>(cast) || is_small_id(from, /*is_signed=*/true);
    return cast->getType()->getScalarSizeInBits() >= 32 && keeps && is_small_id(from, is_signed);
  }
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&value);
  if (!call || calls.kind(*call) != CallKind::lane_id) {
    return false;
  }
  return calls.is_local_id(*call) ||
         (calls.is_global_id(*call) && (!is_signed || function.hasFnAttribute(int_ids)));
}

/// Of a strided value that is compared with one for all lanes, the first or the last lane tells
/// whether the comparison holds for any. Null if it is not of this kind.
llvm::Value* Packetizer::any_in_order(llvm::IRBuilder<>& builder, llvm::Value& lanes) {
  using namespace llvm::PatternMatch;
  llvm::Value* inverse = nullptr;
  const bool is_inverted = match(&lanes, m_Not(m_Value(inverse)));
  auto* test = llvm::dyn_cast<llvm::ICmpInst>(is_inverted ? inverse : &lanes);
  if (!test) {
    return nullptr;
  }
  llvm::Value *first = test->getOperand(0), *limit = test->getOperand(1);
  llvm::CmpInst::Predicate predicate =
      is_inverted ? test->getInversePredicate() : test->getPredicate();
  if (!varies(*first)) {
    std::swap(first, limit);
    predicate = llvm::CmpInst::getSwappedPredicate(predicate);
  }
  if (varies(*limit) || strides.stride(*first) != 1 ||
      first->getType()->getScalarSizeInBits() < 32) {
    return nullptr;
  }
  if (predicate == llvm::ICmpInst::ICMP_EQ) {
    return builder.CreateICmpULT(builder.CreateSub(limit, first),
                                 llvm::ConstantInt::get(first->getType(), width));
  }
  if (!llvm::ICmpInst::isRelational(predicate) ||
      !is_small_id(*first, llvm::ICmpInst::isSigned(predicate))) {
    return nullptr;
  }
  const bool upwards = llvm::ICmpInst::isGT(predicate) || llvm::ICmpInst::isGE(predicate);
  return builder.CreateICmp(predicate, upwards ? of_lane(builder, first, width - 1) : first, limit);
}

/// Whether any lane is in a mask, as one comparison of its bits.
void Packetizer::replace_any(llvm::CallBase& call) {
  llvm::Value* lanes = call.getArgOperand(0);
  llvm::IRBuilder<> builder(&call);
  llvm::Value* any = lanes;
  if (is_entry_mask(*lanes)) {
    any = builder.getTrue();
  } else if (llvm::Value* of_one = any_in_order(builder, *lanes)) {
    any = of_one;
  } else if (varies(*lanes)) {
    llvm::Value* bits = builder.CreateBitCast(pack_scalar(lanes), builder.getIntNTy(width));
    any = builder.CreateICmpNE(bits, llvm::ConstantInt::get(bits->getType(), 0));
  }
  call.replaceAllUsesWith(any);
  packets.erase(&call);
  replaced.push_back(&call);
}

void Packetizer::call(llvm::CallBase& call) {
  const CallKind kind = calls.kind(call);
  if (kind == CallKind::once) {
    return;
  }
  if (widen_intrinsic(call) || widen_elementwise(call) || fold_reduction(call) ||
      call_vector_function(call)) {
    return;
  }
  const llvm::Function* callee = call.getCalledFunction();
  const std::string name = callee ? callee->getName().str() : "a function";
  scalarize(call, ("a call of " + name).c_str(), kind != CallKind::pure);
}

bool Packetizer::widen_intrinsic(llvm::CallBase& call) {
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call);
  if (!intrinsic || !llvm::isTriviallyVectorizable(intrinsic->getIntrinsicID()) ||
      call.getType()->isAggregateType()) {
    return false;
  }
  const llvm::Intrinsic::ID id = intrinsic->getIntrinsicID();
  const auto stays_scalar = [&](unsigned j) {
    return llvm::isVectorIntrinsicWithScalarOpAtArg(id, j, nullptr);
  };
  for (unsigned j = 0; j < call.arg_size(); ++j) {
    if (stays_scalar(j) && varies(*call.getArgOperand(j))) {
      return false;
    }
  }
  llvm::IRBuilder<> builder(&call);
  const auto make = [&](unsigned elements, auto&& widen) {
    llvm::SmallVector<llvm::Type*, 2> types;
    if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, -1, nullptr)) {
      types.push_back(llvm::FixedVectorType::get(call.getType()->getScalarType(), elements));
    }
    llvm::SmallVector<llvm::Value*, 4> arguments;
    for (unsigned j = 0; j < call.arg_size(); ++j) {
      llvm::Value* argument = call.getArgOperand(j);
      arguments.push_back(stays_scalar(j) ? argument : widen(argument));
      if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, j, nullptr)) {
        types.push_back(arguments.back()->getType());
      }
    }
    llvm::CallInst* made = builder.CreateIntrinsic(id, types, arguments);
    copy_arithmetic_flags(*made, call);
    return made;
  };
  const unsigned count = leaves_of(call.getType()).size();
  if (aos.contains(call)) {
    set_aos(call, make(count * width, [&](llvm::Value* a) { return in_lane_order(builder, a); }));
    return true;
  }
  Packet packet;
  for (unsigned i = 0; i < count; ++i) {
    packet.push_back(make(width, [&](llvm::Value* a) { return pack(a)[i]; }));
  }
  set(call, std::move(packet));
  return true;
}

/// Of a function that the target has for any number of lanes.
bool Packetizer::widen_elementwise(llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration() || !callee->getName().starts_with(elementwise_prefix) ||
      call.getType()->isVectorTy()) {
    return false;
  }
  llvm::SmallVector<llvm::Value*> arguments;
  llvm::SmallVector<llvm::Type*> types;
  for (llvm::Value* argument : call.args()) {
    arguments.push_back(pack_scalar(argument));
    types.push_back(arguments.back()->getType());
  }
  auto* result = llvm::FixedVectorType::get(call.getType(), width);
  auto wide = function.getParent()->getOrInsertFunction(
      (callee->getName() + ".v" + llvm::Twine(width)).str(),
      llvm::FunctionType::get(result, types, false));
  auto* declared = llvm::cast<llvm::Function>(wide.getCallee());
  declared->setDoesNotAccessMemory();
  declared->setDoesNotThrow();
  declared->setWillReturn();
  llvm::IRBuilder<> builder(&call);
  set(call, {builder.CreateCall(wide, arguments)});
  return true;
}

/// One call for all lanes of a function that was not inlined.
bool Packetizer::call_vector_function(llvm::CallBase& call) {
  llvm::SmallVector<Passing> passings;
  for (llvm::Value* argument : call.args()) {
    passings.push_back(varies(*argument) ? strides.stride(*argument) : Passing(0));
  }
  llvm::Function* callee = vector_function(call, passings, mask != nullptr, width, calls, remarks);
  if (!callee) {
    return false;
  }
  llvm::SmallVector<llvm::Value*> arguments;
  for (auto [argument, passing] : llvm::zip(call.args(), passings)) {
    if (passing) {
      arguments.push_back(argument); // of lane 0, or of all
    } else {
      llvm::append_range(arguments, pack(argument));
    }
  }
  if (mask) {
    arguments.push_back(mask);
  }
  llvm::IRBuilder<> builder(&call);
  llvm::CallInst* made = builder.CreateCall(callee, arguments);
  made->setCallingConv(callee->getCallingConv());
  if (call.getType()->isVoidTy()) {
    replaced.push_back(&call);
    return true;
  }
  Packet packet;
  for (unsigned leaf = 0; leaf < made->getType()->getStructNumElements(); ++leaf) {
    packet.push_back(builder.CreateExtractValue(made, leaf));
  }
  set(call, std::move(packet));
  return true;
}

void Packetizer::take_argument(llvm::CallBase& call) {
  const unsigned first = llvm::cast<llvm::ConstantInt>(call.getArgOperand(0))->getZExtValue();
  Packet packet;
  for (unsigned leaf = 0, count = leaves_of(call.getType()).size(); leaf < count; ++leaf) {
    packet.push_back(function.getArg(first + leaf));
  }
  set(call, std::move(packet));
}

void Packetizer::give_result(llvm::CallBase& call) {
  llvm::IRBuilder<> builder(&call);
  llvm::Value* result = llvm::PoisonValue::get(call.getType());
  for (const auto& [number, leaf] : llvm::enumerate(pack(call.getArgOperand(0)))) {
    result = builder.CreateInsertValue(result, leaf, unsigned(number));
  }
  call.replaceAllUsesWith(result);
  replaced.push_back(&call);
}

/// A reduction over a work-item's own short vector takes its leaves together, in order.
bool Packetizer::fold_reduction(llvm::CallBase& call) {
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call);
  if (!intrinsic) {
    return false;
  }
  const llvm::Intrinsic::ID id = intrinsic->getIntrinsicID();
  llvm::IRBuilder<> builder(&call);
  switch (id) {
  case llvm::Intrinsic::vector_reduce_add:
  case llvm::Intrinsic::vector_reduce_mul:
  case llvm::Intrinsic::vector_reduce_and:
  case llvm::Intrinsic::vector_reduce_or:
  case llvm::Intrinsic::vector_reduce_xor: {
    const auto opcode = llvm::Instruction::BinaryOps(llvm::getArithmeticReductionInstruction(id));
    const auto combine = [&](llvm::Value* a, llvm::Value* b) {
      return builder.CreateBinOp(opcode, a, b);
    };
    set(call, {reduce(pack(call.getArgOperand(0)), combine)});
    return true;
  }
  case llvm::Intrinsic::vector_reduce_smax:
  case llvm::Intrinsic::vector_reduce_smin:
  case llvm::Intrinsic::vector_reduce_umax:
  case llvm::Intrinsic::vector_reduce_umin: {
    const auto combine = [&](llvm::Value* a, llvm::Value* b) {
      return builder.CreateBinaryIntrinsic(llvm::getMinMaxReductionIntrinsicOp(id), a, b);
    };
    set(call, {reduce(pack(call.getArgOperand(0)), combine)});
    return true;
  }
  default:
    return false;
  }
}

} // namespace vecz
