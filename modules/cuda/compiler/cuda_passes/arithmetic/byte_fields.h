// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_PASSES_ARITHMETIC_BYTE_FIELDS_H
#define CUDA_PASSES_ARITHMETIC_BYTE_FIELDS_H

namespace llvm {
class Module;
}

namespace cuda {

/// Takes one byte of a word, with the upper bytes of a constant above it, by one `prmt`, where
/// a shift, a mask and an `or` do it otherwise. Texels become floats that way (libimg's
/// `to_float`).
///
/// Requires: LLVM's passes are over, which do not know `prmt`. Guarantees: the numbers stay the
/// same. Cost: in proportion to the module.
///
///   %shifted = lshr i32 %word, 8
///   %byte = and i32 %shifted, 255
///   %bits = or i32 %byte, 1258291200
/// becomes
///   %bits = call i32 @llvm.nvvm.prmt(i32 %word, i32 1258291200, i32 30289)
bool byte_fields(llvm::Module& module);

} // namespace cuda

#endif
