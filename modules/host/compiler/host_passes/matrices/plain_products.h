// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_PASSES_MATRICES_PLAIN_PRODUCTS_H
#define HOST_PASSES_MATRICES_PLAIN_PRODUCTS_H

#include "host_passes/matrices/matrix_product.h"

namespace host {

/// Replaces the products of matrices in a function by instructions on vectors: an element, or word
/// of elements, of a for all columns, times the row of b. Those of a come from memory, as
/// instructions broadcast what they load for nothing.
///
/// bfloat16 is multiplied and added as float. Bytes are multiplied in words, by an instruction of
/// AVX512_VNNI or AVX_VNNI where the CPU has one and a side has signs, and in pairs of 16 bits
/// otherwise.
void use_vectors(llvm::Function& function, const Cpu& cpu);

} // namespace host

#endif
