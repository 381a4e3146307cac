// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "instructions/memory/pointer_vectors.h"

#include "instructions/memory/masked_access.h"

#include <bit>

namespace spirv_ll {

llvm::Value* as_element(llvm::IRBuilderBase& builder, llvm::Value& value, llvm::Type& type) {
  if (value.getType() == &type) {
    return &value;
  }
  return type.isPointerTy() ? builder.CreateIntToPtr(&value, &type)
                            : builder.CreatePtrToInt(&value, &type);
}

namespace {

/// An instruction that computes with pointers, and which of its words are ids.
struct PointerInstruction {
  Op opcode;
  size_t first = 0, end = SIZE_MAX;
};
constexpr PointerInstruction by_pointer[] = {
    {Op::AccessChain},      {Op::InBoundsAccessChain},
    {Op::PtrAccessChain},   {Op::InBoundsPtrAccessChain},
    {Op::PtrEqual},         {Op::PtrNotEqual},
    {Op::PtrDiff},          {Op::ConvertPtrToU},
    {Op::ConvertUToPtr},    {Op::PtrCastToGeneric},
    {Op::GenericCastToPtr}, {Op::GenericCastToPtrExplicit, 0, 1}, // behind it the storage class
    {Op::Variable, 1},                                            // before it the storage class
};

std::span<const uint32_t> ids_of(const PointerInstruction& row, const Inst& inst) {
  return inst.words.first(std::min(row.end, inst.count()))
      .subspan(std::min(row.first, inst.count()));
}

const PointerInstruction* row_of(Op opcode) {
  const auto* row = std::ranges::find(by_pointer, opcode, &PointerInstruction::opcode);
  return row == std::end(by_pointer) ? nullptr : row;
}

bool is_pointer_vector(const Type* type) { return type && type->is_pointer_vector(); }

Result element(Reader& reader, llvm::Value& vector, const Type& type, uint64_t i) {
  auto& b = reader.builder;
  return as_element(b, *b.CreateExtractElement(&vector, i), *type.element->ir);
}

/// What gathers and scatters have in common.
struct MaskedAccess {
  llvm::Value *pointers, *mask;
  const Type *pointer_type, *values_type;
  llvm::Function* function;
};

cargo::expected<MaskedAccess, std::string> masked_access(Reader& reader, const Type* values,
                                                         uint32_t pointers_id, uint32_t alignment,
                                                         uint32_t mask_id, bool loads) {
  const Type* pointers = reader.type_of(pointers_id);
  if (!is_pointer_vector(pointers)) {
    return fail(id_text(pointers_id) + " is no vector of pointers");
  }
  const Type* pointee = pointers->element->element;
  if (!values || values->kind != TypeKind::vector || values->count != pointers->count || !pointee ||
      pointee->ir != values->element->ir) {
    return fail("the pointers of " + id_text(pointers_id) +
                " are not to the elements of the vector, one for each");
  }
  const Type* mask = reader.type_of(mask_id);
  if (!mask || mask->kind != TypeKind::vector || mask->element->kind != TypeKind::boolean ||
      mask->count != pointers->count) {
    return fail("the mask " + id_text(mask_id) + " has to be a vector of " +
                std::to_string(pointers->count) + " booleans");
  }
  constexpr uint32_t largest = 1u << 30;
  if (alignment && (!std::has_single_bit(alignment) || alignment > largest)) {
    return fail("an alignment of " + std::to_string(alignment) + " is not possible");
  }
  const auto addresses = reader.value(pointers_id), bits = reader.value(mask_id);
  if (!addresses || !bits) {
    return fail(addresses ? bits.error() : addresses.error());
  }
  const llvm::Align align = alignment ? llvm::Align(alignment)
                                      : reader.module.getDataLayout().getABITypeAlign(pointee->ir);
  return MaskedAccess{
      *addresses, *bits, pointers, values,
      masked_access_function(reader, loads, *pointee->ir, *pointers->element->ir, align)};
}

llvm::CallInst* call(Reader& reader, const MaskedAccess& access, uint64_t i, llvm::Value& value) {
  auto& b = reader.builder;
  auto* made =
      b.CreateCall(access.function, {*element(reader, *access.pointers, *access.pointer_type, i),
                                     b.CreateExtractElement(access.mask, i), &value});
  made->setCallingConv(access.function->getCallingConv());
  return made;
}

/// The value for elements that are not read is one for all, or a vector, as LLVM's translator
/// writes it.
Result gather(Reader& reader, const Inst& inst) {
  const Type* type = reader.type(inst.type);
  const auto access =
      masked_access(reader, type, inst.word(0), inst.word(1), inst.word(2), /*loads=*/true);
  const auto fill = reader.value(inst.word(3));
  if (!access || !fill) {
    return fail(access ? fill.error() : access.error());
  }
  const bool is_one = (*fill)->getType() == type->element->ir;
  if (!is_one && (*fill)->getType() != type->ir) {
    return fail("what fills the result has to be of the type of its elements");
  }
  auto& b = reader.builder;
  llvm::Value* gathered = llvm::PoisonValue::get(type->ir);
  for (uint64_t i = 0; i < type->count; ++i) {
    llvm::Value* filler = is_one ? *fill : *element(reader, **fill, *type, i);
    gathered = b.CreateInsertElement(
        gathered, as_element(b, *call(reader, *access, i, *filler), *type->ir->getScalarType()), i);
  }
  return gathered;
}

Result scatter(Reader& reader, const Inst& inst) {
  auto values = reader.value(inst.word(0));
  if (!values) {
    return values;
  }
  const auto access = masked_access(reader, reader.type_of(inst.word(0)), inst.word(1),
                                    inst.word(2), inst.word(3), /*loads=*/false);
  if (!access) {
    return fail(access.error());
  }
  for (uint64_t i = 0; i < access->values_type->count; ++i) {
    (void)call(reader, *access, i, **element(reader, **values, *access->values_type, i));
  }
  return nullptr;
}

constexpr HandlerRow rows[] = {
    {Op::MaskedGatherINTEL, nullptr, gather},
    {Op::MaskedScatterINTEL, nullptr, scatter},
};

} // namespace

bool computes_with_pointer_vectors(const Reader& reader, const Inst& inst) {
  const PointerInstruction* row = row_of(inst.opcode);
  return row && (is_pointer_vector(reader.type(inst.type)) ||
                 std::ranges::any_of(ids_of(*row, inst), [&](uint32_t id) {
                   return is_pointer_vector(reader.type_of(id));
                 }));
}

Result compute_by_pointer(Reader& reader, const HandlerRow& row, const Inst& inst) {
  const Type* type = reader.type(inst.type);
  if (!type || type->kind != TypeKind::vector) {
    return fail("with vectors of pointers the result has to be a vector");
  }
  auto& b = reader.builder;
  const std::span<const uint32_t> ids = ids_of(*row_of(inst.opcode), inst);
  llvm::Value* made = llvm::PoisonValue::get(type->ir);
  for (uint64_t i = 0; i < type->count; ++i) {
    std::vector<uint32_t> words(inst.words.begin(), inst.words.end());
    Inst one = inst;
    one.words = words;
    one.type = reader.ids.add_temporary({IdKind::type, type->element, nullptr, nullptr, 0});
    for (size_t k = 0; k < ids.size(); ++k) {
      const Type* of = reader.type_of(ids[k]);
      if (!of || of->kind != TypeKind::vector) {
        continue;
      }
      const auto vector = reader.value(ids[k]);
      if (!vector || of->count != type->count) {
        return fail(vector ? id_text(ids[k]) + " has another number of elements than the result"
                           : vector.error());
      }
      words[size_t(ids.data() - inst.words.data()) + k] = reader.ids.add_temporary(
          {IdKind::value, of->element, *element(reader, **vector, *of, i), nullptr, 0});
    }
    const auto result = handle(reader, row, one);
    reader.ids.clear_temporaries();
    if (!result || !*result || (*result)->getType() != type->element->ir) {
      return result ? Result(fail("the result is not of the type of the vector's elements"))
                    : result;
    }
    made = b.CreateInsertElement(made, as_element(b, **result, *type->ir->getScalarType()), i);
  }
  return made;
}

std::span<const HandlerRow> pointer_vector_rows() { return rows; }

} // namespace spirv_ll
