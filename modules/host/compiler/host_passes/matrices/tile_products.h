// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_PASSES_MATRICES_TILE_PRODUCTS_H
#define HOST_PASSES_MATRICES_TILE_PRODUCTS_H

#include "host_passes/matrices/matrix_product.h"

namespace host {

/// Replaces the products of matrices in a function by tiles of AMX. A tile is loaded from memory,
/// where vectors are stored to before, unless the rows lie there anyway (rows_in_memory.h). c and
/// d stay tiles from product to product, around loops, too, and become vectors only where other
/// instructions use them; products of a block share the tiles of a and b.
///
///   %c = phi ..., the vectors of a sum, in a loop
///   %d = call { ... } @sub_group_matrix_multiply_add_bf16_16x16x32(..., %c ...)
/// becomes
///   %t = phi x86_amx
///   %u = call x86_amx @llvm.x86.tdpbf16ps.internal(i16 16, i16 64, i16 64, x86_amx %t, ...)
///   behind the loop: call void @llvm.x86.tilestored64.internal(..., x86_amx %u), and loads
void use_tiles(llvm::Function& function);

} // namespace host

#endif
