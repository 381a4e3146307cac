// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions of constants that LLVM has no cast for: those with a rounding mode, or saturating.
#ifndef SPIRV_LL_INSTRUCTIONS_VALUES_FOLD_CONVERSION_H
#define SPIRV_LL_INSTRUCTIONS_VALUES_FOLD_CONVERSION_H

#include <llvm/ADT/APFloat.h>
#include <llvm/IR/Constants.h>

namespace spirv_ll {

struct ConversionKind {
  bool from_signed = false; ///< of integers
  bool to_signed = false;   ///< of integers
  llvm::RoundingMode rounding = llvm::RoundingMode::NearestTiesToEven;
};

/// The constant converted to a type of as many elements, or null if it is no number. What an
/// integer cannot hold becomes the nearest that it can, and what is not a number 0.
[[nodiscard]] llvm::Constant* fold_conversion(const llvm::Constant& from, llvm::Type& to,
                                              const ConversionKind& kind);

} // namespace spirv_ll

#endif
