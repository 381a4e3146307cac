// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "built_ins/opencl_std.h"

#include "built_ins/builtin_call.h"

#include <algorithm>
#include <bit>
#include <iterator>

namespace spirv_ll {
namespace {

using Effect = Reader::Effect;

/// An exception from the rule that a function has the name of the instruction and signed integers.
struct NamingException {
  OpenClStd number;
  const char* name; ///< null: the instruction's, without s_ or u_
  /// One letter an operand: s signed, u unsigned, r a pointer to the result's type, i a pointer to
  /// integers of the result's shape. The last letter counts for all operands that follow.
  const char* operands;
};
constexpr NamingException rows[] = {
    {OpenClStd::fclamp, "clamp", "s"},      {OpenClStd::fmax_common, "max", "s"},
    {OpenClStd::fmin_common, "min", "s"},   {OpenClStd::nan, nullptr, "u"},
    {OpenClStd::fract, nullptr, "sr"},      {OpenClStd::frexp, nullptr, "si"},
    {OpenClStd::lgamma_r, nullptr, "si"},   {OpenClStd::modf, nullptr, "sr"},
    {OpenClStd::remquo, nullptr, "ssi"},    {OpenClStd::sincos, nullptr, "sr"},
    {OpenClStd::s_upsample, nullptr, "su"}, {OpenClStd::shuffle, nullptr, "su"},
    {OpenClStd::shuffle2, nullptr, "ssu"},
};

Sign sign_of(llvm::StringRef name) { return name.starts_with("u_") ? Sign::without : Sign::with; }

/// A pointer that a result is written to; its pointee type follows from the result, because
/// producers without typed pointers may state another.
cargo::expected<Argument, std::string> out_pointer(Reader& reader, uint32_t id, const Type* to,
                                                   Sign sign, bool is_const) {
  const auto value = reader.value(id);
  if (!value) {
    return fail(value.error());
  }
  if (!(*value)->getType()->isPointerTy()) {
    return fail(id_text(id) + " is not a pointer");
  }
  return Argument{*value,
                  {to, sign, int((*value)->getType()->getPointerAddressSpace()), is_const, false}};
}

Result ordinary(Reader& reader, const Type& result, uint32_t number, llvm::StringRef name,
                std::span<const uint32_t> operands) {
  const auto* row = std::ranges::find(rows, OpenClStd(number), &NamingException::number);
  const bool listed = row != std::end(rows);
  const Sign sign = sign_of(name);
  name.consume_front("s_");
  name.consume_front("u_");
  llvm::SmallVector<Argument, 4> arguments;
  bool has_pointer = false;
  for (size_t i = 0; i < operands.size(); ++i) {
    const llvm::StringRef letters = listed ? row->operands : "";
    const char letter = letters.empty() ? (sign == Sign::without ? 'u' : 's')
                                        : letters[std::min(i, letters.size() - 1)];
    const bool is_pointer = letter == 'r' || letter == 'i';
    has_pointer |= is_pointer;
    const Type* to =
        letter == 'i' ? type_like(reader, result, TypeKind::integer, *reader.builder.getInt32Ty())
                      : &result;
    const auto given =
        is_pointer ? out_pointer(reader, operands[i], to, Sign::with, false)
                   : argument(reader, operands[i], letter == 'u' ? Sign::without : Sign::with);
    if (!given) {
      return fail(given.error());
    }
    arguments.push_back(*given);
  }
  return call_builtin(reader, listed && row->name ? llvm::StringRef(row->name) : name, result,
                      arguments, has_pointer ? Effect::any : Effect::pure);
}

const char* rounding(uint32_t mode) {
  constexpr const char* suffixes[] = {"_rte", "_rtz", "_rtp", "_rtn"};
  return mode < std::size(suffixes) ? suffixes[mode] : nullptr;
}

const Type& element_of(const Type&&) = delete;
const Type& element_of(const Type& type) {
  return type.kind == TypeKind::vector ? *type.element : type;
}

std::string width_suffix(const Type& type) {
  return type.kind == TypeKind::vector ? std::to_string(type.count) : "";
}

struct MemoryRow {
  OpenClStd number;
  const char* name;
  bool is_half; ///< the memory holds halves, whatever the value's type
};
constexpr MemoryRow loads[] = {
    {OpenClStd::vloadn, "vload", false},
    {OpenClStd::vload_half, "vload_half", true},
    {OpenClStd::vload_halfn, "vload_half", true},
    {OpenClStd::vloada_halfn, "vloada_half", true},
};
constexpr MemoryRow stores[] = {
    {OpenClStd::vstoren, "vstore", false},
    {OpenClStd::vstore_half, "vstore_half", true},
    {OpenClStd::vstore_half_r, "vstore_half", true},
    {OpenClStd::vstore_halfn, "vstore_half", true},
    {OpenClStd::vstore_halfn_r, "vstore_half", true},
    {OpenClStd::vstorea_halfn, "vstorea_half", true},
    {OpenClStd::vstorea_halfn_r, "vstorea_half", true},
};

const Type* memory_type(Reader& reader, const MemoryRow& row, const Type& value) {
  if (!row.is_half) {
    return &element_of(value);
  }
  Type scalar;
  scalar.kind = TypeKind::floating;
  scalar.ir = reader.builder.getHalfTy();
  return reader.add(std::move(scalar));
}

/// Offset, pointer, and for vectors their length, which the result's type says too.
Result load(Reader& reader, const Type& result, const MemoryRow& row,
            std::span<const uint32_t> operands) {
  if (operands.size() < 2) {
    return fail("operands are missing");
  }
  const auto offset = argument(reader, operands[0], Sign::without);
  const auto from =
      out_pointer(reader, operands[1], memory_type(reader, row, result), Sign::with, true);
  if (!offset || !from) {
    return fail(offset ? from.error() : offset.error());
  }
  return call_builtin(reader, row.name + width_suffix(result), result, {*offset, *from},
                      Effect::any);
}

/// Data, offset, pointer, and with _r a rounding mode.
Result store(Reader& reader, const Type& result, const MemoryRow& row,
             std::span<const uint32_t> operands) {
  if (operands.size() < 3) {
    return fail("operands are missing");
  }
  const auto data = argument(reader, operands[0], Sign::with);
  const auto offset = argument(reader, operands[1], Sign::without);
  if (!data || !offset) {
    return fail(data ? offset.error() : data.error());
  }
  const Type& type = *data->parameter.type;
  const auto to =
      out_pointer(reader, operands[2], memory_type(reader, row, type), Sign::with, false);
  if (!to) {
    return fail(to.error());
  }
  std::string name = row.name + width_suffix(type);
  if (operands.size() > 3) {
    const char* mode = rounding(operands[3]);
    if (!mode) {
      return fail("there is no rounding mode " + std::to_string(operands[3]));
    }
    name += mode;
  }
  return call_builtin(reader, name, result, {*data, *offset, *to}, Effect::any);
}

/// A format in constant memory, where printf takes it. SPV_EXT_relaxed_printf_string_address_space
/// lets it stand in any address space; it is the initial value of a variable that counts then. Null
/// if there is none.
llvm::Value* constant_format(llvm::Value* format) {
  auto* constant_pointer = llvm::PointerType::get(format->getContext(), 2);
  if (format->getType() == constant_pointer) {
    return format;
  }
  llvm::Value* origin = format->stripPointerCasts();
  if (origin->getType() == constant_pointer) {
    return origin;
  }
  auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(origin);
  if (!variable || !variable->hasInitializer() ||
      llvm::isa<llvm::UndefValue>(variable->getInitializer())) {
    return nullptr;
  }
  return new llvm::GlobalVariable(*variable->getParent(), variable->getValueType(), true,
                                  llvm::GlobalValue::PrivateLinkage, variable->getInitializer(),
                                  variable->getName() + ".format", nullptr,
                                  llvm::GlobalValue::NotThreadLocal, 2);
}

Result print(Reader& reader, const Type& result, std::span<const uint32_t> operands) {
  llvm::SmallVector<llvm::Value*, 8> values;
  for (const uint32_t id : operands) {
    const auto value = reader.value(id);
    if (!value) {
      return value;
    }
    values.push_back(*value);
  }
  if (values.empty() || !values[0]->getType()->isPointerTy() || !result.ir->isIntegerTy(32)) {
    return fail("it takes a pointer to its format and gives an integer");
  }
  values[0] = constant_format(values[0]);
  if (!values[0]) {
    return fail("the format has to be a text known before the program runs");
  }
  return reader.call("printf", result.ir, values, Effect::any, true);
}

Result prefetch(Reader& reader, const Type& result, std::span<const uint32_t> operands) {
  if (operands.size() != 2) {
    return fail("it has two operands");
  }
  const Type* pointer = reader.type_of(operands[0]);
  const auto count = argument(reader, operands[1], Sign::without);
  if (!pointer || pointer->kind != TypeKind::pointer || !pointer->element || !count) {
    return fail(count ? "the first operand has to be a pointer" : count.error());
  }
  const auto from = out_pointer(reader, operands[0], pointer->element, Sign::with, true);
  return from ? call_builtin(reader, "prefetch", result, {*from, *count}, Effect::any)
              : Result(fail(from.error()));
}

} // namespace

const Type* type_like(Reader& reader, const Type& shape, TypeKind kind, llvm::Type& element) {
  Type scalar;
  scalar.kind = kind;
  scalar.ir = &element;
  scalar.size = element.getScalarSizeInBits() / 8;
  const Type* made = reader.add(std::move(scalar));
  if (shape.kind != TypeKind::vector) {
    return made;
  }
  Type vector;
  vector.kind = TypeKind::vector;
  vector.element = made;
  vector.count = shape.count;
  vector.ir = llvm::FixedVectorType::get(&element, unsigned(shape.count));
  vector.size = made->size * std::bit_ceil(shape.count);
  return reader.add(std::move(vector));
}

bool ends_with_literal(uint32_t number) {
  constexpr OpenClStd instructions[] = {OpenClStd::vloadn,         OpenClStd::vload_halfn,
                                        OpenClStd::vloada_halfn,   OpenClStd::vstore_half_r,
                                        OpenClStd::vstore_halfn_r, OpenClStd::vstorea_halfn_r};
  return std::ranges::find(instructions, OpenClStd(number)) != std::end(instructions);
}

Result opencl_std(Reader& reader, const Inst& inst, uint32_t number,
                  std::span<const uint32_t> operands) {
  const std::string_view name = openclstd_name(number);
  if (name.empty()) {
    return fail("OpenCL.std has no instruction " + std::to_string(number));
  }
  const Type* result = reader.type(inst.type);
  if (!result || !(result->kind == TypeKind::nothing || result->is_storable())) {
    return fail("the result type has no values");
  }
  if (number == uint32_t(OpenClStd::printf)) {
    return print(reader, *result, operands);
  }
  if (number == uint32_t(OpenClStd::prefetch)) {
    return prefetch(reader, *result, operands);
  }
  for (const MemoryRow& row : loads) {
    if (row.number == OpenClStd(number)) {
      return load(reader, *result, row, operands);
    }
  }
  for (const MemoryRow& row : stores) {
    if (row.number == OpenClStd(number)) {
      return store(reader, *result, row, operands);
    }
  }
  return ordinary(reader, *result, number, name, operands);
}

} // namespace spirv_ll
