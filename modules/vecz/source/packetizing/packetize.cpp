// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "packetizing/packetize.h"

#include "mask_calls.h"
#include "packetizing/divide_exactly.h"
#include "packetizing/packetizer.h"
#include "preparation/interleave_variables.h"
#include "vector_functions.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace vecz {
bool Packetizer::run(size_t max_instructions) {
  constexpr unsigned often = 256; // counting takes as long as what there is
  unsigned visited = 0;
  const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function);
  const llvm::SmallVector<llvm::BasicBlock*> blocks(order.begin(), order.end());
  for (llvm::BasicBlock* block : blocks) {
    llvm::SmallVector<llvm::Instruction*> instructions;
    for (llvm::Instruction& instruction : *block) {
      instructions.push_back(&instruction);
    }
    mask = nullptr;
    shapes.clear();
    for (llvm::Instruction* instruction : instructions) {
      visit(*instruction);
      if (++visited % often == 0 && function.getInstructionCount() > max_instructions) {
        return false;
      }
    }
  }
  finish_phis();
  erase_replaced();
  replace_lane_calls();
  return function.getInstructionCount() <= max_instructions;
}

/// Replaces the remaining calls with lane 0's value.
void Packetizer::replace_lane_calls() {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    const bool low = is_mask_call(instruction, truncated_id_name);
    if (low || is_mask_call(instruction, lane_name)) {
      llvm::IRBuilder<> builder(&instruction);
      llvm::Value* value =
          low ? builder.CreateTrunc(instruction.getOperand(0), instruction.getType())
              : llvm::ConstantInt::get(instruction.getType(), 0);
      instruction.replaceAllUsesWith(value);
      instruction.eraseFromParent();
    }
  }
}

void Packetizer::visit(llvm::Instruction& instruction) {
  if (is_mask_call(instruction, mask_name)) {
    // A mask that is the same for all lanes is full: where it might be empty, nothing depends on
    // it.
    llvm::Value* lanes = instruction.getOperand(0);
    mask = varies(*lanes) ? pack_scalar(lanes) : nullptr;
    shapes.clear();
    replaced.push_back(&instruction);
    return;
  }
  if (is_mask_call(instruction, any_name)) {
    replace_any(llvm::cast<llvm::CallBase>(instruction));
    return;
  }
  if (is_function_call(instruction, argument_name)) {
    take_argument(llvm::cast<llvm::CallBase>(instruction));
    return;
  }
  if (is_function_call(instruction, result_name)) {
    give_result(llvm::cast<llvm::CallBase>(instruction));
    return;
  }
  if (auto* other = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    switch (calls.kind(*other)) {
    case CallKind::ballot:
      return ballot(*other);
    case CallKind::read_lane:
      return read_lane(*other);
    case CallKind::fill:
      return fill(*other);
    case CallKind::fold:
      return fold(*other);
    case CallKind::group_call:
      return group_call(*other);
    case CallKind::every_lane:
      return every_lane(*other);
    default:
      break;
    }
  }
  if (!varies(instruction)) {
    return;
  }
  if (strides.stride(instruction)) {
    keep_lane_0(instruction);
    return;
  }
  if (aos.contains(instruction) && visit_aos(instruction)) {
    return;
  }
  if (auto* division = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
      division && division->isIntDivRem()) {
    divide(*division);
    return;
  }
  switch (instruction.getOpcode()) {
  case llvm::Instruction::Load:
    return load(llvm::cast<llvm::LoadInst>(instruction));
  case llvm::Instruction::Store:
    return store(llvm::cast<llvm::StoreInst>(instruction));
  case llvm::Instruction::PHI:
    return begin_phi(llvm::cast<llvm::PHINode>(instruction));
  case llvm::Instruction::Select:
    return choose(llvm::cast<llvm::SelectInst>(instruction));
  case llvm::Instruction::GetElementPtr:
    return make_address(llvm::cast<llvm::GetElementPtrInst>(instruction));
  case llvm::Instruction::ExtractElement:
    return extract_element(llvm::cast<llvm::ExtractElementInst>(instruction));
  case llvm::Instruction::InsertElement:
    return insert_element(llvm::cast<llvm::InsertElementInst>(instruction));
  case llvm::Instruction::ShuffleVector:
    return shuffle(llvm::cast<llvm::ShuffleVectorInst>(instruction));
  case llvm::Instruction::ExtractValue:
    return extract_value(llvm::cast<llvm::ExtractValueInst>(instruction));
  case llvm::Instruction::InsertValue:
    return insert_value(llvm::cast<llvm::InsertValueInst>(instruction));
  case llvm::Instruction::Call:
    return call(llvm::cast<llvm::CallBase>(instruction));
  case llvm::Instruction::AtomicRMW:
    if (combine_lanes(llvm::cast<llvm::AtomicRMWInst>(instruction))) {
      return;
    }
    [[fallthrough]];
  case llvm::Instruction::AtomicCmpXchg:
    return scalarize(instruction, "an atomic operation", true);
  case llvm::Instruction::Freeze:
    return each_leaf(instruction, [](auto& builder, auto operands) {
      return builder.CreateFreeze(operands[0]);
    });
  default:
    break;
  }
  if (auto* conversion = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
    return cast(*conversion);
  }
  if (auto* comparison = llvm::dyn_cast<llvm::CmpInst>(&instruction)) {
    return each_leaf(instruction, [&](auto& builder, auto operands) {
      return builder.CreateCmp(comparison->getPredicate(), operands[0], operands[1]);
    });
  }
  if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
    return each_leaf(instruction, [&](auto& builder, auto operands) {
      return builder.CreateBinOp(operation->getOpcode(), operands[0], operands[1]);
    });
  }
  if (auto* operation = llvm::dyn_cast<llvm::UnaryOperator>(&instruction)) {
    return each_leaf(instruction, [&](auto& builder, auto operands) {
      return builder.CreateUnOp(operation->getOpcode(), operands[0]);
    });
  }
  scalarize(instruction, "an instruction without a vector form", true);
}

void Packetizer::set(llvm::Instruction& instruction, Packet packet) {
  if (packet.size() == 1 && instruction.hasName() && !packet[0]->hasName() &&
      llvm::isa<llvm::Instruction>(packet[0])) {
    packet[0]->takeName(&instruction);
  }
  packets[&instruction] = std::move(packet);
  replaced.push_back(&instruction);
}

/// A place behind the definition of a value.
static llvm::BasicBlock::iterator place_behind(llvm::Value* value, llvm::Function& function) {
  if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(value)) {
    if (!llvm::isa<llvm::AllocaInst>(instruction)) {
      return *instruction->getInsertionPointAfterDef();
    }
  }
  return function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
}

const Packet& Packetizer::pack(llvm::Value* value) {
  if (const auto known = packets.find(value); known != packets.end()) {
    return known->second;
  }
  if (llvm::Value* all = aos_packets.lookup(value)) {
    const auto place = place_behind(all, function);
    llvm::IRBuilder<> builder(place->getParent(), place);
    const size_t parts = leaves_of(value->getType()).size();
    return packets[value] = deinterleave(builder, all, parts, parts, width, Shuffles::of_registers);
  }
  const auto stride = varies(*value) ? strides.stride(*value) : std::nullopt;
  assert((stride || !varies(*value)) && "what varies is visited before its users");
  if (!stride) {
    Packet packet = spread(value);
    return packets[value] = std::move(packet);
  }
  const auto place = place_behind(value, function);
  llvm::IRBuilder<> builder(place->getParent(), place);
  return packets[value] = {count_up(builder, value, *stride)};
}

Packet Packetizer::spread(llvm::Value* value) {
  const auto place = place_behind(value, function);
  llvm::IRBuilder<> builder(place->getParent(), place);
  Packet packet;
  for (llvm::Value* leaf : take_apart(builder, value)) {
    packet.push_back(llvm::isa<llvm::PoisonValue>(leaf)
                         ? llvm::PoisonValue::get(widened(leaf->getType()))
                         : builder.CreateVectorSplat(width, leaf));
  }
  return packet;
}

llvm::Value* Packetizer::count_up(llvm::IRBuilderBase& builder, llvm::Value* value,
                                  int64_t stride) {
  if (value->getType()->isPointerTy()) {
    return builder.CreatePtrAdd(value, steps(builder.getInt64Ty(), width, stride));
  }
  return builder.CreateAdd(builder.CreateVectorSplat(width, value),
                           steps(value->getType(), width, stride));
}

/// Whether computing it from its operands for one lane is cheaper than an extraction from a vector:
/// addresses, and operations that are free in scalar instructions, such as choosing a byte.
static bool is_cheap_for_one_lane(const llvm::Value& value) {
  if (value.getType()->isVectorTy()) {
    return false;
  }
  if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&value)) {
    return (operation->getOpcode() == llvm::Instruction::And ||
            operation->getOpcode() == llvm::Instruction::LShr) &&
           llvm::isa<llvm::ConstantInt>(operation->getOperand(1));
  }
  return llvm::isa<llvm::GetElementPtrInst, llvm::ZExtInst, llvm::SExtInst>(value);
}

llvm::Value* Packetizer::of_lane(llvm::IRBuilderBase& builder, llvm::Value* value, unsigned lane) {
  if (!varies(*value)) {
    return value;
  }
  if (const auto stride = strides.stride(*value)) {
    const auto step = static_cast<uint64_t>(*stride) * lane;
    if (value->getType()->isPointerTy()) {
      return builder.CreatePtrAdd(value, builder.getInt64(step));
    }
    return builder.CreateAdd(
        value, llvm::ConstantInt::get(value->getType(), step, true, /*ImplicitTrunc=*/true));
  }
  if (is_cheap_for_one_lane(*value)) {
    llvm::Instruction* own = llvm::cast<llvm::Instruction>(value)->clone();
    for (llvm::Use& operand : own->operands()) {
      operand.set(of_lane(builder, operand, lane));
    }
    return builder.Insert(own);
  }
  Packet leaves;
  for (llvm::Value* leaf : pack(value)) {
    leaves.push_back(builder.CreateExtractElement(leaf, lane));
  }
  return put_together(builder, value->getType(), leaves);
}

/// A strided value stays as that of lane 0, which may be no active one.
void Packetizer::keep_lane_0(llvm::Instruction& instruction) {
  instruction.dropPoisonGeneratingAnnotations();
  if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    // Lane after lane, or element after element.
    llvm::Type* byte = llvm::Type::getInt8Ty(function.getContext());
    const uint64_t each =
        element_size(*variable)
            ? variable->getAllocationSize(function.getDataLayout())->getFixedValue()
            : uint64_t(*strides.stride(instruction));
    const uint64_t size = each * width;
    variable->setAllocatedType(llvm::ArrayType::get(byte, size));
    variable->setOperand(0, llvm::ConstantInt::get(variable->getArraySize()->getType(), 1));
  }
}

void Packetizer::each_leaf(
    llvm::Instruction& instruction,
    llvm::function_ref<llvm::Value*(llvm::IRBuilder<>&, llvm::ArrayRef<llvm::Value*>)> make) {
  llvm::IRBuilder<> builder(&instruction);
  if (aos.contains(instruction)) { // all components of all lanes at once
    llvm::SmallVector<llvm::Value*, 3> operands;
    for (llvm::Value* operand : instruction.operands()) {
      operands.push_back(in_lane_order(builder, operand));
    }
    return set_aos(instruction, make(builder, operands));
  }
  const size_t count = leaves_of(instruction.getType()).size();
  Packet packet;
  for (size_t i = 0; i < count; ++i) {
    llvm::SmallVector<llvm::Value*, 3> operands;
    for (llvm::Value* operand : instruction.operands()) {
      operands.push_back(pack(operand)[i]);
    }
    llvm::Value* made = make(builder, operands);
    if (auto* result = llvm::dyn_cast<llvm::Instruction>(made)) {
      copy_arithmetic_flags(*result, instruction);
    }
    packet.push_back(made);
  }
  set(instruction, std::move(packet));
}

/// Inactive lanes divide by 1, as their divisor is not known.
void Packetizer::divide(llvm::BinaryOperator& division) {
  llvm::Value* divisor = division.getOperand(1);
  const bool by_constant = llvm::isa<llvm::Constant>(divisor);
  if (!by_constant && !varies(*divisor) && !division.getType()->isVectorTy()) {
    const auto place = place_behind(divisor, function);
    llvm::IRBuilder<> builder(&division), outside(place->getParent(), place);
    llvm::Value* dividend = pack_scalar(division.getOperand(0));
    if (llvm::Value* result =
            divide_by_uniform(builder, outside, division.getOpcode(), dividend, divisor)) {
      return set(division, {result});
    }
  }
  each_leaf(division, [&](auto& builder, auto operands) {
    llvm::Value* by = operands[1];
    if (mask && !by_constant) {
      by = builder.CreateSelect(mask, by, llvm::ConstantInt::get(by->getType(), 1));
    }
    return by_constant ? builder.CreateBinOp(division.getOpcode(), operands[0], by)
                       : divide_exactly(builder, division.getOpcode(), operands[0], by);
  });
}

void Packetizer::choose(llvm::SelectInst& select) {
  llvm::Value* condition = select.getCondition();
  const bool one = !varies(*condition) && !condition->getType()->isVectorTy();
  llvm::IRBuilder<> builder(&select);
  Packet packet;
  for (size_t i = 0, count = leaves_of(select.getType()).size(); i < count; ++i) {
    llvm::Value* choice = condition;
    if (!one) {
      const Packet& choices = pack(condition);
      choice = choices[choices.size() == 1 ? 0 : i];
    }
    llvm::Value* made = builder.CreateSelect(choice, pack(select.getTrueValue())[i],
                                             pack(select.getFalseValue())[i]);
    if (auto* result = llvm::dyn_cast<llvm::Instruction>(made);
        result && llvm::isa<llvm::FPMathOperator>(select) &&
        llvm::isa<llvm::FPMathOperator>(result)) {
      result->copyFastMathFlags(&select);
    }
    packet.push_back(made);
  }
  set(select, std::move(packet));
}

void Packetizer::make_address(llvm::GetElementPtrInst& address) {
  if (address.getType()->isVectorTy()) {
    return scalarize(address, "a vector of addresses", false);
  }
  llvm::IRBuilder<> builder(&address);
  llvm::Value* base = address.getPointerOperand();
  llvm::SmallVector<llvm::Value*> indices;
  for (llvm::Value* index : address.indices()) {
    indices.push_back(varies(*index) ? pack_scalar(index) : index);
  }
  if (varies(*base)) {
    base = pack_scalar(base);
  }
  set(address, {builder.CreateGEP(address.getSourceElementType(), base, indices, "",
                                  address.getNoWrapFlags())});
}

void Packetizer::begin_phi(llvm::PHINode& phi) {
  llvm::IRBuilder<> builder(&phi);
  Packet packet;
  for (llvm::Type* leaf : leaves_of(phi.getType())) {
    packet.push_back(builder.CreatePHI(widened(leaf), phi.getNumIncomingValues()));
  }
  set(phi, std::move(packet));
  phis.push_back(&phi);
}

void Packetizer::finish_phis() {
  for (llvm::PHINode* phi : phis) {
    if (auto* all = llvm::dyn_cast_or_null<llvm::PHINode>(aos_packets.lookup(phi))) {
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
        llvm::IRBuilder<> builder(phi->getIncomingBlock(i)->getTerminator());
        all->addIncoming(in_lane_order(builder, phi->getIncomingValue(i)),
                         phi->getIncomingBlock(i));
      }
      continue;
    }
    const Packet packet = packets.lookup(phi);
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
      const Packet incoming = pack(phi->getIncomingValue(i));
      for (auto [leaf, value] : llvm::zip(packet, incoming)) {
        llvm::cast<llvm::PHINode>(leaf)->addIncoming(value, phi->getIncomingBlock(i));
      }
    }
  }
}

/// One copy for each lane; `masked`: only where the lane is active.
void Packetizer::scalarize(llvm::Instruction& instruction, const char* why, bool masked) {
  add_remark(remarks, instruction, std::string(why) + " is done lane by lane");
  if (loop_over_lanes(instruction, masked)) {
    return;
  }
  llvm::Type* type = instruction.getType();
  Packet results;
  if (!type->isVoidTy()) {
    for (llvm::Type* leaf : leaves_of(type)) {
      results.push_back(llvm::PoisonValue::get(widened(leaf)));
    }
  }
  llvm::SmallVector<llvm::Value*, 4> operands(instruction.operands());
  for (unsigned lane = 0; lane < width; ++lane) {
    llvm::IRBuilder<> builder(&instruction);
    llvm::BasicBlock* before = instruction.getParent();
    llvm::Instruction* end = nullptr;
    if (masked && mask) {
      llvm::Value* active = builder.CreateExtractElement(mask, lane);
      end = llvm::SplitBlockAndInsertIfThen(active, instruction.getIterator(), false);
      builder.SetInsertPoint(end);
    }
    llvm::Instruction* copy = instruction.clone();
    for (unsigned i = 0; i < operands.size(); ++i) {
      copy->setOperand(i, of_lane(builder, operands[i], lane));
    }
    builder.Insert(copy);
    if (results.empty()) {
      continue;
    }
    const Packet leaves = take_apart(builder, copy);
    for (auto [result, leaf] : llvm::zip(results, leaves)) {
      llvm::Value* with = builder.CreateInsertElement(result, leaf, lane);
      if (end) {
        llvm::IRBuilder<> behind(instruction.getParent(), instruction.getParent()->begin());
        llvm::PHINode* phi = behind.CreatePHI(with->getType(), 2);
        phi->addIncoming(with, end->getParent());
        phi->addIncoming(result, before);
        with = phi;
      }
      result = with;
    }
  }
  if (results.empty()) {
    replaced.push_back(&instruction);
  } else {
    set(instruction, std::move(results));
  }
}

void Packetizer::erase_replaced() {
  for (llvm::Instruction* instruction : replaced) {
    if (!instruction->getType()->isVoidTy()) {
      instruction->replaceAllUsesWith(llvm::PoisonValue::get(instruction->getType()));
    }
    instruction->eraseFromParent();
  }
}

bool packetize(llvm::Function& function, unsigned width, const CallInfo& calls, Remarks& remarks,
               size_t max_instructions) {
  return Packetizer(function, width, calls, remarks).run(max_instructions);
}

} // namespace vecz
