// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/group_functions/group_functions.h"

#include "passes/built_ins/mangled_name.h"

#include <algorithm>
#include <array>

namespace compiler {
namespace {

/// A plain name and the types that go with it, the result first: `v` the value's (all of one
/// function are the same), `i` an integer, `b` uint4, `x` anything, `p` a pointer, `-` nothing,
/// `*` any number of the one before.
struct NamedFunction {
  llvm::StringRef name;
  GroupMeaning meaning;
  const char* shape;
};

constexpr NamedFunction work_group_rows[] = {
    {"all", GroupMeaning::all, "ii"},
    {"any", GroupMeaning::any, "ii"},
    {"broadcast", GroupMeaning::broadcast, "vvi*"},
};

constexpr NamedFunction sub_group_rows[] = {
    {"sub_group_all", GroupMeaning::all, "ii"},
    {"sub_group_any", GroupMeaning::any, "ii"},
    {"sub_group_elect", GroupMeaning::elect, "i"},
    {"sub_group_non_uniform_all", GroupMeaning::all, "ii"},
    {"sub_group_non_uniform_any", GroupMeaning::any, "ii"},
    {"sub_group_non_uniform_all_equal", GroupMeaning::all_equal, "ix"},
    {"sub_group_broadcast", GroupMeaning::broadcast, "vvi*"},
    {"sub_group_non_uniform_broadcast", GroupMeaning::broadcast, "vvi"},
    {"sub_group_broadcast_first", GroupMeaning::broadcast_first, "vv"},
    {"sub_group_shuffle", GroupMeaning::shuffle, "vvi"},
    {"sub_group_shuffle_xor", GroupMeaning::shuffle_xor, "vvi"},
    {"sub_group_shuffle_up", GroupMeaning::shuffle_up, "vvi"},
    {"sub_group_shuffle_down", GroupMeaning::shuffle_down, "vvi"},
    {"sub_group_rotate", GroupMeaning::rotate, "vvi"},
    {"sub_group_clustered_rotate", GroupMeaning::rotate, "vvii"},
    {"intel_sub_group_broadcast", GroupMeaning::broadcast, "vvi"},
    {"intel_sub_group_shuffle", GroupMeaning::shuffle, "vvi"},
    {"intel_sub_group_shuffle_xor", GroupMeaning::shuffle_xor, "vvi"},
    {"intel_sub_group_shuffle_down", GroupMeaning::shuffle_down_two, "vvvi"},
    {"intel_sub_group_shuffle_up", GroupMeaning::shuffle_up_two, "vvvi"},
    {"sub_group_ballot", GroupMeaning::ballot, "bi"},
    {"sub_group_inverse_ballot", GroupMeaning::inverse_ballot, "ib"},
    {"sub_group_ballot_bit_extract", GroupMeaning::ballot_bit_extract, "ibi"},
    {"sub_group_ballot_bit_count", GroupMeaning::ballot_bit_count, "ib"},
    {"sub_group_ballot_inclusive_scan", GroupMeaning::ballot_inclusive_scan, "ib"},
    {"sub_group_ballot_exclusive_scan", GroupMeaning::ballot_exclusive_scan, "ib"},
    {"sub_group_ballot_find_lsb", GroupMeaning::ballot_find_lsb, "ib"},
    {"sub_group_ballot_find_msb", GroupMeaning::ballot_find_msb, "ib"},
    {"get_sub_group_eq_mask", GroupMeaning::eq_mask, "b"},
    {"get_sub_group_ge_mask", GroupMeaning::ge_mask, "b"},
    {"get_sub_group_gt_mask", GroupMeaning::gt_mask, "b"},
    {"get_sub_group_le_mask", GroupMeaning::le_mask, "b"},
    {"get_sub_group_lt_mask", GroupMeaning::lt_mask, "b"},
    {"get_sub_group_size", GroupMeaning::size, "i"},
    {"get_max_sub_group_size", GroupMeaning::max_size, "i"},
    {"get_num_sub_groups", GroupMeaning::count, "i"},
    {"get_enqueued_num_sub_groups", GroupMeaning::enqueued_count, "i"},
    {"get_sub_group_id", GroupMeaning::id, "i"},
    {"get_sub_group_local_id", GroupMeaning::local_id, "i"},
    {"sub_group_barrier", GroupMeaning::barrier, "-ii*"},
};

struct KindRow {
  llvm::StringRef prefix;
  GroupMeaning meaning;
  const char* shape;
};
constexpr KindRow arithmetic_kinds[] = {
    {"reduce_", GroupMeaning::reduce, "vv"},
    {"scan_inclusive_", GroupMeaning::scan_inclusive, "vv"},
    {"scan_exclusive_", GroupMeaning::scan_exclusive, "vv"},
    {"non_uniform_reduce_", GroupMeaning::reduce, "vv"},
    {"non_uniform_scan_inclusive_", GroupMeaning::scan_inclusive, "vv"},
    {"non_uniform_scan_exclusive_", GroupMeaning::scan_exclusive, "vv"},
    {"clustered_reduce_", GroupMeaning::reduce, "vvi"},
};
constexpr KindRow suffixed_kinds[] = {
    {matrix_multiply_add_prefix, GroupMeaning::matrix_multiply_add, "vxxv"},
    {"intel_sub_group_block_read", GroupMeaning::block_read, "vp"},
    {"intel_sub_group_block_write", GroupMeaning::block_write, "-pv"},
};

bool is_ballot(const llvm::Type& type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
  return vector && vector->getNumElements() == 4 && vector->getElementType()->isIntegerTy(32);
}

bool is_value(const llvm::Type& type) {
  const llvm::Type* element = type.getScalarType();
  return element->isIntegerTy() || element->isFloatingPointTy() || element->isPointerTy();
}

/// Whether `type` matches a letter of a shape; the first `v` decides for the others.
bool fits(char letter, const llvm::Type& type, const llvm::Type*& value) {
  switch (letter) {
  case 'v':
    value = value ? value : &type;
    return value == &type && is_value(type);
  case 'i':
    return type.isIntegerTy();
  case 'b':
    return is_ballot(type);
  case 'p':
    return type.isPointerTy();
  case '-':
    return type.isVoidTy();
  default:
    return is_value(type);
  }
}

bool fits(llvm::StringRef shape, const llvm::FunctionType& type) {
  const bool is_open = shape.consume_back("*");
  const size_t needed = shape.size() - 1, given = type.getNumParams();
  if (type.isVarArg() || (is_open ? given + 1 < needed : given != needed)) {
    return false;
  }
  const llvm::Type* value = nullptr;
  if (!fits(shape[0], *type.getReturnType(), value)) {
    return false;
  }
  for (size_t i = 0; i < given; ++i) {
    if (!fits(shape[std::min(i + 1, needed)], *type.getParamType(i), value)) {
      return false;
    }
  }
  return true;
}

template <typename Rows>
std::optional<GroupFunction> find(const Rows& rows, llvm::StringRef name, bool is_work_group,
                                  const llvm::FunctionType& type) {
  const auto* row = std::ranges::find(rows, name, &NamedFunction::name);
  if (row == std::end(rows) || !fits(row->shape, type)) {
    return std::nullopt;
  }
  return GroupFunction{row->meaning, is_work_group};
}

std::optional<GroupFunction> find_arithmetic(llvm::StringRef name, llvm::StringRef parameters,
                                             bool is_work_group, const llvm::FunctionType& type) {
  for (const KindRow& kind : arithmetic_kinds) {
    llvm::StringRef rest = name;
    if (!rest.consume_front(kind.prefix) || !fits(kind.shape, type)) {
      continue;
    }
    if (const auto found = reduction(rest, parameters, *type.getReturnType())) {
      return GroupFunction{kind.meaning, is_work_group, *found};
    }
  }
  return std::nullopt;
}

} // namespace

bool is_position_query(GroupMeaning meaning) {
  switch (meaning) {
  case GroupMeaning::inverse_ballot:
  case GroupMeaning::ballot_bit_extract:
  case GroupMeaning::ballot_bit_count:
  case GroupMeaning::ballot_inclusive_scan:
  case GroupMeaning::ballot_exclusive_scan:
  case GroupMeaning::ballot_find_lsb:
  case GroupMeaning::ballot_find_msb:
  case GroupMeaning::eq_mask:
  case GroupMeaning::ge_mask:
  case GroupMeaning::gt_mask:
  case GroupMeaning::le_mask:
  case GroupMeaning::lt_mask:
  case GroupMeaning::size:
  case GroupMeaning::max_size:
  case GroupMeaning::count:
  case GroupMeaning::enqueued_count:
  case GroupMeaning::id:
  case GroupMeaning::local_id:
    return true;
  default:
    return false;
  }
}

std::optional<GroupFunction> group_function(const llvm::Function& function) {
  auto [name, parameters] = parse_mangled_name(function.getName());
  if (name.empty()) {
    return std::nullopt;
  }
  const llvm::FunctionType& type = *function.getFunctionType();
  for (const KindRow& kind : suffixed_kinds) { // a suffix says which types
    if (name.starts_with(kind.prefix) && fits(kind.shape, type)) {
      return GroupFunction{kind.meaning, false};
    }
  }
  if (name.consume_front("work_group_")) {
    const auto found = find(work_group_rows, name, true, type);
    return found ? found : find_arithmetic(name, parameters, true, type);
  }
  if (const auto found = find(sub_group_rows, name, false, type)) {
    return found;
  }
  // The names of cl_intel_subgroups_char and _short are the core's for other types.
  return name.consume_front("sub_group_") || name.consume_front("intel_sub_group_")
             ? find_arithmetic(name, parameters, false, type)
             : std::nullopt;
}

} // namespace compiler
