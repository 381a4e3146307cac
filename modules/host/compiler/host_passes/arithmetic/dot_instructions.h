// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions of x86-64 that multiply the parts of words and add up within each word.
#ifndef HOST_PASSES_ARITHMETIC_DOT_INSTRUCTIONS_H
#define HOST_PASSES_ARITHMETIC_DOT_INSTRUCTIONS_H

#include "host_passes/by_register.h"

namespace host {

/// `sum` and, in each of its 32-bit lanes, the products of the four unsigned bytes of one operand
/// with the signed ones of the other, for any number of registers. Needs AVX512_VNNI or AVX_VNNI.
[[nodiscard]] llvm::Value* add_byte_products(llvm::IRBuilderBase& builder, RegisterBits bits,
                                             llvm::Value* sum, llvm::Value* without_sign,
                                             llvm::Value* with_sign);

/// In each 32-bit lane of one register, the sum of the products of two signed numbers of 16 bits.
[[nodiscard]] llvm::Value* add_pairs(llvm::IRBuilderBase& builder, llvm::Value* left,
                                     llvm::Value* right);

} // namespace host

#endif
