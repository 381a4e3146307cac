// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V specification 3.49.12, composites.
#include "instructions/memory/pointer_vectors.h"
#include "instructions/values/cooperative_matrix.h"
#include "reader/handlers.h"

namespace spirv_ll {
namespace {

/// The part of `type` that literal indices lead to; null if they lead nowhere.
const Type* part(const Type* type, std::span<const uint32_t> indices) {
  for (const uint32_t index : indices) {
    const bool is_struct = type->kind == TypeKind::structure;
    const uint64_t count = is_struct              ? type->members.size()
                           : type->is_composite() ? type->count
                                                  : 0;
    if (index >= count) {
      return nullptr;
    }
    type = is_struct ? type->members[index] : type->element;
  }
  return type;
}

/// extractvalue goes as far as arrays and structures do, extractelement takes the last step.
llvm::Value* extract(Reader& reader, llvm::Value* from, std::span<const uint32_t> indices) {
  auto& b = reader.builder;
  for (const uint32_t index : indices) {
    from = from->getType()->isVectorTy() ? b.CreateExtractElement(from, index)
                                         : b.CreateExtractValue(from, index);
  }
  return from;
}

llvm::Value* insert(Reader& reader, llvm::Value* into, llvm::Value* value,
                    std::span<const uint32_t> indices) {
  auto& b = reader.builder;
  if (indices.empty()) {
    return value;
  }
  if (into->getType()->isVectorTy()) {
    return b.CreateInsertElement(into, as_element(b, *value, *into->getType()->getScalarType()),
                                 indices[0]);
  }
  llvm::Value* inner = indices.size() == 1 ? value
                                           : insert(reader, b.CreateExtractValue(into, indices[0]),
                                                    value, indices.subspan(1));
  return b.CreateInsertValue(into, inner, indices[0]);
}

Result composite_extract(Reader& reader, const Inst& inst) {
  const Type* type = reader.type_of(inst.word(0));
  const Type* found = type ? part(type, inst.from(1)) : nullptr;
  if (!found || type->ir != inst.args[0]->getType()) {
    return fail("the indices lead to no part of the composite");
  }
  return as_element(reader.builder, *extract(reader, inst.args[0], inst.from(1)), *found->ir);
}

Result composite_insert(Reader& reader, const Inst& inst) {
  const Type* type = reader.type(inst.type);
  const Type* found = part(type, inst.from(2));
  if (!found || found->ir != inst.args[0]->getType()) {
    return fail("the indices lead to no part of the object's type");
  }
  return insert(reader, inst.args[1], inst.args[0], inst.from(2));
}

/// Vectors are also made of shorter vectors.
Result construct_vector(Reader& reader, const Type& type, std::span<llvm::Value* const> parts) {
  auto& b = reader.builder;
  llvm::SmallVector<llvm::Value*, 16> scalars;
  for (llvm::Value* value : parts) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
    if (value->getType()->getScalarType() !=
        (vector ? type.ir->getScalarType() : type.element->ir)) {
      return fail("a constituent has another type than the vector's elements");
    }
    for (unsigned i = 0; i < (vector ? vector->getNumElements() : 1); ++i) {
      scalars.push_back(vector ? b.CreateExtractElement(value, i)
                               : as_element(b, *value, *type.ir->getScalarType()));
    }
  }
  if (scalars.size() != type.count) {
    return fail("the result has " + std::to_string(type.count) + " elements, " +
                std::to_string(scalars.size()) + " are given");
  }
  llvm::Value* made = llvm::PoisonValue::get(type.ir);
  for (size_t i = 0; i < scalars.size(); ++i) {
    made = b.CreateInsertElement(made, scalars[i], uint64_t(i));
  }
  return made;
}

Result composite_construct(Reader& reader, const Inst& inst) {
  const Type* type = reader.type(inst.type);
  if (!type || !type->is_composite()) {
    return fail("the result type has to be a vector, an array or a structure");
  }
  const auto ids = reader.with_continued(inst, {Op::CompositeConstructContinuedINTEL});
  std::vector<llvm::Value*> parts;
  for (const uint32_t id : ids) {
    const auto value = reader.value(id);
    if (!value) {
      return value;
    }
    parts.push_back(*value);
  }
  if (type->is_matrix() && parts.size() == 1) {
    return fill_matrix(reader, *type, *parts[0]);
  }
  if (type->kind == TypeKind::vector) {
    return construct_vector(reader, *type, parts);
  }
  const bool is_struct = type->kind == TypeKind::structure;
  if (parts.size() != (is_struct ? type->members.size() : type->count)) {
    return fail("the number of constituents is not that of the result type");
  }
  llvm::Value* made = llvm::PoisonValue::get(type->ir);
  for (size_t i = 0; i < parts.size(); ++i) {
    if (parts[i]->getType() != (is_struct ? type->members[i] : type->element)->ir) {
      return fail("constituent " + id_text(ids[i]) + " has another type than its place");
    }
    made = reader.builder.CreateInsertValue(made, parts[i], unsigned(i));
  }
  return made;
}

Result extract_dynamic(Reader& reader, const Inst& inst) {
  llvm::Type* result = reader.type(inst.type)->ir;
  const Type* vector = reader.type_of(inst.word(0));
  if (!vector || vector->kind != TypeKind::vector || vector->element->ir != result) {
    return fail("the result type has to be that of the vector's elements");
  }
  // Translators make this of get_global_id(d) with a dimension that is computed, which has a value
  // for every d.
  auto asked = extract_from_built_in(reader, *inst.args[0], *inst.args[1]);
  if (!asked || *asked) {
    return asked;
  }
  auto& b = reader.builder;
  return as_element(b, *b.CreateExtractElement(inst.args[0], inst.args[1]), *result);
}

Result insert_dynamic(Reader& reader, const Inst& inst) {
  const Type* vector = reader.type(inst.type);
  if (vector->element->ir != inst.args[1]->getType()) {
    return fail("the component has to be of the type of the vector's elements");
  }
  auto& b = reader.builder;
  return b.CreateInsertElement(
      inst.args[0], as_element(b, *inst.args[1], *vector->ir->getScalarType()), inst.args[2]);
}

/// The vector as one of `element`, if that has the same width and neither is a pointer.
llvm::Value* with_elements_of(llvm::IRBuilder<>& builder, llvm::Value* vector,
                              llvm::Type* element) {
  auto* type = llvm::cast<llvm::FixedVectorType>(vector->getType());
  const bool fits = !element->isPointerTy() && !type->getElementType()->isPointerTy() &&
                    element->getScalarSizeInBits() == type->getScalarSizeInBits();
  return fits ? builder.CreateBitCast(vector,
                                      llvm::FixedVectorType::get(element, type->getNumElements()))
              : vector;
}

Result shuffle(Reader& reader, const Inst& inst) {
  auto& b = reader.builder;
  const auto* first = llvm::cast<llvm::FixedVectorType>(inst.args[0]->getType());
  // LLVM's back end writes an OpUndef of integers beside vectors of floats.
  llvm::Value* other = reader.from_llvm_back_end()
                           ? with_elements_of(b, inst.args[1], first->getElementType())
                           : inst.args[1];
  const auto* second = llvm::cast<llvm::FixedVectorType>(other->getType());
  const auto* result = llvm::cast<llvm::FixedVectorType>(reader.type(inst.type)->ir);
  if (first->getElementType() != second->getElementType() ||
      first->getElementType() != result->getElementType()) {
    return fail("the vectors have different elements");
  }
  const auto literals = inst.from(2);
  if (literals.size() != result->getNumElements()) {
    return fail("the result has " + std::to_string(result->getNumElements()) + " elements, " +
                std::to_string(literals.size()) + " are chosen");
  }
  // LLVM shuffles vectors of one length only.
  const unsigned of_first = first->getNumElements(), of_second = second->getNumElements();
  const unsigned longer = std::max(of_first, of_second);
  const auto lengthen = [&](llvm::Value* vector, unsigned length) {
    llvm::SmallVector<int, 16> mask;
    for (unsigned i = 0; i < longer; ++i) {
      mask.push_back(i < length ? int(i) : llvm::PoisonMaskElem);
    }
    return length == longer ? vector : b.CreateShuffleVector(vector, mask);
  };
  llvm::SmallVector<int, 16> mask;
  for (const uint32_t literal : literals) {
    constexpr uint32_t undefined = 0xffffffff;
    if (literal != undefined && literal >= of_first + of_second) {
      return fail("there is no element " + std::to_string(literal));
    }
    // An undefined element may be any, but must not be poison.
    mask.push_back(literal == undefined ? 0
                   : literal < of_first ? int(literal)
                                        : int(literal - of_first + longer));
  }
  return b.CreateShuffleVector(lengthen(inst.args[0], of_first), lengthen(other, of_second), mask);
}

/// OpCopyLogical: between types that have the same parts.
Result copy_logical(Reader& reader, const Inst& inst) {
  const Type* type = reader.type(inst.type);
  if (type->ir == inst.args[0]->getType()) {
    return inst.args[0];
  }
  const Type* from = reader.type_of(inst.word(0));
  if (!from || from->kind != TypeKind::structure || type->kind != TypeKind::structure ||
      from->members.size() != type->members.size()) {
    return fail("the types do not match logically");
  }
  llvm::Value* made = llvm::PoisonValue::get(type->ir);
  for (unsigned i = 0; i < type->members.size(); ++i) {
    if (type->members[i]->ir != from->members[i]->ir) {
      return fail("the types do not match logically");
    }
    made = reader.builder.CreateInsertValue(made,
                                            reader.builder.CreateExtractValue(inst.args[0], i), i);
  }
  return made;
}

constexpr HandlerRow rows[] = {
    {Op::VectorExtractDynamic, "v vv is", extract_dynamic},
    {Op::VectorInsertDynamic, "vv = v is", insert_dynamic},
    {Op::VectorShuffle, "vv vv vv", shuffle},
    {Op::CompositeConstruct, nullptr, composite_construct},
    {Op::CompositeConstructContinuedINTEL, nullptr,
     [](Reader&, const Inst&) -> Result { return nullptr; }},
    {Op::CompositeExtract, "v v", composite_extract},
    {Op::CompositeInsert, "v v =", composite_insert},
    {Op::CopyObject, "v =", [](Reader&, const Inst& i) -> Result { return i.args[0]; }},
    {Op::CopyLogical, "v v", copy_logical},
};

} // namespace

std::span<const HandlerRow> composite_rows() { return rows; }

} // namespace spirv_ll
