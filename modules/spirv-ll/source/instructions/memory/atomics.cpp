// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V specification 3.49.18, atomics: LLVM's instructions, as the built-in functions of OpenCL C
// become too.
#include "instructions/scopes.h"
#include "reader/handlers.h"

namespace spirv_ll {
namespace {

using Operation = llvm::AtomicRMWInst::BinOp;

struct Access {
  llvm::Value* pointer;
  llvm::AtomicOrdering order;
  Scope scope;
  llvm::Align align;
};

/// The order of a load for which LLVM 22's back end has written the order of C's
/// atomic_load_explicit in the place of the scope, and C's scope in that of the semantics; none
/// where that cannot be told, as a module may have the same and mean it. Without a scope in C, the
/// semantics are those of its default order.
std::optional<llvm::AtomicOrdering> order_of_c(uint64_t order, uint64_t scope) {
  constexpr uint64_t acquire = 2, seq_cst = 5, largest_scope = 4;
  if (order == seq_cst) { // there is no scope 5
    return llvm::AtomicOrdering::SequentiallyConsistent;
  }
  if (order == acquire && scope <= largest_scope && scope % 2 == 1) { // nor a semantics bit 0
    return llvm::AtomicOrdering::Acquire;
  }
  return std::nullopt;
}

/// The pointer, scope and semantics that an atomic instruction begins with; it is on `type`. Every
/// scope is treated as all threads.
cargo::expected<Access, std::string> access(Reader& reader, const Inst& inst, llvm::Type* type) {
  const auto pointer = reader.value(inst.word(0));
  if (!pointer) {
    return fail(pointer.error());
  }
  const Type* pointer_type = reader.type_of(inst.word(0));
  if (!pointer_type || pointer_type->kind != TypeKind::pointer ||
      (pointer_type->element && pointer_type->element->ir != type)) {
    return fail("the pointer is not to the type of the operation");
  }
  const auto width = type->getScalarSizeInBits();
  const bool is_number = type->isIntegerTy() || type->isFloatingPointTy();
  if (!is_number || (width != 16 && width != 32 && width != 64)) {
    return fail("atomic operations are on numbers of 32 or 64 bits");
  }
  // LLVM 22's back end does not declare the capability for the weak exchange.
  if (type->isIntegerTy(64) && inst.opcode != Op::AtomicCompareExchangeWeak &&
      !reader.capabilities.has(Capability::Int64Atomics)) {
    return fail("integers of 64 bits need capability Int64Atomics");
  }
  const auto first = reader.integer(inst.word(1)), second = reader.integer(inst.word(2));
  if (inst.opcode == Op::AtomicLoad && first && second) {
    if (const auto order = order_of_c(*first, *second)) {
      return Access{*pointer, *order, Scope::CrossDevice, llvm::Align(width / 8)};
    }
  }
  const auto where = scope(reader, inst.word(1));
  const auto bits = semantics(reader, inst.word(2));
  if (!where || !bits) {
    return fail(where ? bits.error() : where.error());
  }
  return Access{*pointer, ordering(*bits, *where), *where, llvm::Align(width / 8)};
}

Result load(Reader& reader, const Inst& inst) {
  const auto type = reader.need_type(inst.type);
  const auto from = type ? access(reader, inst, (*type)->ir)
                         : cargo::expected<Access, std::string>(fail(type.error()));
  if (!from) {
    return fail(from.error());
  }
  auto* made = reader.builder.CreateAlignedLoad((*type)->ir, from->pointer, from->align, true);
  // Loads do not release.
  const bool ordered = llvm::isAcquireOrStronger(from->order);
  made->setAtomic(from->order == llvm::AtomicOrdering::SequentiallyConsistent ? from->order
                  : ordered ? llvm::AtomicOrdering::Acquire
                            : llvm::AtomicOrdering::Monotonic);
  return made;
}

Result store(Reader& reader, const Inst& inst) {
  const auto value = reader.value(inst.word(3));
  if (!value) {
    return fail(value.error());
  }
  const auto to = access(reader, inst, (*value)->getType());
  if (!to) {
    return fail(to.error());
  }
  auto* made = reader.builder.CreateAlignedStore(*value, to->pointer, to->align, true);
  const bool ordered = llvm::isReleaseOrStronger(to->order);
  made->setAtomic(to->order == llvm::AtomicOrdering::SequentiallyConsistent ? to->order
                  : ordered ? llvm::AtomicOrdering::Release
                            : llvm::AtomicOrdering::Monotonic);
  return nullptr;
}

Result modify(Reader& reader, const Inst& inst, Operation operation, llvm::Value* operand) {
  const auto at = access(reader, inst, operand->getType());
  if (!at) {
    return fail(at.error());
  }
  auto* made =
      reader.builder.CreateAtomicRMW(operation, at->pointer, operand, at->align, at->order);
  made->setVolatile(true);
  return made;
}

enum class On { integers, floats, both };

template <Operation O, On Types = On::integers> Result modify(Reader& reader, const Inst& inst) {
  const auto type = reader.need_type(inst.type);
  const auto value = reader.value(inst.word(3));
  if (!type || !value) {
    return fail(type ? value.error() : type.error());
  }
  const bool is_integer = (*type)->kind == TypeKind::integer;
  const bool is_float = (*type)->ir->isFloatingPointTy();
  if ((*value)->getType() != (*type)->ir ||
      !(is_integer ? Types != On::floats : is_float && Types != On::integers)) {
    return fail("the value has to be of the result type, and that a number of the right kind");
  }
  return modify(reader, inst, O, *value);
}

template <Operation O> Result modify_by_one(Reader& reader, const Inst& inst) {
  const auto type = reader.need_type(inst.type);
  if (!type || (*type)->kind != TypeKind::integer) {
    return fail("the result type has to be an integer");
  }
  return modify(reader, inst, O, llvm::ConstantInt::get((*type)->ir, 1));
}

Result compare_exchange(Reader& reader, const Inst& inst) {
  // Pointer, scope, semantics if equal, semantics if not, value, comparator.
  const auto value = reader.value(inst.word(4)), expected = reader.value(inst.word(5));
  if (!value || !expected) {
    return value ? expected : value;
  }
  if (!(*value)->getType()->isIntegerTy() || (*value)->getType() != (*expected)->getType()) {
    return fail("the values have to be integers of one type");
  }
  const auto at = access(reader, inst, (*value)->getType());
  const auto otherwise = semantics(reader, inst.word(3));
  if (!at || !otherwise) {
    return fail(at ? otherwise.error() : at.error());
  }
  const auto failure = ordering(*otherwise, at->scope);
  auto* made = reader.builder.CreateAtomicCmpXchg(
      at->pointer, *expected, *value, at->align, at->order,
      failure == llvm::AtomicOrdering::Release          ? llvm::AtomicOrdering::Monotonic
      : failure == llvm::AtomicOrdering::AcquireRelease ? llvm::AtomicOrdering::Acquire
                                                        : failure);
  made->setVolatile(true);
  return reader.builder.CreateExtractValue(made, 0);
}

Result test_and_set(Reader& reader, const Inst& inst) {
  auto& b = reader.builder;
  const auto old = modify(reader, inst, Operation::Xchg, b.getInt32(1));
  return old ? Result(b.CreateICmpNE(*old, b.getInt32(0))) : old;
}

Result clear(Reader& reader, const Inst& inst) {
  const auto old = modify(reader, inst, Operation::Xchg, reader.builder.getInt32(0));
  return old ? Result(nullptr) : old;
}

constexpr HandlerRow rows[] = {
    {Op::AtomicLoad, nullptr, load},
    {Op::AtomicStore, nullptr, store},
    {Op::AtomicExchange, nullptr, modify<Operation::Xchg, On::both>},
    {Op::AtomicCompareExchange, nullptr, compare_exchange},
    {Op::AtomicCompareExchangeWeak, nullptr, compare_exchange},
    {Op::AtomicIIncrement, nullptr, modify_by_one<Operation::Add>},
    {Op::AtomicIDecrement, nullptr, modify_by_one<Operation::Sub>},
    {Op::AtomicIAdd, nullptr, modify<Operation::Add>},
    {Op::AtomicISub, nullptr, modify<Operation::Sub>},
    {Op::AtomicSMin, nullptr, modify<Operation::Min>},
    {Op::AtomicUMin, nullptr, modify<Operation::UMin>},
    {Op::AtomicSMax, nullptr, modify<Operation::Max>},
    {Op::AtomicUMax, nullptr, modify<Operation::UMax>},
    {Op::AtomicAnd, nullptr, modify<Operation::And>},
    {Op::AtomicOr, nullptr, modify<Operation::Or>},
    {Op::AtomicXor, nullptr, modify<Operation::Xor>},
    {Op::AtomicFlagTestAndSet, nullptr, test_and_set},
    {Op::AtomicFlagClear, nullptr, clear},
    {Op::AtomicFAddEXT, nullptr, modify<Operation::FAdd, On::floats>},
    {Op::AtomicFMinEXT, nullptr, modify<Operation::FMin, On::floats>},
    {Op::AtomicFMaxEXT, nullptr, modify<Operation::FMax, On::floats>},
};

} // namespace

std::span<const HandlerRow> atomic_rows() { return rows; }

} // namespace spirv_ll
