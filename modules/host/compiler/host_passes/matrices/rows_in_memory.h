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

/// For each of a function's products, where the rows of a are when it is computed: if its vectors
/// are loaded in the same block, with nothing between that may write to memory.
[[nodiscard]] llvm::SmallVector<std::optional<RowsInMemory>>
left_rows_in_memory(llvm::Function& function, llvm::ArrayRef<MatrixProduct> products);

} // namespace host

#endif
