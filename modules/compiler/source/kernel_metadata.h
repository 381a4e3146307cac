// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KERNEL_METADATA_H
#define KERNEL_METADATA_H

#include <array>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Metadata.h>

namespace compiler {

/// A kernel's attribute of three sizes, such as `reqd_work_group_size`; zeros if it has none.
[[nodiscard]] inline std::array<uint64_t, 3> sizes_of(const llvm::Function& kernel,
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

/// A kernel whose lanes are neighbours in the linear local id: its local id in x means that, and it
/// asks for no other id.
inline constexpr llvm::StringLiteral linear_local_ids = "lanewise-linear-local-ids";

/// The work-items of the sub-groups of a kernel that can tell, as the function attribute.
inline constexpr llvm::StringLiteral sub_group_size = "lanewise-sub-group-size";

/// The same as a decision that was made when the kernel was first compiled, as metadata of one
/// number.
inline constexpr llvm::StringLiteral decided_sub_group_size = "lanewise.sub_group_size";

/// Of work-items in a row, which the widest loop of a kernel takes at once, as the function
/// attribute.
inline constexpr llvm::StringLiteral preferred_multiple = "lanewise-preferred-multiple";

/// The only number of a kernel's metadata of one; 0 if it has none.
[[nodiscard]] inline uint64_t number_of(const llvm::Function& kernel, llvm::StringRef name) {
  return sizes_of(kernel, name)[0];
}

} // namespace compiler

#endif
