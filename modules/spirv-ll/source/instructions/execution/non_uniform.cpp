// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V specification 3.49.24, non-uniform group operations, and SPV_INTEL_subgroups:
// sub_group_... functions of cl_khr_subgroup_... and cl_intel_subgroups.
#include "built_ins/builtin_call.h"
#include "instructions/scopes.h"
#include "reader/handlers.h"

#include <algorithm>
#include <iterator>

namespace spirv_ll {
namespace {

using Effect = Reader::Effect;

/// Instructions whose operands, behind the scope, are the arguments of one function.
struct PlainRow {
  Op opcode;
  const char* name;
  const char* signs; ///< one letter an argument: s signed, u unsigned
};
constexpr PlainRow plain[] = {
    {Op::GroupNonUniformElect, "sub_group_elect", ""},
    {Op::GroupNonUniformAll, "sub_group_non_uniform_all", "s"},
    {Op::GroupNonUniformAny, "sub_group_non_uniform_any", "s"},
    {Op::GroupNonUniformAllEqual, "sub_group_non_uniform_all_equal", "s"},
    {Op::GroupNonUniformBroadcast, "sub_group_non_uniform_broadcast", "su"},
    {Op::GroupNonUniformBroadcastFirst, "sub_group_broadcast_first", "s"},
    {Op::GroupNonUniformBallot, "sub_group_ballot", "s"},
    {Op::GroupNonUniformInverseBallot, "sub_group_inverse_ballot", "u"},
    {Op::GroupNonUniformBallotBitExtract, "sub_group_ballot_bit_extract", "uu"},
    {Op::GroupNonUniformBallotFindLSB, "sub_group_ballot_find_lsb", "u"},
    {Op::GroupNonUniformBallotFindMSB, "sub_group_ballot_find_msb", "u"},
    {Op::GroupNonUniformShuffle, "sub_group_shuffle", "su"},
    {Op::GroupNonUniformShuffleXor, "sub_group_shuffle_xor", "su"},
    {Op::GroupNonUniformShuffleUp, "sub_group_shuffle_up", "su"},
    {Op::GroupNonUniformShuffleDown, "sub_group_shuffle_down", "su"},
};
constexpr PlainRow intel[] = {
    {Op::SubgroupShuffleINTEL, "intel_sub_group_shuffle", "su"},
    {Op::SubgroupShuffleDownINTEL, "intel_sub_group_shuffle_down", "ssu"},
    {Op::SubgroupShuffleUpINTEL, "intel_sub_group_shuffle_up", "ssu"},
    {Op::SubgroupShuffleXorINTEL, "intel_sub_group_shuffle_xor", "su"},
};

Outcome check_scope(Reader& reader, uint32_t id) {
  const auto execution = scope(reader, id);
  if (!execution) {
    return fail(execution.error());
  }
  return *execution == Scope::Subgroup ? Outcome(cargo::success{})
                                       : Outcome(fail("the execution scope has to be Subgroup"));
}

Result call_plain(Reader& reader, const Inst& inst, const PlainRow& row,
                  std::span<const uint32_t> operands) {
  const Type* type = reader.type(inst.type);
  if (!type || !type->is_storable()) {
    return fail("the result type has no values");
  }
  const llvm::StringRef signs = row.signs;
  llvm::SmallVector<Argument, 3> arguments;
  for (size_t i = 0; i < operands.size() && i < signs.size(); ++i) {
    const auto given = argument(reader, operands[i], signs[i] == 'u' ? Sign::without : Sign::with);
    if (!given) {
      return fail(given.error());
    }
    arguments.push_back(*given);
  }
  return call_builtin(reader, row.name, *type, arguments, Effect::any);
}

Result simple(Reader& reader, const Inst& inst) {
  if (auto good = check_scope(reader, inst.word(0)); !good) {
    return fail(good.error());
  }
  return call_plain(reader, inst, *std::ranges::find(plain, inst.opcode, &PlainRow::opcode),
                    inst.from(1));
}

Result shuffle_intel(Reader& reader, const Inst& inst) {
  return call_plain(reader, inst, *std::ranges::find(intel, inst.opcode, &PlainRow::opcode),
                    inst.words);
}

struct ArithmeticRow {
  Op opcode;
  const char* name;
  Sign sign;
};
constexpr ArithmeticRow arithmetic[] = {
    {Op::GroupNonUniformIAdd, "add", Sign::with},
    {Op::GroupNonUniformFAdd, "add", Sign::none},
    {Op::GroupNonUniformIMul, "mul", Sign::with},
    {Op::GroupNonUniformFMul, "mul", Sign::none},
    {Op::GroupNonUniformSMin, "min", Sign::with},
    {Op::GroupNonUniformUMin, "min", Sign::without},
    {Op::GroupNonUniformFMin, "min", Sign::none},
    {Op::GroupNonUniformSMax, "max", Sign::with},
    {Op::GroupNonUniformUMax, "max", Sign::without},
    {Op::GroupNonUniformFMax, "max", Sign::none},
    {Op::GroupNonUniformBitwiseAnd, "and", Sign::with},
    {Op::GroupNonUniformBitwiseOr, "or", Sign::with},
    {Op::GroupNonUniformBitwiseXor, "xor", Sign::with},
    {Op::GroupNonUniformLogicalAnd, "logical_and", Sign::with},
    {Op::GroupNonUniformLogicalOr, "logical_or", Sign::with},
    {Op::GroupNonUniformLogicalXor, "logical_xor", Sign::with},
};

Result reduce(Reader& reader, const Inst& inst) {
  if (auto good = check_scope(reader, inst.word(0)); !good) {
    return fail(good.error());
  }
  const auto& row = *std::ranges::find(arithmetic, inst.opcode, &ArithmeticRow::opcode);
  const Type* type = reader.type(inst.type);
  const auto value = argument(reader, inst.word(2), row.sign);
  if (!value || !type || reader.type_of(inst.word(2)) != type) {
    return fail(value ? "the value has to be of the result type" : value.error());
  }
  llvm::SmallVector<Argument, 2> arguments = {*value};
  std::string name;
  switch (GroupOperation(inst.word(1))) {
  case GroupOperation::Reduce:
    name = "sub_group_non_uniform_reduce_";
    break;
  case GroupOperation::InclusiveScan:
    name = "sub_group_non_uniform_scan_inclusive_";
    break;
  case GroupOperation::ExclusiveScan:
    name = "sub_group_non_uniform_scan_exclusive_";
    break;
  case GroupOperation::ClusteredReduce: {
    const auto size = argument(reader, inst.word(3), Sign::without);
    if (!size) {
      return fail("the size of clusters is missing");
    }
    arguments.push_back(*size);
    name = "sub_group_clustered_reduce_";
    break;
  }
  default:
    return fail("the group operation is not supported");
  }
  return call_builtin(reader, name + row.name, *type, arguments, Effect::any);
}

Result count_ballot(Reader& reader, const Inst& inst) {
  if (auto good = check_scope(reader, inst.word(0)); !good) {
    return fail(good.error());
  }
  const Type* type = reader.type(inst.type);
  const auto ballot = argument(reader, inst.word(2), Sign::without);
  if (!ballot || !type || type->kind != TypeKind::integer) {
    return fail(ballot ? "the result type has to be an integer" : ballot.error());
  }
  constexpr const char* names[] = {"sub_group_ballot_bit_count", "sub_group_ballot_inclusive_scan",
                                   "sub_group_ballot_exclusive_scan"};
  if (inst.word(1) >= std::size(names)) {
    return fail("the group operation has to be a reduction or a scan");
  }
  return call_builtin(reader, names[inst.word(1)], *type, *ballot, Effect::any);
}

Result rotate(Reader& reader, const Inst& inst) {
  if (auto good = check_scope(reader, inst.word(0)); !good) {
    return fail(good.error());
  }
  const bool is_clustered = inst.count() > 3;
  const PlainRow row = {inst.opcode,
                        is_clustered ? "sub_group_clustered_rotate" : "sub_group_rotate", "ssu"};
  return call_plain(reader, inst, row, inst.from(1));
}

/// "intel_sub_group_block_read", "..._us4": the suffix is the element's width and count.
std::string block_name(const char* name, const Type& type) {
  const Type& element = type.kind == TypeKind::vector ? *type.element : type;
  const unsigned width = element.ir->getScalarSizeInBits();
  const char* suffix = width == 8 ? "_uc" : width == 16 ? "_us" : width == 64 ? "_ul" : "";
  return std::string("intel_sub_group_block_") + name + suffix +
         (type.kind == TypeKind::vector ? std::to_string(type.count) : "");
}

/// Both functions name the memory by its unsigned elements.
cargo::expected<Argument, std::string> block_pointer(Reader& reader, uint32_t id, const Type& type,
                                                     bool is_const) {
  const auto value = reader.value(id);
  const Type& element = type.kind == TypeKind::vector ? *type.element : type;
  if (!value || !(*value)->getType()->isPointerTy() || element.kind != TypeKind::integer) {
    return fail("it needs a pointer, and integers");
  }
  return Argument{*value,
                  {&element, Sign::without, int((*value)->getType()->getPointerAddressSpace()),
                   is_const, false}};
}

Result block_read(Reader& reader, const Inst& inst) {
  const Type* type = reader.type(inst.type);
  if (!type) {
    return fail("the result type is not a type");
  }
  const auto from = block_pointer(reader, inst.word(0), *type, true);
  return from ? call_builtin(reader, block_name("read", *type), *type, *from, Effect::any)
              : Result(fail(from.error()));
}

Result block_write(Reader& reader, const Inst& inst) {
  const auto value = argument(reader, inst.word(1), Sign::without);
  if (!value) {
    return fail(value.error());
  }
  const Type& type = *value->parameter.type;
  const auto to = block_pointer(reader, inst.word(0), type, false);
  if (!to) {
    return fail(to.error());
  }
  Type nothing;
  nothing.ir = reader.builder.getVoidTy();
  const auto done =
      call_builtin(reader, block_name("write", type), nothing, {*to, *value}, Effect::any);
  return done ? Result(nullptr) : done;
}

/// An image and a coordinate, which are the first two operands.
cargo::expected<llvm::SmallVector<Argument, 3>, std::string> image_place(Reader& reader,
                                                                         const Inst& inst) {
  const auto image = argument(reader, inst.word(0));
  const auto at = argument(reader, inst.word(1), Sign::with);
  if (!image || !at) {
    return fail(image ? at.error() : image.error());
  }
  const Type& type = *image->parameter.type;
  if (type.kind != TypeKind::image || type.image.dim != Dim::Dim2D || type.image.arrayed ||
      type.image.depth) {
    return fail("it needs an image of two dimensions");
  }
  if (at->value->getType() != llvm::FixedVectorType::get(reader.builder.getInt32Ty(), 2)) {
    return fail("the coordinate has to be a vector of two integers of 32 bits");
  }
  return llvm::SmallVector<Argument, 3>{*image, *at};
}

Outcome check_block(const Type* type) {
  const Type* element = type && type->kind == TypeKind::vector ? type->element : type;
  if (!element || element->kind != TypeKind::integer) {
    return fail("blocks are of integers");
  }
  const unsigned width = element->ir->getScalarSizeInBits();
  return width == 8 || width == 16 || width == 32 || width == 64
             ? Outcome(cargo::success{})
             : Outcome(fail("blocks are of integers of 8, 16, 32 or 64 bits"));
}

Result image_block_read(Reader& reader, const Inst& inst) {
  const Type* type = reader.type(inst.type);
  const auto place = image_place(reader, inst);
  if (!place) {
    return fail(place.error());
  }
  if (auto good = check_block(type); !good) {
    return fail(good.error());
  }
  return call_builtin(reader, block_name("read", *type), *type, *place, Effect::any);
}

Result image_block_write(Reader& reader, const Inst& inst) {
  auto place = image_place(reader, inst);
  const auto value = argument(reader, inst.word(2), Sign::without);
  if (!place || !value) {
    return fail(place ? value.error() : place.error());
  }
  const Type& type = *value->parameter.type;
  if (auto good = check_block(&type); !good) {
    return fail(good.error());
  }
  place->push_back(*value);
  Type nothing;
  nothing.ir = reader.builder.getVoidTy();
  const auto done = call_builtin(reader, block_name("write", type), nothing, *place, Effect::any);
  return done ? Result(nullptr) : done;
}

constexpr HandlerRow rows[] = {
    {Op::GroupNonUniformElect, nullptr, simple},
    {Op::GroupNonUniformAll, nullptr, simple},
    {Op::GroupNonUniformAny, nullptr, simple},
    {Op::GroupNonUniformAllEqual, nullptr, simple},
    {Op::GroupNonUniformBroadcast, nullptr, simple},
    {Op::GroupNonUniformBroadcastFirst, nullptr, simple},
    {Op::GroupNonUniformBallot, nullptr, simple},
    {Op::GroupNonUniformInverseBallot, nullptr, simple},
    {Op::GroupNonUniformBallotBitExtract, nullptr, simple},
    {Op::GroupNonUniformBallotBitCount, nullptr, count_ballot},
    {Op::GroupNonUniformBallotFindLSB, nullptr, simple},
    {Op::GroupNonUniformBallotFindMSB, nullptr, simple},
    {Op::GroupNonUniformShuffle, nullptr, simple},
    {Op::GroupNonUniformShuffleXor, nullptr, simple},
    {Op::GroupNonUniformShuffleUp, nullptr, simple},
    {Op::GroupNonUniformShuffleDown, nullptr, simple},
    {Op::GroupNonUniformRotateKHR, nullptr, rotate},
    {Op::GroupNonUniformIAdd, nullptr, reduce},
    {Op::GroupNonUniformFAdd, nullptr, reduce},
    {Op::GroupNonUniformIMul, nullptr, reduce},
    {Op::GroupNonUniformFMul, nullptr, reduce},
    {Op::GroupNonUniformSMin, nullptr, reduce},
    {Op::GroupNonUniformUMin, nullptr, reduce},
    {Op::GroupNonUniformFMin, nullptr, reduce},
    {Op::GroupNonUniformSMax, nullptr, reduce},
    {Op::GroupNonUniformUMax, nullptr, reduce},
    {Op::GroupNonUniformFMax, nullptr, reduce},
    {Op::GroupNonUniformBitwiseAnd, nullptr, reduce},
    {Op::GroupNonUniformBitwiseOr, nullptr, reduce},
    {Op::GroupNonUniformBitwiseXor, nullptr, reduce},
    {Op::GroupNonUniformLogicalAnd, nullptr, reduce},
    {Op::GroupNonUniformLogicalOr, nullptr, reduce},
    {Op::GroupNonUniformLogicalXor, nullptr, reduce},
    {Op::SubgroupShuffleINTEL, nullptr, shuffle_intel},
    {Op::SubgroupShuffleDownINTEL, nullptr, shuffle_intel},
    {Op::SubgroupShuffleUpINTEL, nullptr, shuffle_intel},
    {Op::SubgroupShuffleXorINTEL, nullptr, shuffle_intel},
    {Op::SubgroupBlockReadINTEL, nullptr, block_read},
    {Op::SubgroupBlockWriteINTEL, nullptr, block_write},
    {Op::SubgroupImageBlockReadINTEL, nullptr, image_block_read},
    {Op::SubgroupImageBlockWriteINTEL, nullptr, image_block_write},
};

} // namespace

std::span<const HandlerRow> non_uniform_rows() { return rows; }

} // namespace spirv_ll
