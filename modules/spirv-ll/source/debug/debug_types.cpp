// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types in debug information.
#include "debug/debug_reader.h"
#include "reader/reader.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DIBuilder.h>

namespace spirv_ll {
namespace {

constexpr uint64_t pointer_bits = 64;

/// By DebugBaseTypeAttributeEncoding.
constexpr unsigned encodings[] = {0,
                                  llvm::dwarf::DW_ATE_address,
                                  llvm::dwarf::DW_ATE_boolean,
                                  llvm::dwarf::DW_ATE_float,
                                  llvm::dwarf::DW_ATE_signed,
                                  llvm::dwarf::DW_ATE_signed_char,
                                  llvm::dwarf::DW_ATE_unsigned,
                                  llvm::dwarf::DW_ATE_unsigned_char};
/// By DebugTypeQualifier.
constexpr unsigned qualifiers[] = {
    llvm::dwarf::DW_TAG_const_type, llvm::dwarf::DW_TAG_volatile_type,
    llvm::dwarf::DW_TAG_restrict_type, llvm::dwarf::DW_TAG_atomic_type};

} // namespace

llvm::DIType* DebugReader::type(uint32_t id) {
  if (const auto known = made.find(id); known != made.end()) {
    return llvm::dyn_cast_or_null<llvm::DIType>(known->second);
  }
  const DebugInst* inst = find(id);
  if (!inst || !enter(id)) {
    return nullptr;
  }
  llvm::DIType* result = make_type(id, *inst);
  leave(id);
  made[id] = result;
  return result;
}

llvm::DIType* DebugReader::make_type(uint32_t id, const DebugInst& inst) {
  static_cast<void>(file("")); // there is a builder now
  switch (inst.what) {
  case ShaderDebugInfo::DebugTypeBasic: {
    const uint64_t encoding = literal(inst, 2);
    return encoding > 0 && encoding < std::size(encodings)
               ? builder->createBasicType(text(inst, 0), constant(inst.id(1)), encodings[encoding])
               : builder->createUnspecifiedType(text(inst, 0));
  }
  case ShaderDebugInfo::DebugTypePointer:
    return builder->createPointerType(type(inst.id(0)), pointer_bits);
  case ShaderDebugInfo::DebugTypeQualifier: {
    const uint64_t qualifier = literal(inst, 1);
    llvm::DIType* base = type(inst.id(0));
    return qualifier < std::size(qualifiers)
               ? builder->createQualifiedType(qualifiers[qualifier], base)
               : base;
  }
  case ShaderDebugInfo::DebugTypeArray:
  case ShaderDebugInfo::DebugTypeVector:
    return make_sequence(inst);
  case ShaderDebugInfo::DebugTypedef:
    return builder->createTypedef(type(inst.id(1)), text(inst, 0), source(inst, 2),
                                  unsigned(literal(inst, 3)), scope(inst.id(5)));
  case ShaderDebugInfo::DebugTypeFunction:
    return subroutine_type(id);
  case ShaderDebugInfo::DebugTypeEnum:
    return make_enumeration(inst);
  case ShaderDebugInfo::DebugTypeComposite:
    return make_composite(id, inst);
  case ShaderDebugInfo::DebugTypeTemplate:
    return type(inst.id(0));
  default:
    return nullptr;
  }
}

/// Arrays, whose counts are constants, and vectors, with one literal count.
llvm::DIType* DebugReader::make_sequence(const DebugInst& inst) {
  llvm::DIType* element = type(inst.id(0));
  if (!element) {
    return nullptr;
  }
  const bool is_vector = inst.what == ShaderDebugInfo::DebugTypeVector;
  llvm::SmallVector<llvm::Metadata*, 3> ranges;
  uint64_t size = element->getSizeInBits();
  for (size_t i = 1; i < inst.operands.size() && ranges.size() < max_nesting; ++i) {
    const uint64_t count = is_vector ? literal(inst, i) : constant(inst.id(i));
    if (count > 0 && count < max_type_size) { // DebugInfoNone: not known, or a lower bound
      ranges.push_back(builder->getOrCreateSubrange(0, int64_t(count)));
      size *= count;
    }
  }
  llvm::DINodeArray list = builder->getOrCreateArray(ranges);
  return is_vector ? builder->createVectorType(size, 0, element, list)
                   : builder->createArrayType(size, 0, element, list);
}

llvm::DIType* DebugReader::make_enumeration(const DebugInst& inst) {
  llvm::DIType* base = type(inst.id(1));
  const auto* basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(base);
  const bool is_signed = basic && basic->getSignedness() == llvm::DIBasicType::Signedness::Signed;
  const uint64_t bits = basic ? basic->getSizeInBits() : 0;
  llvm::SmallVector<llvm::Metadata*, 8> enumerators;
  for (size_t i = 8; i + 1 < inst.operands.size(); i += 2) {
    uint64_t value = constant(inst.id(i));
    if (is_signed && bits > 0 && bits < 64) {
      value = uint64_t(llvm::SignExtend64(value, unsigned(bits)));
    }
    enumerators.push_back(builder->createEnumerator(text(inst, i + 1), value, !is_signed));
  }
  return builder->createEnumerationType(scope(inst.id(5)), text(inst, 0), source(inst, 2),
                                        unsigned(literal(inst, 3)), constant(inst.id(6)), 0,
                                        builder->getOrCreateArray(enumerators), base);
}

/// Known before its members are, which may point to it.
llvm::DIType* DebugReader::make_composite(uint32_t id, const DebugInst& inst) {
  constexpr uint64_t tag_union = 2;
  llvm::DIFile* from = source(inst, 2);
  llvm::DIScope* parent = scope(inst.id(5));
  const auto at = unsigned(literal(inst, 3));
  const uint64_t size = constant(inst.id(7));
  llvm::DICompositeType* result =
      literal(inst, 1) == tag_union
          ? builder->createUnionType(parent, text(inst, 0), from, at, size, 0,
                                     llvm::DINode::FlagZero, {}, 0, text(inst, 6))
          : builder->createStructType(parent, text(inst, 0), from, at, size, 0,
                                      llvm::DINode::FlagZero, nullptr, {}, 0, nullptr,
                                      text(inst, 6));
  made[id] = result;
  llvm::SmallVector<llvm::Metadata*, 8> members;
  for (const uint32_t member_id :
       inst.operands.subspan(std::min<size_t>(9, inst.operands.size()))) {
    const DebugInst* member = find(member_id);
    if (!member || member->what != ShaderDebugInfo::DebugTypeMember) {
      continue; // functions, base classes
    }
    const size_t offset = member->is_shader ? 5 : 6; // the one names the parent before
    if (llvm::DIType* of = type(member->id(1))) {
      members.push_back(
          builder->createMemberType(result, text(*member, 0), source(*member, 2),
                                    unsigned(literal(*member, 3)), constant(member->id(offset + 1)),
                                    0, constant(member->id(offset)), llvm::DINode::FlagZero, of));
    }
  }
  builder->replaceArrays(result, builder->getOrCreateArray(members));
  made[id] = result;
  return result;
}

llvm::DISubroutineType* DebugReader::subroutine_type(uint32_t id) {
  static_cast<void>(file("")); // there is a builder now
  llvm::SmallVector<llvm::Metadata*, 8> types;
  const DebugInst* inst = find(id);
  if (inst && inst->what == ShaderDebugInfo::DebugTypeFunction) {
    for (size_t i = 1; i < inst->operands.size(); ++i) {
      types.push_back(type(inst->id(i))); // null: void
    }
  }
  return builder->createSubroutineType(builder->getOrCreateTypeArray(types));
}

} // namespace spirv_ll
