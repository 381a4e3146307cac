// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPIRV_LL_BUILT_INS_OPENCL_STD_H
#define SPIRV_LL_BUILT_INS_OPENCL_STD_H

#include "reader/reader.h"

namespace spirv_ll {

/// An instruction of the extended set OpenCL.std (OpenCL Extended Instruction Set Specification) as
/// a call of the function of OpenCL C that it is. `operands` follow the instruction's number.
[[nodiscard]] Result opencl_std(Reader& reader, const Inst& inst, uint32_t number,
                                std::span<const uint32_t> operands);

/// Whether the last operand of an instruction of the set is a number and no id.
[[nodiscard]] bool ends_with_literal(uint32_t number);

/// A type that the module need not have: elements of another type, as many as `shape` has. Lives as
/// long as the reader.
[[nodiscard]] const Type* type_like(Reader& reader, const Type& shape, TypeKind kind,
                                    llvm::Type& element);

} // namespace spirv_ll

#endif
