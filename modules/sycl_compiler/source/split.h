// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dividing the kernels of a program among several images.
#ifndef SYCL_COMPILER_SPLIT_H
#define SYCL_COMPILER_SPLIT_H

#include "sycl_compiler/link.h"

#include <algorithm>
#include <llvm/IR/Module.h>
#include <memory>
#include <vector>

namespace sycl_compiler {

/// Has kernels remember the source that they come from. Before modules are linked.
void mark_source(llvm::Module& module);
/// That source; empty if it is not noted.
std::string source_of(const llvm::Function& kernel);

/// The kernels of a linked module, divided among parts, each for an image, in the order in which
/// they stand there. Parts beside each other are a group, which is optimised as one module: then
/// functions that they share are optimised once. Groups do not depend on the machine, as the code
/// does depend on them.
class Parts {
public:
  /// `whole` outlives this. After the stage `requirements`.
  Parts(llvm::Module& whole, Split split);

  /// Neither is 0.
  [[nodiscard]] size_t count() const { return std::max<size_t>(parts.size(), 1); }
  [[nodiscard]] size_t group_count() const { return std::max<size_t>(groups.size(), 1); }
  /// A module with the kernels of a part, or of a group, and what they use, and nothing else.
  [[nodiscard]] std::unique_ptr<llvm::Module> copy(size_t part) const;
  [[nodiscard]] std::unique_ptr<llvm::Module> copy_group(size_t group) const;

private:
  using Kernels = std::vector<const llvm::GlobalValue*>;
  const llvm::Module& module;
  std::vector<Kernels> parts;
  std::vector<Kernels> groups;
};

} // namespace sycl_compiler

#endif
