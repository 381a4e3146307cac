// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KERNEL_METADATA_H
#define KERNEL_METADATA_H

#include <array>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Metadata.h>

namespace compiler {

/// Metadata of a kernel that consists of three sizes, such as `reqd_work_group_size`; zeros if it
/// has none.
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

/// Function attribute: the dimension in which the lanes of the kernel's vector forms are
/// neighbours, if that is not x. The kernel's ids in x and in that dimension are exchanged
/// (vecz/dimension.h).
inline constexpr llvm::StringLiteral lane_dimension = "lanewise-lane-dimension";

/// Function attribute: the kernel's lanes are neighbours in the linear local id. Its local id in x
/// is the linear local id, and it asks for no other id.
inline constexpr llvm::StringLiteral linear_local_ids = "lanewise-linear-local-ids";

/// Function attribute: the size of the sub-groups of a kernel that uses them.
inline constexpr llvm::StringLiteral sub_group_size = "lanewise-sub-group-size";

/// Metadata of one number: the size of sub-groups that was chosen when the kernel was first
/// compiled.
inline constexpr llvm::StringLiteral decided_sub_group_size = "lanewise.sub_group_size";

/// Function attribute: how many work-items of a row the widest loop of the kernel takes at once.
inline constexpr llvm::StringLiteral preferred_multiple = "lanewise-preferred-multiple";

/// Metadata of a kernel that consists of one number; 0 if it has none.
[[nodiscard]] inline uint64_t number_of(const llvm::Function& kernel, llvm::StringRef name) {
  return sizes_of(kernel, name)[0];
}

} // namespace compiler

#endif
