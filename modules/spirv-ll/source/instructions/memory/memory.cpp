// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V specification 3.49.8, memory: variables, loads, stores, copies.
#include "instructions/memory/memory_access.h"
#include "reader/handlers.h"

#include <bit>

namespace spirv_ll {

cargo::expected<MemoryAccess, std::string> memory_access(std::span<const uint32_t> words,
                                                         size_t& used) {
  MemoryAccess access;
  used = 0;
  if (words.empty()) {
    return access;
  }
  const uint32_t bits = words[used++];
  access.is_volatile = bits & MemoryAccessBits::Volatile;
  access.is_nontemporal = bits & MemoryAccessBits::Nontemporal;
  // Every other bit with an operand has one, behind that of Aligned.
  if (bits & MemoryAccessBits::Aligned) {
    access.alignment = words[used++];
    // Clang 22 writes 0 for 256 and more, of which it keeps eight bits.
    if (access.alignment &&
        (!std::has_single_bit(access.alignment) || access.alignment > (1u << 30))) {
      return fail("an alignment of " + std::to_string(access.alignment) + " is not possible");
    }
  }
  used += std::popcount(
      bits & (MemoryAccessBits::MakePointerAvailable | MemoryAccessBits::MakePointerVisible |
              MemoryAccessBits::AliasScopeINTELMask | MemoryAccessBits::NoAliasINTELMask));
  return access;
}

namespace {

void mark_nontemporal(Reader& reader, llvm::Instruction& instruction) {
  auto* one = llvm::ConstantAsMetadata::get(reader.builder.getInt32(1));
  instruction.setMetadata(llvm::LLVMContext::MD_nontemporal,
                          llvm::MDNode::get(reader.context, {one}));
}

struct Pointer {
  llvm::Value* value;
  const Type* element;
};

/// The largest alignment of a variable.
constexpr llvm::Align largest_alignment = llvm::Align::Constant<1 << 20>();

/// An operand that has to be a pointer to something that memory can hold.
cargo::expected<Pointer, std::string> pointer(Reader& reader, uint32_t id) {
  const auto value = reader.value(id);
  if (!value) {
    return fail(value.error());
  }
  const Type* type = reader.type_of(id);
  if (!type || type->kind != TypeKind::pointer || !(*value)->getType()->isPointerTy()) {
    return fail(id_text(id) + " is not a pointer");
  }
  if (!type->element || !type->element->is_storable()) {
    return fail(id_text(id) + " points to nothing that memory can hold");
  }
  return Pointer{*value, type->element};
}

/// The alignment that an access states for its pointer. A variable of the module gets as much:
/// producers state the alignment that a variable had in their source where they access it, and not
/// always where they declare it.
llvm::Align access_alignment(const Reader& reader, const MemoryAccess& access,
                             const Pointer& pointer) {
  if (!access.alignment) {
    return reader.module.getDataLayout().getABITypeAlign(pointer.element->ir);
  }
  const llvm::Align align(access.alignment);
  llvm::Value* accessed = pointer.value->stripPointerCasts();
  if (align > largest_alignment) {
    return align;
  }
  if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(accessed)) {
    local->setAlignment(std::max(align, local->getAlign()));
  } else if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(accessed);
             global && global->hasInitializer()) {
    global->setAlignment(std::max(align, global->getAlign().valueOrOne()));
  }
  return align;
}

/// Clang 22's back end keeps eight bits of a variable's alignment. Accesses to its members rely on
/// the rest, but on no more than 128: 0 is read as the least that it can stand for.
constexpr llvm::Align unwritten_alignment = llvm::Align::Constant<256>();

std::optional<llvm::Align> declared_alignment(const Reader& reader, uint32_t id) {
  const auto number = reader.decorations.number(id, Decoration::Alignment);
  if (number == 0U) {
    return unwritten_alignment;
  }
  return number && std::has_single_bit(*number) && *number <= largest_alignment.value()
             ? std::optional(llvm::Align(*number))
             : std::nullopt;
}

/// The initializer of a variable of type `type`, the operand `id`. LLVM's back end writes the null
/// pointer as the integer 0 of its size.
cargo::expected<llvm::Constant*, std::string> initializer(Reader& reader, uint32_t id,
                                                          llvm::Type& type) {
  auto given = reader.constant(id);
  if (!given || (*given)->getType() == &type) {
    return given;
  }
  const bool is_null = type.isPointerTy() && (*given)->isNullValue() &&
                       (*given)->getType() == reader.module.getDataLayout().getIntPtrType(&type);
  if (!is_null) {
    return fail("the initializer has another type than the variable");
  }
  return llvm::Constant::getNullValue(&type);
}

Result local_variable(Reader& reader, const Inst& inst, const Type& type) {
  auto* variable = reader.at_entry().CreateAlloca(type.element->ir);
  variable->setName(reader.name(inst.result));
  if (const auto align = declared_alignment(reader, inst.result)) {
    variable->setAlignment(*align);
  }
  if (inst.count() > 1) {
    const auto initial = initializer(reader, inst.word(1), *type.element->ir);
    if (!initial) {
      return fail(initial.error());
    }
    reader.builder.CreateStore(*initial, variable);
  }
  return variable;
}

cargo::expected<llvm::GlobalValue::LinkageTypes, std::string> linkage(const Reader& reader,
                                                                      uint32_t id) {
  const Decor* decor = reader.decorations.find(id, Decoration::LinkageAttributes);
  if (!decor) {
    return llvm::GlobalValue::InternalLinkage;
  }
  size_t used = 0;
  (void)literal_string(decor->words, used);
  return used < decor->words.size() && LinkageType(decor->words[used]) == LinkageType::LinkOnceODR
             ? llvm::GlobalValue::LinkOnceODRLinkage
             : llvm::GlobalValue::ExternalLinkage;
}

Result global_variable(Reader& reader, const Inst& inst, const Type& type) {
  const auto link = linkage(reader, inst.result);
  if (!link) {
    return fail(link.error());
  }
  const auto storage = StorageClass(inst.word(0));
  llvm::Constant* initial = nullptr;
  if (inst.count() > 1) {
    const auto given = initializer(reader, inst.word(1), *type.element->ir);
    if (!given) {
      return fail(given.error());
    }
    initial = *given;
  } else if (storage == StorageClass::Workgroup) {
    initial = llvm::UndefValue::get(type.element->ir);
  } else if (*link == llvm::GlobalValue::InternalLinkage) {
    if (const auto* target = llvm::dyn_cast<llvm::TargetExtType>(type.element->ir);
        target && !target->hasProperty(llvm::TargetExtType::HasZeroInit)) {
      return fail("a variable of this type needs an initializer");
    }
    initial = llvm::Constant::getNullValue(type.element->ir);
  }
  const std::string name = reader.symbol_name(inst.result, "variable");
  const bool is_constant = storage == StorageClass::UniformConstant ||
                           reader.decorations.has(inst.result, Decoration::Constant);
  auto* variable = new llvm::GlobalVariable(
      reader.module, type.element->ir, is_constant,
      storage == StorageClass::Workgroup && initial ? llvm::GlobalValue::InternalLinkage : *link,
      initial, name, nullptr, llvm::GlobalValue::NotThreadLocal, type.ir->getPointerAddressSpace());
  variable->setAlignment(
      declared_alignment(reader, inst.result)
          .value_or(reader.module.getDataLayout().getABITypeAlign(type.element->ir)));
  for (const Decoration host_access :
       {Decoration::HostAccessINTEL, Decoration::GlobalVariableHostAccessINTEL}) {
    if (const Decor* decor = reader.decorations.find(inst.result, host_access)) {
      const std::span behind_access = std::span(decor->words).subspan(1);
      size_t used = 0;
      variable->addAttribute(host_name_attribute, literal_string(behind_access, used));
    }
  }
  return variable;
}

Result variable(Reader& reader, const Inst& inst) {
  const auto type = reader.need_type(inst.type);
  if (!type || (*type)->kind != TypeKind::pointer || !(*type)->element) {
    return fail("the result type has to be a pointer");
  }
  if ((*type)->storage != StorageClass(inst.word(0))) {
    return fail("the storage class is not that of the result type");
  }
  if (!(*type)->element->is_storable()) {
    return fail("a variable cannot have this type");
  }
  const auto storage = StorageClass(inst.word(0));
  const auto built_in = reader.decorations.number(inst.result, Decoration::BuiltIn);
  // DPC++ declares those of CrossWorkgroup.
  if (built_in && storage != StorageClass::Function) {
    if (auto done =
            reader.define(inst.result, {IdKind::built_in, *type, nullptr, nullptr, *built_in});
        !done) {
      return fail(done.error());
    }
    return nullptr;
  }
  switch (storage) {
  case StorageClass::Function:
    if (!reader.function.block) {
      return fail("a variable of storage class Function has to be in a block of a function");
    }
    return local_variable(reader, inst, **type);
  case StorageClass::Input:
    return fail("a variable of storage class Input needs the decoration BuiltIn");
  case StorageClass::UniformConstant:
  case StorageClass::CrossWorkgroup:
  case StorageClass::Workgroup:
  case StorageClass::DeviceOnlyINTEL:
    if (reader.function.ir) {
      return fail("a variable of this storage class has to be outside functions");
    }
    return global_variable(reader, inst, **type);
  default:
    return fail("variables of this storage class are not supported");
  }
}

Result load(Reader& reader, const Inst& inst) {
  const auto from = pointer(reader, inst.word(0));
  if (!from) {
    return fail(from.error());
  }
  const Type* type = reader.type(inst.type);
  if (!type || from->element->ir != type->ir) {
    return fail("the pointer is not to the result type");
  }
  size_t used = 0;
  const auto access = memory_access(inst.from(1), used);
  if (!access) {
    return fail(access.error());
  }
  auto* made = reader.builder.CreateAlignedLoad(
      type->ir, from->value, access_alignment(reader, *access, *from), access->is_volatile);
  if (access->is_nontemporal) {
    mark_nontemporal(reader, *made);
  }
  return made;
}

Result store(Reader& reader, const Inst& inst) {
  const auto to = pointer(reader, inst.word(0));
  if (!to) {
    return fail(to.error());
  }
  auto value = reader.value(inst.word(1));
  if (!value) {
    return value;
  }
  if (to->element->ir != (*value)->getType()) {
    return fail("the pointer is not to the type of the value");
  }
  size_t used = 0;
  const auto access = memory_access(inst.from(2), used);
  if (!access) {
    return fail(access.error());
  }
  auto* made = reader.builder.CreateAlignedStore(
      *value, to->value, access_alignment(reader, *access, *to), access->is_volatile);
  if (access->is_nontemporal) {
    mark_nontemporal(reader, *made);
  }
  return nullptr;
}

/// OpCopyMemory and OpCopyMemorySized: one set of memory operands for both sides, or one each.
Result copy(Reader& reader, const Inst& inst, size_t operands, llvm::Value* size) {
  const auto to = pointer(reader, inst.word(0));
  const auto from = pointer(reader, inst.word(1));
  if (!to || !from) {
    return fail(to ? from.error() : to.error());
  }
  size_t used = 0;
  const auto target = memory_access(inst.from(operands), used);
  if (!target) {
    return fail(target.error());
  }
  auto source = target;
  if (inst.count() > operands + used) {
    source = memory_access(inst.from(operands + used), used);
    if (!source) {
      return fail(source.error());
    }
  }
  if (!size) {
    if (to->element->ir != from->element->ir) {
      return fail("the pointers are to different types");
    }
    size = reader.builder.getInt64(
        reader.module.getDataLayout().getTypeStoreSize(to->element->ir).getFixedValue());
  }
  reader.builder.CreateMemCpy(to->value, access_alignment(reader, *target, *to), from->value,
                              access_alignment(reader, *source, *from), size,
                              target->is_volatile || source->is_volatile);
  return nullptr;
}

Result copy_memory(Reader& reader, const Inst& inst) { return copy(reader, inst, 2, nullptr); }

Result copy_memory_sized(Reader& reader, const Inst& inst) {
  auto size = reader.value(inst.word(2));
  if (!size) {
    return size;
  }
  if (!(*size)->getType()->isIntegerTy()) {
    return fail("the size has to be an integer");
  }
  return copy(reader, inst, 3,
              reader.builder.CreateZExtOrTrunc(*size, reader.builder.getInt64Ty()));
}

Result variable_length_array(Reader& reader, const Inst& inst) {
  const Type* type = reader.type(inst.type);
  const auto length = reader.value(inst.word(0));
  if (!length || !(*length)->getType()->isIntegerTy() || !type || type->kind != TypeKind::pointer ||
      type->storage != StorageClass::Function || !type->element || !type->element->is_storable()) {
    return fail("it needs a pointer of storage class Function and an integer");
  }
  return reader.builder.CreateAlloca(type->element->ir, *length);
}

Result save_memory(Reader& reader, const Inst& inst) {
  const Type* type = reader.type(inst.type);
  if (!type || type->kind != TypeKind::pointer || type->storage != StorageClass::Function) {
    return fail("the result type has to be a pointer of storage class Function");
  }
  return reader.builder.CreateStackSave();
}

Result declare_alias(Reader& reader, const Inst& inst) {
  // A hint about aliasing that is not taken.
  if (auto done = reader.define(inst.result, {IdKind::ignored, nullptr, nullptr, nullptr, 0});
      !done) {
    return fail(done.error());
  }
  return nullptr;
}

constexpr HandlerRow rows[] = {
    {Op::Variable, nullptr, variable},
    {Op::Load, nullptr, load},
    {Op::Store, nullptr, store},
    {Op::CopyMemory, nullptr, copy_memory},
    {Op::CopyMemorySized, nullptr, copy_memory_sized},
    {Op::VariableLengthArrayINTEL, nullptr, variable_length_array},
    {Op::SaveMemoryINTEL, nullptr, save_memory},
    {Op::RestoreMemoryINTEL, "- p",
     [](Reader& r, const Inst& i) -> Result {
       if (i.args[0]->getType()->getPointerAddressSpace() != 0) {
         return fail("the pointer has to be one of OpSaveMemoryINTEL");
       }
       r.builder.CreateStackRestore(i.args[0]);
       return nullptr;
     }},
    {Op::AliasDomainDeclINTEL, nullptr, declare_alias},
    {Op::AliasScopeDeclINTEL, nullptr, declare_alias},
    {Op::AliasScopeListDeclINTEL, nullptr, declare_alias},
};

} // namespace

std::span<const HandlerRow> memory_rows() { return rows; }

} // namespace spirv_ll
