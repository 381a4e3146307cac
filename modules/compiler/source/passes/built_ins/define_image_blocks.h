// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_BUILT_INS_DEFINE_IMAGE_BLOCKS_H
#define PASSES_BUILT_INS_DEFINE_IMAGE_BLOCKS_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Gives `intel_sub_group_block_read` and `_write` of images (cl_intel_subgroups) their bodies:
/// each work-item's element of a row is behind that of the one before, and each component of a
/// vector a row further down. Elements are integers of 8 to 64 bits; libimg reads and writes one.
///
/// Before define-group-functions, which knows a work-item's place in its sub-group, and
/// lower-images, which gives libimg's functions their names.
///
///   declare <2 x i32> @_Z27intel_sub_group_block_read214ocl_image2d_roDv2_i(%image, <2 x i32>)
/// becomes
///   define internal <2 x i32> @_Z27intel_sub_group_block_read214ocl_image2d_roDv2_i(...) {
///     %x = c.x + 4 * get_sub_group_local_id()
///     %upper = call i32 @_Z18image_block_read3214ocl_image2d_roDv2_i(%image, {%x, c.y})
///     %lower = call i32 @_Z18image_block_read3214ocl_image2d_roDv2_i(%image, {%x, c.y + 1})
bool define_image_blocks(llvm::Module& module);

/// Whether a function is one of them, by its name and type.
[[nodiscard]] bool is_image_block(const llvm::Function& function);

} // namespace compiler

#endif
