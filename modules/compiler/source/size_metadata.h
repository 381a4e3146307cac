// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SIZE_METADATA_H
#define SIZE_METADATA_H

#include <array>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Metadata.h>

namespace compiler {

/// A kernel's attribute of three sizes, such as `reqd_work_group_size`; zeros if it has none.
[[nodiscard]] inline std::array<uint64_t, 3> size_metadata(const llvm::Function& kernel,
                                                           llvm::StringRef name) {
  std::array<uint64_t, 3> size = {};
  if (const auto* node = kernel.getMetadata(name)) {
    for (unsigned i = 0; i < 3 && i < node->getNumOperands(); ++i) {
      size[i] = llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(i))->getZExtValue();
    }
  }
  return size;
}

/// Of a kernel whose vector forms take neighbours in another dimension than x: that dimension, as
/// the function attribute. Its ids in x and in that one are exchanged (vecz/dimension.h).
inline constexpr llvm::StringLiteral lane_dimension = "lanewise-lane-dimension";

} // namespace compiler

#endif
