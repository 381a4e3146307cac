// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element i of a matrix, in the order of rows, is element i / S of the vector that work-item i % S
// of the sub-group holds, of S work-items. So instructions on elements are those on vectors. To
// multiply, work-items get elements of each other by shuffles: where the result's rows are as long
// as the sub-group, of the left matrix one element for all, and of the right one their own. Targets
// may have functions that do it better.
#include "instructions/values/cooperative_matrix.h"

#include "built_ins/builtin_call.h"
#include "instructions/values/bfloat16.h"

namespace spirv_ll {
namespace {

using Effect = Reader::Effect;

// Enumerants of the extensions. Numbers that are taken for TF32 are multiplied as they are.
enum Operands : uint32_t {
  a_is_signed = 0x1,
  b_is_signed = 0x2,
  c_is_signed = 0x4,
  result_is_signed = 0x8,
  saturates = 0x10,
  a_and_b_are_bfloat16 = 0x40,
  c_is_bfloat16 = 0x80,
  result_is_bfloat16 = 0x100,
};

const Type& number_type(Reader& reader) {
  Type type;
  type.kind = TypeKind::integer;
  type.ir = reader.builder.getInt32Ty();
  type.size = 4;
  return *reader.add(std::move(type));
}

/// Elements of one of the matrices that are multiplied, in the type in which sums are.
class Factor {
public:
  Factor(Reader& in, const Type& of, llvm::Value* given, const Type& sum, bool is_signed,
         bool is_bfloat16)
      : reader(in), matrix(of), sums(sum) {
    auto& b = reader.builder;
    llvm::Type* const wide = with_element(*of.ir, *sum.ir);
    llvm::Value* const all = is_bfloat16 ? widen_bfloat16(b, *given) : given;
    llvm::Value* const converted = sum.kind == TypeKind::floating ? b.CreateFPCast(all, wide)
                                   : is_signed                    ? b.CreateSExtOrTrunc(all, wide)
                                                                  : b.CreateZExtOrTrunc(all, wide);
    for (uint64_t i = 0; i < of.count; ++i) {
      elements.push_back(b.CreateExtractElement(converted, i));
    }
  }

  /// Element `index` in the order of rows, which may differ between work-items and lies between
  /// `first` and `last`.
  Result fetch(llvm::Value* index, uint64_t first, uint64_t last, llvm::Value* own) {
    auto& b = reader.builder;
    const uint32_t lanes = matrix_lanes(matrix);
    llvm::Value* const from = b.CreateURem(index, b.getInt32(lanes));
    llvm::Value* found = nullptr;
    for (uint64_t i = first / lanes; i <= last / lanes; ++i) {
      auto element = from == own ? Result(elements[i]) : shuffle(elements[i], from);
      if (!element) {
        return element;
      }
      found = !found ? *element
                     : b.CreateSelect(b.CreateICmpEQ(b.CreateUDiv(index, b.getInt32(lanes)),
                                                     b.getInt32(uint32_t(i))),
                                      *element, found);
    }
    return found;
  }
  /// What the work-item itself holds.
  [[nodiscard]] llvm::Value* held(uint64_t i) const { return elements[i]; }

private:
  Result shuffle(llvm::Value* value, llvm::Value* from) {
    const Argument arguments[] = {{value, {.type = &sums}},
                                  {from, {.type = &number_type(reader), .sign = Sign::without}}};
    return call_builtin(
        reader, llvm::isa<llvm::Constant>(from) ? "sub_group_broadcast" : "sub_group_shuffle", sums,
        arguments, Effect::any);
  }

  Reader& reader;
  const Type& matrix;
  const Type& sums;
  llvm::SmallVector<llvm::Value*, 16> elements;
};

/// The type of sums: the result's elements'; float for bfloat16, 64 bits where sums saturate.
const Type* type_of_sums(Reader& reader, const Type* element, bool is_bfloat16, bool saturating) {
  if (!is_bfloat16 && !saturating) {
    return element;
  }
  Type type;
  type.kind = saturating ? TypeKind::integer : TypeKind::floating;
  type.ir = saturating ? static_cast<llvm::Type*>(reader.builder.getInt64Ty())
                       : reader.builder.getFloatTy();
  type.size = saturating ? 8 : 4;
  return reader.add(std::move(type));
}

llvm::Value* to_result(Reader& reader, const Type& element, llvm::Value* sum, bool is_bfloat16,
                       bool saturating, bool is_signed) {
  auto& b = reader.builder;
  if (is_bfloat16) {
    return narrow_to_bfloat16(b, *sum);
  }
  if (!saturating) {
    return sum;
  }
  const unsigned bits = element.ir->getIntegerBitWidth();
  const auto limit = [&](const llvm::APInt& value) {
    return b.getInt(is_signed ? value.sext(64) : value.zext(64));
  };
  llvm::Value* const least =
      limit(is_signed ? llvm::APInt::getSignedMinValue(bits) : llvm::APInt::getMinValue(bits));
  llvm::Value* const most =
      limit(is_signed ? llvm::APInt::getSignedMaxValue(bits) : llvm::APInt::getMaxValue(bits));
  llvm::Value* const low = b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, sum, least);
  return b.CreateTrunc(b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, low, most), element.ir);
}

/// Which elements are bfloat16: those of its type, and integers of 16 bits that an operand says it
/// of.
struct Bfloat16s {
  bool a = false, b = false, c = false, result = false;
};
Outcome find_bfloat16s(const Type& result, const Type& a, const Type& b, const Type& c,
                       uint32_t operands, Bfloat16s& out) {
  const auto is_bfloat16 = [&](const Type& type, uint32_t said, bool& found) {
    found = type.element->is_bfloat16() || (operands & said) != 0;
    return !found || type.element->ir->isIntegerTy(16);
  };
  const bool are_possible =
      is_bfloat16(a, a_and_b_are_bfloat16, out.a) && is_bfloat16(b, a_and_b_are_bfloat16, out.b) &&
      is_bfloat16(c, c_is_bfloat16, out.c) && is_bfloat16(result, result_is_bfloat16, out.result);
  return are_possible ? Outcome(cargo::success{})
                      : Outcome(fail("only elements of 16 bits can be bfloat16"));
}

Outcome check_product(const Type& result, const Type& a, const Type& b, const Type& c,
                      const Bfloat16s& bfloat16s) {
  const bool fits = a.matrix.rows == c.matrix.rows && b.matrix.columns == c.matrix.columns &&
                    a.matrix.columns == b.matrix.rows && c.matrix.rows == result.matrix.rows &&
                    c.matrix.columns == result.matrix.columns;
  if (!fits) {
    return fail("the sizes of the matrices do not fit");
  }
  const auto is_floating = [](const Type& type, bool is_bfloat16) {
    return is_bfloat16 || type.element->kind == TypeKind::floating;
  };
  const bool floats = is_floating(result, bfloat16s.result);
  if (is_floating(a, bfloat16s.a) != floats || is_floating(b, bfloat16s.b) != floats ||
      is_floating(c, bfloat16s.c) != floats || c.element->ir != result.element->ir ||
      bfloat16s.c != bfloat16s.result) {
    return fail("elements have to be all integers or all floating-point numbers, those that are "
                "added of the result's type");
  }
  return cargo::success{};
}

/// The name of the target's function that multiplies; empty if it has none for these matrices: the
/// result has a column for each work-item and elements of 32 bits, as tiles of AMX have.
std::string function_of_target(const Reader& reader, const Type& a, const Type& b, const Type& c,
                               uint32_t operands, const Bfloat16s& bfloat16s) {
  constexpr uint32_t most_rows = 16, most_columns = 16, most_bytes = 64;
  const unsigned bits = a.element->ir->getScalarSizeInBits();
  const uint32_t depth = a.matrix.columns;
  const bool fits = c.matrix.columns == matrix_lanes(c) && c.matrix.columns <= most_columns &&
                    c.matrix.rows <= most_rows && depth * bits % 32 == 0 &&
                    depth * bits / 8 <= most_bytes && c.element->ir->getScalarSizeInBits() == 32 &&
                    (operands & saturates) == 0;
  if (!reader.options.matrix_functions || !fits || a.element->ir != b.element->ir) {
    return "";
  }
  const auto sign = [&](Operands one) { return (operands & one) != 0 ? "s" : "u"; };
  std::string name = "sub_group_matrix_multiply_add_";
  if (bfloat16s.a && bfloat16s.b) {
    name += "bf16";
  } else if (a.element->kind == TypeKind::integer && bits == 8) {
    name += std::string(sign(a_is_signed)) + sign(b_is_signed) + "8";
  } else {
    return "";
  }
  return name + "_" + std::to_string(c.matrix.rows) + "x" + std::to_string(c.matrix.columns) + "x" +
         std::to_string(depth);
}

Result multiply_add(Reader& reader, const Inst& inst) {
  const auto type = matrix_type(reader, inst.type);
  const auto type_a = type_of_matrix(reader, inst.word(0));
  const auto type_b = type_of_matrix(reader, inst.word(1));
  const auto type_c = type_of_matrix(reader, inst.word(2));
  for (const auto& each : {type, type_a, type_b, type_c}) {
    if (!each) {
      return fail(each.error());
    }
  }
  const uint32_t operands = inst.word(3);
  Bfloat16s bfloat16s;
  auto good = find_bfloat16s(**type, **type_a, **type_b, **type_c, operands, bfloat16s);
  good = good ? check_product(**type, **type_a, **type_b, **type_c, bfloat16s) : std::move(good);
  if (!good) {
    return fail(good.error());
  }
  const auto value_a = reader.value(inst.word(0)), value_b = reader.value(inst.word(1)),
             value_c = reader.value(inst.word(2));
  if (!value_a || !value_b || !value_c) {
    return fail(!value_a ? value_a.error() : !value_b ? value_b.error() : value_c.error());
  }
  if (const std::string name =
          function_of_target(reader, **type_a, **type_b, **type, operands, bfloat16s);
      !name.empty()) {
    const Argument arguments[] = {{*value_a, {.type = *type_a}},
                                  {*value_b, {.type = *type_b}},
                                  {*value_c, {.type = *type_c}}};
    return call_builtin(reader, name, **type, arguments, Effect::any);
  }
  const Type& element = *(*type)->element;
  const bool saturating =
      (operands & saturates) != 0 && element.kind == TypeKind::integer && !bfloat16s.result;
  if (saturating && element.ir->getIntegerBitWidth() > 32) {
    return fail("sums of more than 32 bits do not saturate");
  }
  const Type& sums = *type_of_sums(reader, &element, bfloat16s.result, saturating);
  auto own = sub_group_lane(reader);
  if (!own) {
    return own;
  }
  Factor a(reader, **type_a, *value_a, sums, (operands & a_is_signed) != 0, bfloat16s.a);
  Factor b(reader, **type_b, *value_b, sums, (operands & b_is_signed) != 0, bfloat16s.b);
  const Factor c(reader, **type_c, *value_c, sums, (operands & c_is_signed) != 0, bfloat16s.c);

  auto& builder = reader.builder;
  const uint32_t lanes = matrix_lanes(**type), columns = (*type)->matrix.columns,
                 depth = (*type_a)->matrix.columns;
  const auto number = [&](uint64_t value) { return builder.getInt32(uint32_t(value)); };
  llvm::Value* result = llvm::PoisonValue::get((*type)->ir);
  for (uint64_t i = 0; i < (*type)->count; ++i) {
    // The first and the last element that a work-item of the sub-group holds at this place.
    const uint64_t first = i * lanes, last = first + lanes - 1;
    const uint64_t first_row = first / columns, last_row = last / columns;
    llvm::Value* const at = builder.CreateAdd(*own, number(first));
    llvm::Value* const row = first_row == last_row ? static_cast<llvm::Value*>(number(first_row))
                                                   : builder.CreateUDiv(at, number(columns));
    llvm::Value* const column = columns == lanes ? *own : builder.CreateURem(at, number(columns));
    llvm::Value* sum = c.held(i);
    for (uint32_t k = 0; k < depth; ++k) {
      auto left = a.fetch(builder.CreateAdd(builder.CreateMul(row, number(depth)), number(k)),
                          first_row * depth + k, last_row * depth + k, *own);
      if (!left) {
        return left;
      }
      const uint64_t first_right = uint64_t(k) * columns;
      auto right = columns == lanes ? Result(b.held(k))
                                    : b.fetch(builder.CreateAdd(column, number(first_right)),
                                              first_right, first_right + columns - 1, *own);
      if (!right) {
        return right;
      }
      sum = sums.kind == TypeKind::floating
                ? builder.CreateIntrinsic(llvm::Intrinsic::fma, {sums.ir}, {*left, *right, sum})
                : builder.CreateAdd(builder.CreateMul(*left, *right), sum);
    }
    sum = to_result(reader, element, sum, bfloat16s.result, saturating,
                    (operands & result_is_signed) != 0);
    result = builder.CreateInsertElement(result, sum, i);
  }
  return result;
}

/// LLVM's translator of DPC++ names a matrix, the specification its type.
Result length(Reader& reader, const Inst& inst) {
  const Type* type = reader.type(inst.type);
  const auto matrix = reader.type_of(inst.word(0)) ? type_of_matrix(reader, inst.word(0))
                                                   : matrix_type(reader, inst.word(0));
  if (!matrix || !type || type->kind != TypeKind::integer) {
    return fail(matrix ? "the result has to be an integer" : matrix.error());
  }
  return llvm::ConstantInt::get(type->ir, (*matrix)->count);
}

Result times_scalar(Reader& reader, const Inst& inst) {
  const auto type = matrix_type(reader, inst.type);
  if (!type) {
    return fail(type.error());
  }
  auto filled = fill_matrix(reader, **type, *inst.args[1]);
  if (!filled) {
    return filled;
  }
  return (*type)->element->kind == TypeKind::floating
             ? reader.builder.CreateFMul(inst.args[0], *filled)
             : reader.builder.CreateMul(inst.args[0], *filled);
}

constexpr HandlerRow rows[] = {
    {Op::CooperativeMatrixMulAddKHR, nullptr, multiply_add},
    {Op::CooperativeMatrixLengthKHR, nullptr, length},
    {Op::MatrixTimesScalar, "nv = e", times_scalar},
};

} // namespace

cargo::expected<const Type*, std::string> matrix_type(const Reader& reader, uint32_t id) {
  const Type* type = reader.type(id);
  if (!type || !type->is_matrix()) {
    return fail(id_text(id) + " is no type of cooperative matrices");
  }
  return type;
}

cargo::expected<const Type*, std::string> type_of_matrix(const Reader& reader, uint32_t id) {
  const Type* type = reader.type_of(id);
  if (!type || !type->is_matrix()) {
    return fail(id_text(id) + " is no cooperative matrix");
  }
  return type;
}

uint32_t matrix_lanes(const Type& matrix) {
  return uint32_t(uint64_t(matrix.matrix.rows) * matrix.matrix.columns / matrix.count);
}

Result sub_group_lane(Reader& reader) {
  return call_builtin(reader, "get_sub_group_local_id", number_type(reader), {}, Effect::pure);
}

cargo::expected<uint32_t, std::string> matrix_sub_group_size(const Reader& reader) {
  uint32_t size = 0;
  for (const ExecutionModeRow& row : reader.execution_modes) {
    if (row.mode == ExecutionMode::SubgroupSize) {
      if (size != 0 && size != row.words[0]) {
        return fail("entry points of a module with cooperative matrices ask for sub-groups of " +
                    std::to_string(size) + " and of " + std::to_string(row.words[0]));
      }
      size = row.words[0];
    }
  }
  return size != 0 ? size : reader.options.matrix_sub_group_size;
}

Result fill_matrix(Reader& reader, const Type& matrix, llvm::Value& element) {
  if (element.getType() != matrix.element->ir) {
    return fail("a matrix is filled with a value of its elements' type");
  }
  return reader.builder.CreateVectorSplat(unsigned(matrix.count), &element);
}

std::span<const HandlerRow> cooperative_matrix_rows() { return rows; }

} // namespace spirv_ll
