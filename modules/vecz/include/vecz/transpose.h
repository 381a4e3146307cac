// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_TRANSPOSE_H
#define VECZ_TRANSPOSE_H

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

namespace vecz {

/// Transposes squares of elements. Each of the n `vectors`, a power of two, has blocks of n
/// elements: block b of vector i is row i of square b, and becomes its column i. Makes n log n
/// shuffles, each of which interleaves blocks of two vectors.
///
///   <a b c d>      becomes      <a e c g>
///   <e f g h>                   <b f d h>
[[nodiscard]] llvm::SmallVector<llvm::Value*> transpose(llvm::IRBuilderBase& builder,
                                                        llvm::ArrayRef<llvm::Value*> vectors);

} // namespace vecz

#endif
