// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V specification 3.49.23, pipes: the functions that Clang calls for those of OpenCL C, which
// the pass lower-pipes knows.
#include "instructions/scopes.h"
#include "reader/handlers.h"

#include <algorithm>

namespace spirv_ll {
namespace {

using Effect = Reader::Effect;

/// The required kind of an operand.
enum class Role : uint8_t { execution, pipe, reservation, number, pointer, size, alignment };

struct PipeRow {
  Op opcode;
  const char* name; ///< behind "__", or behind "__work_group_" or "__sub_group_"
  std::array<Role, 6> roles;
  unsigned operands;
};
constexpr Role execution = Role::execution, pipe = Role::pipe, reservation = Role::reservation,
               number = Role::number, pointer = Role::pointer, size = Role::size,
               alignment = Role::alignment;
constexpr PipeRow pipe_rows_of[] = {
    {Op::ReadPipe, "read_pipe_2", {pipe, pointer, size, alignment}, 4},
    {Op::WritePipe, "write_pipe_2", {pipe, pointer, size, alignment}, 4},
    {Op::ReservedReadPipe, "read_pipe_4", {pipe, reservation, number, pointer, size, alignment}, 6},
    {Op::ReservedWritePipe,
     "write_pipe_4",
     {pipe, reservation, number, pointer, size, alignment},
     6},
    {Op::ReserveReadPipePackets, "reserve_read_pipe", {pipe, number, size, alignment}, 4},
    {Op::ReserveWritePipePackets, "reserve_write_pipe", {pipe, number, size, alignment}, 4},
    {Op::CommitReadPipe, "commit_read_pipe", {pipe, reservation, size, alignment}, 4},
    {Op::CommitWritePipe, "commit_write_pipe", {pipe, reservation, size, alignment}, 4},
    {Op::GetNumPipePackets, "get_pipe_num_packets", {pipe, size, alignment}, 3},
    {Op::GetMaxPipePackets, "get_pipe_max_packets", {pipe, size, alignment}, 3},
    {Op::GroupReserveReadPipePackets,
     "reserve_read_pipe",
     {execution, pipe, number, size, alignment},
     5},
    {Op::GroupReserveWritePipePackets,
     "reserve_write_pipe",
     {execution, pipe, number, size, alignment},
     5},
    {Op::GroupCommitReadPipe,
     "commit_read_pipe",
     {execution, pipe, reservation, size, alignment},
     5},
    {Op::GroupCommitWritePipe,
     "commit_write_pipe",
     {execution, pipe, reservation, size, alignment},
     5},
};

bool is_number(const llvm::Value& value) { return value.getType()->isIntegerTy(32); }

/// The call's arguments, and the prefix and suffix of its name.
struct Call {
  llvm::SmallVector<llvm::Value*, 6> arguments;
  std::string prefix = "__", suffix;
};

Outcome add(Reader& reader, Role role, uint32_t id, Call& call) {
  if (role == Role::execution) {
    const auto group = scope(reader, id);
    if (!group || (*group != Scope::Workgroup && *group != Scope::Subgroup)) {
      return fail(group ? "the execution scope has to be Workgroup or Subgroup" : group.error());
    }
    call.prefix = *group == Scope::Workgroup ? "__work_group_" : "__sub_group_";
    return cargo::success{};
  }
  const Result value = reader.value(id);
  if (!value) {
    return fail(value.error());
  }
  const Type* type = reader.type_of(id);
  llvm::Value* argument = *value;
  switch (role) {
  case Role::pipe:
    if (!type || type->kind != TypeKind::pipe) {
      return fail(id_text(id) + " is not a pipe");
    }
    call.suffix = type->image.access == AccessQualifier::WriteOnly ? "_wo" : "_ro";
    break;
  case Role::reservation:
    if (!type || type->kind != TypeKind::reserve_id) {
      return fail(id_text(id) + " is not a reservation");
    }
    break;
  case Role::pointer:
    if (!type || type->kind != TypeKind::pointer) {
      return fail(id_text(id) + " is not a pointer");
    }
    argument =
        reader.builder.CreateAddrSpaceCast(argument, llvm::PointerType::get(reader.context, 4));
    break;
  default:
    if (!is_number(*argument)) {
      return fail(id_text(id) + " is not an integer of 32 bits");
    }
    if (role != Role::number && !llvm::isa<llvm::Constant>(argument)) {
      return fail("a packet's size and alignment have to be constants");
    }
  }
  call.arguments.push_back(argument);
  return cargo::success{};
}

Result pipe_function(Reader& reader, const Inst& inst) {
  const PipeRow& row = *std::ranges::find(pipe_rows_of, inst.opcode, &PipeRow::opcode);
  Call call;
  for (unsigned i = 0; i < row.operands; ++i) {
    if (auto done = add(reader, row.roles[i], inst.word(i), call); !done) {
      return fail(done.error());
    }
  }
  const bool has_result = inst.result != 0;
  llvm::Type* result = reader.builder.getVoidTy();
  if (has_result) {
    const auto type = reader.need_type(inst.type);
    if (!type) {
      return fail(type.error());
    }
    const bool reserves = llvm::StringRef(row.name).starts_with("reserve");
    if (reserves ? (*type)->kind != TypeKind::reserve_id : !(*type)->ir->isIntegerTy(32)) {
      return fail(reserves ? "the result has to be a reservation"
                           : "the result has to be an integer of 32 bits");
    }
    result = (*type)->ir;
  }
  const bool asks = llvm::StringRef(row.name).starts_with("get");
  const Result made = reader.call(call.prefix + row.name + (asks ? call.suffix : ""), result,
                                  call.arguments, Effect::any);
  return made && !has_result ? Result(nullptr) : made;
}

Result is_valid_reservation(Reader& reader, const Inst& inst) {
  Call call;
  if (auto done = add(reader, Role::reservation, inst.word(0), call); !done) {
    return fail(done.error());
  }
  const auto type = reader.need_type(inst.type);
  if (!type || (*type)->kind != TypeKind::boolean) {
    return fail("the result has to be a boolean");
  }
  return reader.call("_Z19is_valid_reserve_id13ocl_reserveid", (*type)->ir, call.arguments,
                     Effect::any);
}

constexpr HandlerRow rows[] = {
    {Op::ReadPipe, nullptr, pipe_function},
    {Op::WritePipe, nullptr, pipe_function},
    {Op::ReservedReadPipe, nullptr, pipe_function},
    {Op::ReservedWritePipe, nullptr, pipe_function},
    {Op::ReserveReadPipePackets, nullptr, pipe_function},
    {Op::ReserveWritePipePackets, nullptr, pipe_function},
    {Op::CommitReadPipe, nullptr, pipe_function},
    {Op::CommitWritePipe, nullptr, pipe_function},
    {Op::IsValidReserveId, nullptr, is_valid_reservation},
    {Op::GetNumPipePackets, nullptr, pipe_function},
    {Op::GetMaxPipePackets, nullptr, pipe_function},
    {Op::GroupReserveReadPipePackets, nullptr, pipe_function},
    {Op::GroupReserveWritePipePackets, nullptr, pipe_function},
    {Op::GroupCommitReadPipe, nullptr, pipe_function},
    {Op::GroupCommitWritePipe, nullptr, pipe_function},
};

} // namespace

std::span<const HandlerRow> pipe_rows() { return rows; }

} // namespace spirv_ll
