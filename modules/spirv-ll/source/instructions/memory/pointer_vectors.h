// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors of pointers (SPV_INTEL_masked_gather_scatter). In IR they are vectors of the pointers'
// numbers, which later passes need not tell from others: instructions that only move vectors take
// them as they are. Those that compute with pointers are done for each pointer of the vector.
#ifndef SPIRV_LL_INSTRUCTIONS_MEMORY_POINTER_VECTORS_H
#define SPIRV_LL_INSTRUCTIONS_MEMORY_POINTER_VECTORS_H

#include "reader/handlers.h"

namespace spirv_ll {

/// The number of a pointer, or the pointer of a number, if `value` is not of `type` already: what
/// goes into vectors of pointers and comes out.
[[nodiscard]] llvm::Value* as_element(llvm::IRBuilderBase& builder, llvm::Value& value,
                                      llvm::Type& type);

/// Whether an instruction has operands or a result that are vectors of pointers, and does more
/// than to move them.
[[nodiscard]] bool computes_with_pointer_vectors(const Reader& reader, const Inst& inst);

/// Does such an instruction for each pointer.
[[nodiscard]] Result compute_by_pointer(Reader& reader, const HandlerRow& row, const Inst& inst);

} // namespace spirv_ll

#endif
