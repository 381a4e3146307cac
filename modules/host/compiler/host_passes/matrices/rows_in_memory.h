// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_PASSES_MATRICES_ROWS_IN_MEMORY_H
#define HOST_PASSES_MATRICES_ROWS_IN_MEMORY_H

#include "host_passes/matrices/matrix_product.h"

#include <optional>

namespace host {

/// Rows of a matrix that lie in memory, each without gaps.
struct RowsInMemory {
  llvm::Value* first;  ///< the address of the first row
  llvm::Value* second; ///< and of the second, the same distance from the first as further rows are
                       ///< from those before them; null if there is none
};

/// Where the operands of a product are when it is computed: if they are loaded in the same block,
/// with nothing between that may write to memory. Of b, the rows of words (words_of_columns) count.
struct OperandsInMemory {
  std::optional<RowsInMemory> a, b;
};
/// Of each of a function's products.
[[nodiscard]] llvm::SmallVector<OperandsInMemory>
operands_in_memory(llvm::Function& function, llvm::ArrayRef<MatrixProduct> products);

} // namespace host

#endif
