// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPV_INTEL_function_pointers. Pointers to functions are of storage class CodeSectionINTEL or
// Generic, which are one address space of the OpenCL dialect.
#include "declarations/functions.h"
#include "reader/handlers.h"

#include <llvm/IR/Constants.h>

namespace spirv_ll {
namespace {

/// The function type that a pointer type points to, or null.
const Type* pointed_to_function(const Type* pointer) {
  const bool is_pointer = pointer && pointer->kind == TypeKind::pointer && pointer->element;
  return is_pointer && pointer->element->kind == TypeKind::function ? pointer->element : nullptr;
}

/// The function's declaration comes later, and finds what is made here.
Result function_pointer(Reader& reader, const Inst& inst) {
  const Type* pointer = reader.type(inst.type);
  const Type* type = pointed_to_function(pointer);
  if (!type || pointer->storage != StorageClass::CodeSectionINTEL) {
    return fail("the result type has to be a pointer to a function, of storage class "
                "CodeSectionINTEL");
  }
  llvm::Function*& function = reader.functions[inst.word(0)];
  if (!function) {
    function = llvm::Function::Create(llvm::cast<llvm::FunctionType>(type->ir),
                                      llvm::GlobalValue::ExternalLinkage, "", reader.module);
    reader.addressed_functions.push_back(inst.word(0));
  } else if (function->getFunctionType() != type->ir) {
    return fail(id_text(inst.word(0)) + " is a function of another type elsewhere");
  }
  function->addFnAttr(referenced_indirectly);
  return llvm::ConstantExpr::getAddrSpaceCast(function, pointer->ir);
}

Result call(Reader& reader, const Inst& inst) {
  const auto callee = reader.value(inst.word(0));
  if (!callee) {
    return fail(callee.error());
  }
  const Type* type = pointed_to_function(reader.type_of(inst.word(0)));
  if (!type) {
    return fail(id_text(inst.word(0)) + " is not a pointer to a function");
  }
  return call_function(reader, inst, llvm::cast<llvm::FunctionType>(type->ir), *callee);
}

constexpr HandlerRow rows[] = {
    {Op::ConstantFunctionPointerINTEL, nullptr, function_pointer},
    {Op::FunctionPointerCallINTEL, nullptr, call},
};

} // namespace

Outcome check_addressed_functions(const Reader& reader) {
  for (const uint32_t id : reader.addressed_functions) {
    if (reader.ids[id].kind != IdKind::function) {
      return fail("there is no function " + id_text(id) + ", whose address is taken");
    }
  }
  return cargo::success{};
}

std::span<const HandlerRow> function_pointer_rows() { return rows; }

} // namespace spirv_ll
