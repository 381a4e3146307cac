// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V specification 3.49.21, groups (and SPV_KHR_uniform_group_instructions): work_group_... and
// sub_group_... functions, asynchronous copies.
#include "built_ins/builtin_call.h"
#include "instructions/scopes.h"
#include "reader/handlers.h"

#include <algorithm>
#include <iterator>

namespace spirv_ll {
namespace {

using Effect = Reader::Effect;

/// "work_group_" or "sub_group_".
cargo::expected<std::string, std::string> prefix(Reader& reader, uint32_t scope_id) {
  const auto execution = scope(reader, scope_id);
  if (!execution) {
    return fail(execution.error());
  }
  if (*execution != Scope::Workgroup && *execution != Scope::Subgroup) {
    return fail("the execution scope has to be Workgroup or Subgroup");
  }
  return std::string(*execution == Scope::Workgroup ? "work_group_" : "sub_group_");
}

Result vote(Reader& reader, const Inst& inst) {
  const auto group = prefix(reader, inst.word(0));
  const auto predicate = argument(reader, inst.word(1));
  const Type* type = reader.type(inst.type);
  if (!group || !predicate) {
    return fail(group ? predicate.error() : group.error());
  }
  if (!type || type->kind != TypeKind::boolean || reader.type_of(inst.word(1)) != type) {
    return fail("result and predicate have to be booleans");
  }
  return call_builtin(reader, *group + (inst.opcode == Op::GroupAll ? "all" : "any"), *type,
                      *predicate, Effect::any);
}

Result broadcast(Reader& reader, const Inst& inst) {
  auto& b = reader.builder;
  const auto group = prefix(reader, inst.word(0));
  const auto value = argument(reader, inst.word(1)),
             item = argument(reader, inst.word(2), Sign::without);
  const Type* type = reader.type(inst.type);
  if (!group || !value || !item) {
    return fail(!group ? group.error() : value ? item.error() : value.error());
  }
  if (!type || reader.type_of(inst.word(1)) != type ||
      !item->value->getType()->isIntOrIntVectorTy()) {
    return fail("the value has to be of the result type, the local id an integer or a vector");
  }
  llvm::SmallVector<Argument, 4> arguments = {*value};
  const Type* ids = item->parameter.type;
  if (ids->kind != TypeKind::vector) {
    arguments.push_back(*item);
  } else {
    for (uint64_t i = 0; i < ids->count; ++i) {
      arguments.push_back({b.CreateExtractElement(item->value, i), {ids->element, Sign::without}});
    }
  }
  return call_builtin(reader, *group + "broadcast", *type, arguments, Effect::any);
}

struct ReductionRow {
  Op opcode;
  const char* name;
  Sign sign;
};
constexpr ReductionRow reductions[] = {
    {Op::GroupIAdd, "add", Sign::with},
    {Op::GroupFAdd, "add", Sign::none},
    {Op::GroupFMin, "min", Sign::none},
    {Op::GroupUMin, "min", Sign::without},
    {Op::GroupSMin, "min", Sign::with},
    {Op::GroupFMax, "max", Sign::none},
    {Op::GroupUMax, "max", Sign::without},
    {Op::GroupSMax, "max", Sign::with},
    {Op::GroupIMulKHR, "mul", Sign::with},
    {Op::GroupFMulKHR, "mul", Sign::none},
    {Op::GroupBitwiseAndKHR, "and", Sign::with},
    {Op::GroupBitwiseOrKHR, "or", Sign::with},
    {Op::GroupBitwiseXorKHR, "xor", Sign::with},
    {Op::GroupLogicalAndKHR, "logical_and", Sign::with},
    {Op::GroupLogicalOrKHR, "logical_or", Sign::with},
    {Op::GroupLogicalXorKHR, "logical_xor", Sign::with},
};

Result reduce(Reader& reader, const Inst& inst) {
  const auto group = prefix(reader, inst.word(0));
  const auto& row = *std::ranges::find(reductions, inst.opcode, &ReductionRow::opcode);
  const auto value = argument(reader, inst.word(2), row.sign);
  const Type* type = reader.type(inst.type);
  if (!group || !value) {
    return fail(group ? value.error() : group.error());
  }
  if (!type || reader.type_of(inst.word(2)) != type) {
    return fail("the value has to be of the result type");
  }
  constexpr const char* kinds[] = {"reduce_", "scan_inclusive_", "scan_exclusive_"};
  if (inst.word(1) >= std::size(kinds)) {
    return fail("the group operation has to be a reduction or a scan");
  }
  return call_builtin(reader, *group + kinds[inst.word(1)] + row.name, *type, *value, Effect::any);
}

/// A pointer operand as the parameter of a function.
cargo::expected<Argument, std::string> pointer(Reader& reader, uint32_t id, bool is_const) {
  const auto value = reader.value(id);
  const Type* type = reader.type_of(id);
  if (!value || !type || type->kind != TypeKind::pointer || !type->element ||
      !type->element->is_storable()) {
    return fail(id_text(id) + " is not a pointer to something that has a size");
  }
  return Argument{*value,
                  {type->element, Sign::none, int((*value)->getType()->getPointerAddressSpace()),
                   is_const, false}};
}

Result async_copy(Reader& reader, const Inst& inst) {
  auto& b = reader.builder;
  const auto to = pointer(reader, inst.word(1), false), from = pointer(reader, inst.word(2), true);
  const auto count = argument(reader, inst.word(3), Sign::without);
  const auto stride = argument(reader, inst.word(4), Sign::without);
  const auto event = argument(reader, inst.word(5));
  const Type* type = reader.type(inst.type);
  if (!to || !from || !count || !stride || !event) {
    return fail(!to       ? to.error()
                : !from   ? from.error()
                : !count  ? count.error()
                : !stride ? stride.error()
                          : event.error());
  }
  if (!type || type->kind != TypeKind::event || event->parameter.type != type ||
      to->parameter.type != from->parameter.type || !count->value->getType()->isIntegerTy(64) ||
      !stride->value->getType()->isIntegerTy()) {
    return fail("it copies between two pointers to one type, a count of 64 bits, to an event");
  }
  llvm::SmallVector<Argument, 5> arguments = {*to, *from, *count};
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(stride->value);
  const bool is_strided = !constant || !constant->isOne();
  if (is_strided) {
    arguments.push_back({b.CreateZExtOrTrunc(stride->value, b.getInt64Ty()), count->parameter});
  }
  arguments.push_back(*event);
  return call_builtin(reader,
                      is_strided ? "async_work_group_strided_copy" : "async_work_group_copy", *type,
                      arguments, Effect::any);
}

Result wait_events(Reader& reader, const Inst& inst) {
  auto& b = reader.builder;
  const auto count = argument(reader, inst.word(1));
  const auto list = reader.value(inst.word(2));
  const Type* type = reader.type_of(inst.word(2));
  if (!count || !list) {
    return count ? list : fail(count.error());
  }
  if (!count->value->getType()->isIntegerTy(32) || !type || type->kind != TypeKind::pointer ||
      !type->element || type->element->kind != TypeKind::event) {
    return fail("it waits for a number of 32 bits of events that a pointer is to");
  }
  const unsigned space = type->ir->getPointerAddressSpace();
  if (space != 0 && space != 4) {
    return fail("the events have to be in private memory");
  }
  auto* events = b.CreateAddrSpaceCast(*list, llvm::PointerType::get(reader.context, 0));
  const auto done = reader.call("_Z17wait_group_eventsiP9ocl_event", b.getVoidTy(),
                                {count->value, events}, Effect::any);
  return done ? Result(nullptr) : done;
}

constexpr HandlerRow rows[] = {
    {Op::GroupAll, nullptr, vote},
    {Op::GroupAny, nullptr, vote},
    {Op::GroupBroadcast, nullptr, broadcast},
    {Op::GroupAsyncCopy, nullptr, async_copy},
    {Op::GroupWaitEvents, nullptr, wait_events},
    {Op::GroupIAdd, nullptr, reduce},
    {Op::GroupFAdd, nullptr, reduce},
    {Op::GroupFMin, nullptr, reduce},
    {Op::GroupUMin, nullptr, reduce},
    {Op::GroupSMin, nullptr, reduce},
    {Op::GroupFMax, nullptr, reduce},
    {Op::GroupUMax, nullptr, reduce},
    {Op::GroupSMax, nullptr, reduce},
    {Op::GroupIMulKHR, nullptr, reduce},
    {Op::GroupFMulKHR, nullptr, reduce},
    {Op::GroupBitwiseAndKHR, nullptr, reduce},
    {Op::GroupBitwiseOrKHR, nullptr, reduce},
    {Op::GroupBitwiseXorKHR, nullptr, reduce},
    {Op::GroupLogicalAndKHR, nullptr, reduce},
    {Op::GroupLogicalOrKHR, nullptr, reduce},
    {Op::GroupLogicalXorKHR, nullptr, reduce},
};

} // namespace

std::span<const HandlerRow> group_rows() { return rows; }

} // namespace spirv_ll
