// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V specification 3.49.8, memory: computations with pointers.
#include "reader/handlers.h"

namespace spirv_ll {
namespace {

/// The type one index deeper, and the index as getelementptr takes it.
cargo::expected<const Type*, std::string> step(Reader& reader, const Type& type, uint32_t index_id,
                                               llvm::Value*& index) {
  const auto value = reader.value(index_id);
  if (!value) {
    return fail(value.error());
  }
  index = *value;
  if (!index->getType()->isIntegerTy()) {
    return fail("index " + id_text(index_id) + " is not an integer");
  }
  if (type.kind == TypeKind::vector || type.kind == TypeKind::array) {
    return type.element;
  }
  if (type.kind != TypeKind::structure) {
    return fail("index " + id_text(index_id) + " goes into something that has no parts");
  }
  const auto member = reader.integer(index_id);
  if (!member || *member >= type.members.size()) {
    return fail("index " + id_text(index_id) + " is not that of a member of the structure");
  }
  index = reader.builder.getInt32(uint32_t(*member));
  return type.members[*member];
}

/// LLVM 22's SPIR-V back end writes getelementptr i8 as a chain of 0 and a number of bytes,
/// whatever the base points to, with a result type that gives it away.
bool counts_bytes(const Reader& reader, const Inst& inst) {
  const Type* result = reader.type(inst.type);
  const Id& first = reader.ids[inst.word(1)];
  const auto* zero =
      first.kind == IdKind::value ? llvm::dyn_cast<llvm::Constant>(first.value) : nullptr;
  return reader.from_llvm_back_end() && result && result->kind == TypeKind::pointer &&
         result->element && result->element->ir && result->element->ir->isIntegerTy(8) &&
         inst.count() == 3 && zero && zero->isNullValue();
}

Result byte_chain(Reader& reader, const Inst& inst, llvm::Value* base) {
  const auto bytes = reader.value(inst.word(2));
  if (!bytes || !(*bytes)->getType()->isIntegerTy()) {
    return fail("the index is not an integer");
  }
  return reader.builder.CreateGEP(reader.builder.getInt8Ty(), base, *bytes);
}

Result access_chain(Reader& reader, const Inst& inst) {
  const bool steps_over =
      inst.opcode == Op::PtrAccessChain || inst.opcode == Op::InBoundsPtrAccessChain;
  const bool in_bounds =
      inst.opcode == Op::InBoundsAccessChain || inst.opcode == Op::InBoundsPtrAccessChain;
  const auto base = reader.value(inst.word(0));
  if (!base) {
    return base;
  }
  const Type* pointer = reader.type_of(inst.word(0));
  if (!pointer || pointer->kind != TypeKind::pointer || !pointer->element ||
      !pointer->element->is_storable()) {
    return fail("the base is not a pointer to something that has a size");
  }
  llvm::SmallVector<llvm::Value*, 4> indices;
  size_t next = 1;
  if (steps_over) {
    const auto first = reader.value(inst.word(next++));
    if (!first || !(*first)->getType()->isIntegerTy()) {
      return fail("the first index is not an integer");
    }
    indices.push_back(*first);
  } else {
    indices.push_back(reader.builder.getInt32(0));
  }
  const Type* type = pointer->element;
  const auto leads_to_bytes = [](const Type& part) {
    return part.element && part.element->ir && part.element->ir->isIntegerTy(8);
  };
  if (steps_over && counts_bytes(reader, inst) && !leads_to_bytes(*type)) {
    return byte_chain(reader, inst, *base);
  }
  for (; next < inst.count(); ++next) {
    llvm::Value* index = nullptr;
    const auto deeper = step(reader, *type, inst.word(next), index);
    if (!deeper) {
      return fail(deeper.error());
    }
    type = *deeper;
    indices.push_back(index);
  }
  const Type* result = reader.type(inst.type);
  if (!result || result->kind != TypeKind::pointer || !result->element ||
      result->element->ir != type->ir || result->ir != (*base)->getType()) {
    return fail("the result type has to be a pointer to the part, in the base's storage class");
  }
  return reader.builder.CreateGEP(pointer->element->ir, *base, indices, "",
                                  in_bounds ? llvm::GEPNoWrapFlags::inBounds()
                                            : llvm::GEPNoWrapFlags::none());
}

Outcome same_pointers(const Inst& inst) {
  return inst.args[0]->getType() == inst.args[1]->getType()
             ? Outcome(cargo::success{})
             : fail("the pointers are of different storage classes");
}

template <llvm::CmpInst::Predicate P> Result compare(Reader& reader, const Inst& inst) {
  if (auto good = same_pointers(inst); !good) {
    return fail(good.error());
  }
  return reader.builder.CreateICmp(P, inst.args[0], inst.args[1]);
}

Result difference(Reader& reader, const Inst& inst) {
  if (auto good = same_pointers(inst); !good) {
    return fail(good.error());
  }
  const Type* pointer = reader.type_of(inst.word(0));
  if (!pointer || !pointer->element || !pointer->element->is_storable()) {
    return fail("the pointers are to something that has no size");
  }
  const uint64_t size =
      reader.module.getDataLayout().getTypeAllocSize(pointer->element->ir).getFixedValue();
  if (size == 0) {
    return fail("the pointers are to something without a size");
  }
  auto& b = reader.builder;
  auto* bytes = b.CreateSub(b.CreatePtrToInt(inst.args[0], b.getInt64Ty()),
                            b.CreatePtrToInt(inst.args[1], b.getInt64Ty()));
  return b.CreateSExtOrTrunc(b.CreateExactSDiv(bytes, b.getInt64(size)),
                             reader.type(inst.type)->ir);
}

Result memory_semantics(Reader& reader, const Inst& inst) {
  // get_fence gives the flags of OpenCL C: 1 for local, 2 for global memory.
  auto& b = reader.builder;
  if (inst.args[0]->getType()->getPointerAddressSpace() != 4) {
    return fail("the pointer has to be of storage class Generic");
  }
  const auto flags =
      reader.call("_Z9get_fencePU3AS4v", b.getInt32Ty(), inst.args, Reader::Effect::pure);
  if (!flags) {
    return flags;
  }
  auto* is_local = b.CreateICmpNE(b.CreateAnd(*flags, b.getInt32(1)), b.getInt32(0));
  auto* bits = b.CreateSelect(is_local, b.getInt32(MemorySemanticsBits::WorkgroupMemory),
                              b.getInt32(MemorySemanticsBits::CrossWorkgroupMemory));
  return b.CreateZExtOrTrunc(bits, reader.type(inst.type)->ir);
}

constexpr HandlerRow rows[] = {
    {Op::AccessChain, nullptr, access_chain},
    {Op::InBoundsAccessChain, nullptr, access_chain},
    {Op::PtrAccessChain, nullptr, access_chain},
    {Op::InBoundsPtrAccessChain, nullptr, access_chain},
    {Op::PtrEqual, "bs p p", compare<llvm::CmpInst::ICMP_EQ>},
    {Op::PtrNotEqual, "bs p p", compare<llvm::CmpInst::ICMP_NE>},
    {Op::PtrDiff, "is p p", difference},
    {Op::GenericPtrMemSemantics, "is p", memory_semantics},
};

} // namespace

std::span<const HandlerRow> pointer_rows() { return rows; }

} // namespace spirv_ll
