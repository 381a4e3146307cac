// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_PASSES_MATRICES_MULTIPLY_MATRICES_H
#define HOST_PASSES_MATRICES_MULTIPLY_MATRICES_H

#include "code_generation/target_machine.h"

#include <llvm/IR/Module.h>

namespace host {

/// Replaces the calls that multiply matrices shared by a sub-group (matrix_product.h) by
/// instructions on vectors (plain_products.h). On a CPU with AMX, functions with such calls, and
/// entry functions that call them, get copies that use tiles (tile_products.h). An entry function
/// runs its copy if `schedule::has_tiles` says that it may: a process has to ask for tiles, and
/// the system may refuse.
///
/// Requires: entry functions, with all calls in vector form; behind the passes that optimise, which
/// need not go through what a product becomes. Guarantees: no such call is left.
///
///   define void @lanewise.entry.k(ptr %arguments, ptr %schedule) {
///     call { ... } @sub_group_matrix_multiply_add_bf16_16x16x32(...)
/// becomes
///   define void @lanewise.entry.k(ptr %arguments, ptr %schedule) {
///     %has.tiles = load i32, at schedule::has_tiles
///     %may = icmp ne i32 %has.tiles, 0
///     br i1 %may, label %tiles, label %vectors
///   tiles:
///     call void @tiles.lanewise.entry.k(ptr %arguments, ptr %schedule)
///     ret void
bool multiply_matrices(llvm::Module& module, const Cpu& cpu);

} // namespace host

#endif
