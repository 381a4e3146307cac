// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bfloat16 (SPV_KHR_bfloat16, SPV_INTEL_bfloat16_arithmetic). In IR its values are integers, which
// instructions that only move values need not tell from others. Those that compute with them do so
// in float, as the extensions say: operands are widened, results rounded to nearest even.
#ifndef SPIRV_LL_INSTRUCTIONS_VALUES_BFLOAT16_H
#define SPIRV_LL_INSTRUCTIONS_VALUES_BFLOAT16_H

#include "reader/handlers.h"

namespace spirv_ll {

/// A scalar, or a vector of as many elements as `shape`.
[[nodiscard]] llvm::Type* with_element(llvm::Type& shape, llvm::Type& element);

/// Floats to the nearest bfloat16, ties to even; NaNs stay NaNs. Scalars or vectors.
[[nodiscard]] llvm::Value* narrow_to_bfloat16(llvm::IRBuilderBase& builder, llvm::Value& floats);
/// The floats of the same values.
[[nodiscard]] llvm::Value* widen_bfloat16(llvm::IRBuilderBase& builder, llvm::Value& halves);

/// Whether an instruction has operands or a result of bfloat16 and does more than to move them.
[[nodiscard]] bool computes_with_bfloat16(const Reader& reader, const HandlerRow& row,
                                          const Inst& inst);

/// Does such an instruction in float.
[[nodiscard]] Result compute_in_float(Reader& reader, const HandlerRow& row, const Inst& inst);

} // namespace spirv_ll

#endif
