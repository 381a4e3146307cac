// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "instructions/values/bfloat16.h"

#include "built_ins/opencl_std.h"

#include <cstring>

namespace spirv_ll {

llvm::Type* with_element(llvm::Type& shape, llvm::Type& element) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&shape);
  return vector ? llvm::FixedVectorType::get(&element, vector->getNumElements()) : &element;
}

llvm::Value* narrow_to_bfloat16(llvm::IRBuilderBase& b, llvm::Value& floats) {
  llvm::Type* wide = with_element(*floats.getType(), *b.getInt32Ty());
  auto* bits = b.CreateBitCast(&floats, wide);
  const auto number = [&](uint32_t value) { return llvm::ConstantInt::get(wide, value); };
  auto* odd = b.CreateAnd(b.CreateLShr(bits, number(16)), number(1));
  auto* rounded = b.CreateAdd(bits, b.CreateAdd(odd, number(0x7fff)));
  auto* nan = b.CreateOr(bits, number(0x400000));
  auto* chosen = b.CreateSelect(b.CreateFCmpUNO(&floats, &floats), nan, rounded);
  return b.CreateTrunc(b.CreateLShr(chosen, number(16)), with_element(*wide, *b.getInt16Ty()));
}

llvm::Value* widen_bfloat16(llvm::IRBuilderBase& b, llvm::Value& halves) {
  llvm::Type* wide = with_element(*halves.getType(), *b.getInt32Ty());
  auto* bits = b.CreateShl(b.CreateZExt(&halves, wide), llvm::ConstantInt::get(wide, 16));
  return b.CreateBitCast(bits, with_element(*wide, *b.getFloatTy()));
}

namespace {

constexpr OpenClStd moves[] = {OpenClStd::select,   OpenClStd::bitselect, OpenClStd::shuffle,
                               OpenClStd::shuffle2, OpenClStd::vloadn,    OpenClStd::vstoren,
                               OpenClStd::prefetch};

bool is_function_of_opencl(const Reader& reader, const Inst& inst) {
  const Id& set = reader.ids[inst.word(0)];
  return inst.opcode == Op::ExtInst && set.kind == IdKind::extended_set &&
         ExtendedSet(set.number) == ExtendedSet::opencl_std;
}

bool is_bfloat16(const Type* type) { return type && type->ir && type->is_bfloat16(); }

bool points_to_bfloat16(const Type* type) {
  return type && type->kind == TypeKind::pointer && is_bfloat16(type->element);
}

/// The capability by which an instruction may compute with bfloat16.
Capability needed(Op opcode) {
  switch (opcode) {
  case Op::FConvert:
  case Op::ConvertFToU:
  case Op::ConvertFToS:
  case Op::ConvertSToF:
  case Op::ConvertUToF:
    return Capability::BFloat16TypeKHR;
  case Op::Dot:
    return Capability::BFloat16DotProductKHR;
  default:
    return Capability::BFloat16ArithmeticINTEL;
  }
}

/// An instruction while its operands and result are those of float.
class InFloat {
public:
  InFloat(Reader& in_reader, const Inst& inst)
      : reader(in_reader), b(reader.builder), words(inst.words.begin(), inst.words.end()),
        wide(inst) {
    wide.words = words;
    wide.args.clear();
  }
  InFloat(const InFloat&) = delete;
  ~InFloat() { reader.ids.clear_temporaries(); }

  Outcome widen_operands(size_t first) {
    const bool is_nan = first != 0 && OpenClStd(wide.word(1)) == OpenClStd::nan;
    for (size_t i = first; i < words.size(); ++i) {
      const Type* type = reader.type_of(words[i]);
      if (!is_bfloat16(type) && !points_to_bfloat16(type) && !(is_nan && type)) {
        continue;
      }
      const auto value = reader.value(words[i]);
      if (!value) {
        return fail(value.error());
      }
      if (type->kind == TypeKind::pointer) {
        give_variable(words[i], *type, **value);
      } else if (is_bfloat16(type)) {
        set(words[i], *type_like(reader, *type, TypeKind::floating, *b.getFloatTy()),
            *widen_bfloat16(b, **value));
      } else if ((*value)->getType()->isIntOrIntVectorTy(16)) { // the code of a NaN
        const Type* code = type_like(reader, *type, TypeKind::integer, *b.getInt32Ty());
        set(words[i], *code, *b.CreateZExt(*value, code->ir));
      }
    }
    return cargo::success{};
  }

  void widen_result() {
    const Type* type = reader.type(wide.type);
    if (is_bfloat16(type)) {
      wide.type = reader.ids.add_temporary(
          {IdKind::type, type_like(reader, *type, TypeKind::floating, *b.getFloatTy()), nullptr,
           nullptr, 0});
      narrows = true;
    }
  }

  Result run(const HandlerRow& row) {
    auto result = handle(reader, row, wide);
    if (!result) {
      return result;
    }
    for (const Variable& variable : variables) {
      llvm::Value* stored = b.CreateLoad(variable.memory->getAllocatedType(), variable.memory);
      b.CreateAlignedStore(narrow_to_bfloat16(b, *stored), variable.pointer, llvm::Align(2));
    }
    return narrows && *result ? Result(narrow_to_bfloat16(b, **result)) : result;
  }

private:
  struct Variable {
    llvm::AllocaInst* memory;
    llvm::Value* pointer; ///< where its value goes as bfloat16
  };

  void set(uint32_t& word, const Type& type, llvm::Value& value) {
    word = reader.ids.add_temporary({IdKind::value, &type, &value, nullptr, 0});
  }

  /// The instruction stores a result through the pointer.
  void give_variable(uint32_t& word, const Type& pointer, llvm::Value& value) {
    const Type* element = type_like(reader, *pointer.element, TypeKind::floating, *b.getFloatTy());
    auto entry = reader.at_entry();
    auto* memory = entry.CreateAlloca(element->ir);
    Type type;
    type.kind = TypeKind::pointer;
    type.element = element;
    type.storage = StorageClass::Function;
    type.ir = memory->getType();
    type.size = 8;
    set(word, *reader.add(std::move(type)), *memory);
    variables.push_back({memory, &value});
  }

  Reader& reader;
  llvm::IRBuilder<>& b;
  std::vector<uint32_t> words;
  Inst wide;
  std::vector<Variable> variables;
  bool narrows = false;
};

} // namespace

bool computes_with_bfloat16(const Reader& reader, const HandlerRow& row, const Inst& inst) {
  size_t first = 0;
  if (!row.shape) {
    // Outside a block the handler refuses it.
    if (!reader.function.block || !is_function_of_opencl(reader, inst) ||
        ends_with_literal(inst.word(1)) ||
        std::ranges::find(moves, OpenClStd(inst.word(1))) != std::end(moves)) {
      return false;
    }
    first = 2;
  } else if (!std::strpbrk(row.shape, "fn")) {
    return false;
  }
  const auto ids = inst.from(first);
  return is_bfloat16(reader.type(inst.type)) ||
         std::ranges::any_of(ids, [&](uint32_t id) { return is_bfloat16(reader.type_of(id)); });
}

Result compute_in_float(Reader& reader, const HandlerRow& row, const Inst& inst) {
  const Capability capability = needed(inst.opcode);
  if (!reader.capabilities.has(capability)) {
    return fail("with bfloat16 it needs " + list(std::span(&capability, 1)));
  }
  const auto mode = reader.decorations.number(inst.result, Decoration::FPRoundingMode);
  if (mode && *mode != uint32_t(FPRoundingMode::RTE) && is_bfloat16(reader.type(inst.type))) {
    return fail("results of bfloat16 are rounded to nearest even only");
  }
  InFloat in_float(reader, inst);
  if (auto good = in_float.widen_operands(row.shape ? 0 : 2); !good) {
    return fail(good.error());
  }
  in_float.widen_result();
  return in_float.run(row);
}

} // namespace spirv_ll
