// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V specification 3.49.7, constants.
#include "declarations/constants.h"

#include "instructions/values/cooperative_matrix.h"
#include "reader/handlers.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>

namespace spirv_ll {
namespace {

/// Whether a type has a value of all zeros.
bool has_null(const llvm::Type* type) {
  if (const auto* target = llvm::dyn_cast<llvm::TargetExtType>(type)) {
    return target->hasProperty(llvm::TargetExtType::HasZeroInit);
  }
  return true;
}

/// The scalar of `type` whose bits are the low ones of `bits`.
llvm::Constant* scalar(const Type& type, uint64_t bits) {
  const unsigned width = type.ir->getScalarSizeInBits();
  const llvm::APInt number = llvm::APInt(64, bits).trunc(width);
  return type.ir->isFloatingPointTy()
             ? llvm::cast<llvm::Constant>(llvm::ConstantFP::get(
                   type.ir, llvm::APFloat(type.ir->getFltSemantics(), number)))
             : llvm::ConstantInt::get(type.ir, number);
}

/// The bits that a specialization gives to a constant of `size` bytes, or `initial`.
cargo::expected<uint64_t, std::string> specialized(const Reader& reader, const Inst& inst,
                                                   uint64_t initial, size_t size) {
  const auto id = reader.decorations.number(inst.result, Decoration::SpecId);
  if (!id) {
    return initial;
  }
  for (const Specialization& given : reader.options.specializations) {
    if (given.id == *id) {
      if (given.size != size) {
        return fail("specialization constant " + std::to_string(*id) + " has " +
                    std::to_string(size) + " bytes, a value of " + std::to_string(given.size) +
                    " bytes was given");
      }
      uint64_t bits = 0;
      for (size_t i = 0; i < size; ++i) {
        bits |= uint64_t(given.bytes[i]) << 8 * i;
      }
      return bits;
    }
  }
  return initial;
}

Result boolean(Reader& reader, const Inst& inst, bool value) {
  const auto type = reader.need_type(inst.type);
  if (!type || (*type)->kind != TypeKind::boolean) {
    return fail("the result type has to be a boolean");
  }
  return llvm::ConstantInt::get((*type)->ir, value);
}

Result spec_boolean(Reader& reader, const Inst& inst) {
  const auto bits = specialized(reader, inst, inst.opcode == Op::SpecConstantTrue, 1);
  return bits ? boolean(reader, inst, *bits != 0) : Result(fail(bits.error()));
}

Result number(Reader& reader, const Inst& inst) {
  const auto type = reader.need_type(inst.type);
  if (!type || !((*type)->kind == TypeKind::integer || (*type)->kind == TypeKind::floating)) {
    return fail("the result type has to be a scalar number");
  }
  const unsigned width = (*type)->ir->getScalarSizeInBits();
  if (inst.count() != (width + 31) / 32) {
    return fail("a literal of " + std::to_string(width) + " bits has " +
                std::to_string((width + 31) / 32) + " words, not " + std::to_string(inst.count()));
  }
  uint64_t bits = inst.word(0) | uint64_t(inst.word(1)) << 32;
  if (inst.opcode == Op::SpecConstant) {
    const auto given = specialized(reader, inst, bits, (width + 7) / 8);
    if (!given) {
      return fail(given.error());
    }
    bits = *given;
  }
  return scalar(**type, bits);
}

Result null(Reader& reader, const Inst& inst) {
  const auto type = reader.need_type(inst.type);
  if (!type) {
    return fail(type.error());
  }
  if (!(*type)->is_storable() || !has_null((*type)->ir)) {
    return fail("the result type has no null value");
  }
  return llvm::Constant::getNullValue((*type)->ir);
}

Result sampler(Reader& reader, const Inst& inst) {
  const auto type = reader.need_type(inst.type);
  if (!type || (*type)->kind != TypeKind::sampler) {
    return fail("the result type has to be a sampler");
  }
  // The initializer of OpenCL C: the addressing modes stand in bits 1 to 3, in the same order as
  // SPIR-V's, normalized coordinates in bit 0, the filter from bit 4.
  if (inst.word(0) > 4 || inst.word(1) > 1 || inst.word(2) > 1) {
    return fail("OpenCL has no such sampler");
  }
  const uint32_t bits = inst.word(0) << 1 | inst.word(1) | (inst.word(2) + 1) << 4;
  if (auto done = reader.define(inst.result, {IdKind::sampler, *type, nullptr, nullptr, bits});
      !done) {
    return fail(done.error());
  }
  return nullptr;
}

Result composite(Reader& reader, const Inst& inst) {
  const auto type = reader.need_type(inst.type);
  if (!type || !(*type)->is_composite()) {
    return fail("the result type has to be a vector, an array or a structure");
  }
  const auto ids = reader.with_continued(
      inst, {Op::ConstantCompositeContinuedINTEL, Op::SpecConstantCompositeContinuedINTEL});
  if ((*type)->is_matrix() && ids.size() == 1) {
    const auto part = reader.constant(ids[0]);
    return part ? fill_matrix(reader, **type, **part) : Result(fail(part.error()));
  }
  const bool is_struct = (*type)->kind == TypeKind::structure;
  const uint64_t wanted = is_struct ? (*type)->members.size() : (*type)->count;
  if (ids.size() != wanted) {
    return fail("the result type has " + std::to_string(wanted) + " constituents, " +
                std::to_string(ids.size()) + " are given");
  }
  std::vector<llvm::Constant*> parts;
  for (size_t i = 0; i < ids.size(); ++i) {
    const auto part = reader.constant(ids[i]);
    if (!part) {
      return fail(part.error());
    }
    const Type* member = is_struct ? (*type)->members[i] : (*type)->element;
    if ((*part)->getType() != member->ir) {
      return fail("constituent " + id_text(ids[i]) + " has another type than its place");
    }
    parts.push_back((*type)->is_pointer_vector()
                        ? llvm::ConstantExpr::getPtrToInt(*part, (*type)->ir->getScalarType())
                        : *part);
  }
  if (is_struct) {
    return llvm::ConstantStruct::get(llvm::cast<llvm::StructType>((*type)->ir), parts);
  }
  return (*type)->kind == TypeKind::array
             ? llvm::ConstantArray::get(llvm::cast<llvm::ArrayType>((*type)->ir), parts)
             : llvm::ConstantVector::get(parts);
}

/// Runs the handler of the instruction in the operands in a temporary function, and folds its
/// result.
Result operation(Reader& reader, const Inst& inst) {
  if (reader.function.ir) {
    return fail("it has to stand outside functions");
  }
  if (inst.count() == 0 || inst.word(0) > 0xffff) {
    return fail("the operation is missing");
  }
  Inst inner = inst;
  inner.opcode = Op(inst.word(0));
  inner.words = inst.from(1);
  InstructionInfo info;
  const HandlerRow* row = find_handler(inner.opcode);
  if (!row || !find_instruction(uint16_t(inner.opcode), info) || !is_foldable(inner.opcode)) {
    return fail("opcode " + std::to_string(inst.word(0)) + " cannot be part of it");
  }
  // The grammar has not seen these words: at least as many as there are operands.
  size_t least = 0;
  for (const OperandLayout& operand : info.operands) {
    least += operand.quantifier == Quantifier::one;
  }
  if (inner.count() + 2 < least) {
    return fail("operands of " + std::string(info.name) + " are missing");
  }
  auto* scratch =
      llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(reader.context), false),
                             llvm::GlobalValue::InternalLinkage, "", reader.module);
  auto* block = llvm::BasicBlock::Create(reader.context, "", scratch);
  const llvm::IRBuilderBase::InsertPointGuard guard(reader.builder);
  reader.builder.SetInsertPoint(block);
  auto result = handle(reader, *row, inner);
  llvm::Constant* folded = nullptr;
  if (result && *result) {
    const auto& layout = reader.module.getDataLayout();
    for (llvm::Instruction& made : *block) {
      if (auto* constant = llvm::ConstantFoldInstruction(&made, layout)) {
        made.replaceAllUsesWith(constant);
        folded = &made == *result ? constant : folded;
      }
    }
    folded = folded ? folded : llvm::dyn_cast<llvm::Constant>(*result);
  }
  scratch->eraseFromParent();
  if (!result) {
    return result;
  }
  if (!folded) {
    return fail(std::string(info.name) + " has no constant value here");
  }
  // The result of an undefined operation, such as a division by zero, is 0 and not poison.
  return llvm::isa<llvm::UndefValue>(folded) ? llvm::Constant::getNullValue(folded->getType())
                                             : folded;
}

Result continued(Reader&, const Inst&) { return nullptr; } // read with what it continues

constexpr HandlerRow rows[] = {
    {Op::ConstantTrue, nullptr, [](Reader& r, const Inst& i) { return boolean(r, i, true); }},
    {Op::ConstantFalse, nullptr, [](Reader& r, const Inst& i) { return boolean(r, i, false); }},
    {Op::SpecConstantTrue, nullptr, spec_boolean},
    {Op::SpecConstantFalse, nullptr, spec_boolean},
    {Op::Constant, nullptr, number},
    {Op::SpecConstant, nullptr, number},
    {Op::ConstantNull, nullptr, null},
    {Op::ConstantSampler, nullptr, sampler},
    {Op::ConstantComposite, nullptr, composite},
    {Op::SpecConstantComposite, nullptr, composite},
    {Op::ConstantCompositeContinuedINTEL, nullptr, continued},
    {Op::SpecConstantCompositeContinuedINTEL, nullptr, continued},
    {Op::SpecConstantOp, nullptr, operation},
};

} // namespace

bool is_foldable(Op opcode) {
  for (const auto list : {arithmetic_rows(), bit_rows(), relational_rows(), conversion_rows(),
                          composite_rows(), pointer_rows()}) {
    for (const HandlerRow& row : list) {
      if (row.opcode == opcode) {
        return true;
      }
    }
  }
  return false;
}

std::span<const HandlerRow> constant_rows() { return rows; }

} // namespace spirv_ll
