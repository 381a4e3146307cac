// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "built_ins/builtin_call.h"

namespace spirv_ll {
namespace {

/// `int`, which need not be a type of the module.
const Type& int_type(Reader& reader) {
  Type type;
  type.kind = TypeKind::integer;
  type.ir = reader.builder.getInt32Ty();
  return *reader.add(std::move(type));
}

} // namespace

cargo::expected<Argument, std::string> argument(Reader& reader, uint32_t id, Sign sign) {
  const auto value = reader.value(id);
  if (!value) {
    return fail(value.error());
  }
  const Type* type = reader.type_of(id);
  if (!type || type->ir != (*value)->getType()) {
    return fail(id_text(id) + " is not an argument of a function");
  }
  if (type->kind == TypeKind::boolean) {
    return Argument{reader.builder.CreateZExt(*value, reader.builder.getInt32Ty()),
                    {&int_type(reader)}};
  }
  return Argument{*value, {type, sign}};
}

Result call_builtin(Reader& reader, llvm::StringRef name, const Type& result,
                    llvm::ArrayRef<Argument> arguments, Reader::Effect effect) {
  llvm::SmallVector<llvm::Value*, 8> values;
  llvm::SmallVector<Parameter, 8> parameters;
  for (const Argument& given : arguments) {
    values.push_back(given.value);
    parameters.push_back(given.parameter);
  }
  const bool is_boolean = result.kind == TypeKind::boolean;
  llvm::Type* type = is_boolean ? reader.builder.getInt32Ty() : result.ir;
  const auto called = reader.call(mangle(name, parameters), type, values, effect);
  return called && is_boolean
             ? Result(reader.builder.CreateICmpNE(*called, reader.builder.getInt32(0)))
             : called;
}

} // namespace spirv_ll
